package import BuildAnalysis

/// What is known of how long a benchmark will take, and from where.
package struct ExpectedDuration: Sendable, Hashable, Encodable {
  package enum Source: String, Sendable, Encodable {
    /// A run that made the same builds.
    case run
    /// A recorded build of the same modules.
    case recording
    /// What 1,000 lines of other code cost on this machine.
    case calibration
  }

  package enum Precision: String, Sendable, Encodable {
    case about
    case atMost = "at-most"
    /// Mostly too long: what each module costs, however small it is, is among the cost of a calibration's few lines.
    case roughly
  }

  /// For all the builds that are planned, or allowed, but no longer than the budget.
  package let seconds: Double
  package let precision: Precision
  package let source: Source
  /// Where it comes from, in words: `the run of 2026-11-20T101500Z`.
  package let words: String

  /// - Parameter words: names the source.
  package init(seconds: Double, of run: Run, source: Source, words: String) {
    self.seconds = min(run.plan.stopping?.budgetSeconds ?? .infinity, seconds)
    let isUpperBound = run.plan.stopping != nil || (source == .recording && run.plan.scenarios != [.clean])
    precision = source == .calibration ? .roughly : isUpperBound ? .atMost : .about
    self.source = source
    self.words = words
  }

  /// By the calibration that a run quotes; `nil` where there is none, or it says nothing of these builds.
  package init?(byCalibrationOf run: Run) {
    guard let calibration = run.calibration, let seconds = run.expectedSeconds(by: calibration),
      let cost = calibration.cpuSecondsPerThousandLines
    else { return nil }
    let others = run.buildsOtherPackages ? "; packages from elsewhere are not counted" : ""
    self.init(
      seconds: seconds, of: run, source: .calibration,
      words: "the calibration of \(calibration.date.prefix(10)) with \(calibration.workspace) "
        + "(\(Figures.fixed(cost, decimals: 1)) CPU seconds per 1,000 lines\(others))")
  }

  /// `about 12 min, by the run of …`.
  var sentence: String {
    let duration = Figures.roughly(seconds)
    return switch precision {
    case .about: "about \(duration), by \(words)"
    case .atMost: "at most \(duration), by \(words)"
    case .roughly: "very roughly \(duration) or less, by \(words)"
    }
  }
}
