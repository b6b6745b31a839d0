package import BuildAnalysis

extension ExpectedDuration {
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
