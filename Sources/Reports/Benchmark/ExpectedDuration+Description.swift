package import BuildAnalysis

extension ExpectedDuration {
  /// Estimated from the run's calibration; `nil` if there is none, or it does not apply to these builds.
  package init?(byCalibrationOf run: Run) {
    guard let calibration = run.calibration, let seconds = run.expectedSeconds(by: calibration),
      let cost = calibration.cpuSecondsPerModule
    else { return nil }
    let others = run.buildsOtherPackages ? "; packages from elsewhere are not counted" : ""
    self.init(
      seconds: seconds, of: run, source: .calibration,
      description: "the calibration of \(calibration.date.prefix(10)) with \(calibration.workspace) "
        + "(\(Figures.fixed(cost, decimals: 1)) CPU seconds a module, and as much again for each "
        + "\(Figures.count(BuildWork.linesPerModule)) lines\(others))")
  }

  /// For example `about 12 min, by the run of …`.
  package var sentence: String { sentence("") }

  /// - Parameter scope: what the duration is of, after it.
  package func sentence(_ scope: String) -> String {
    let duration = Figures.roughly(seconds) + scope
    return switch precision {
    case .about: "about \(duration), by \(description)"
    case .atMost: "at most \(duration), by \(description)"
    case .roughly: "very roughly \(duration), by \(description)"
    }
  }
}
