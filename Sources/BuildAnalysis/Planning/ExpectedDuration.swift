/// What is known of how long a benchmark will take, and from where.
package struct ExpectedDuration: Sendable, Hashable, Codable {
  package enum Source: String, Sendable, Codable {
    /// A run that made the same builds.
    case run
    /// A recorded build of the same modules.
    case recording
    /// What 1,000 lines of other code cost on this machine.
    case calibration
  }

  package enum Precision: String, Sendable, Codable {
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
}
