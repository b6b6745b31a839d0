/// The result of comparing identical builds on a machine (A/A tests): the false-alarm rate, the scatter of build times,
/// and therefore the smallest detectable difference.
package struct Calibration: Sendable, Hashable, Codable {
  /// An estimate with its confidence interval, if there is one, at a level of at least 95 %.
  package struct Estimate: Sendable, Hashable, Codable {
    package var value: Double
    package var low: Double?
    package var high: Double?
  }

  /// The smallest slowdown, as a ratio, that a number of rounds detects with a power of 80 %.
  package struct Detectable: Sendable, Hashable, Codable {
    package let rounds: Int
    package let ratio: Estimate
  }

  /// When it was measured, in ISO 8601 and UTC.
  package var date: String
  package var environment: Run.Machine
  /// The name of the workspace that was built.
  package var workspace: String
  /// `debug` or `release`.
  package var configuration: String
  /// The number of rounds in each comparison.
  package var rounds: Int
  package var comparisons: Int
  /// Comparisons whose interval excludes 1 although nothing differed.
  package var alarms: Int
  /// The share of false alarms, with its exact confidence interval.
  package var alarmShare: Estimate
  /// The nominal false-alarm rate, as implied by the confidence level of the intervals.
  package var promisedAlarmShare: Double
  /// The ratio over all pairs. Its interval should contain 1; if not, the order within a round or the location on disk
  /// affects the time.
  package var ratio: Estimate
  package var pairs: Int
  /// The second folder ÷ the first, over all pairs: the effect of the location on disk. `nil` if the two arms did not
  /// swap folders, as in calibrations of older versions.
  package var place: Estimate?
  package var medianSeconds: Double
  /// The median of CPU seconds. Like `modules` and `lines`, `nil` in calibrations of older versions.
  package var cpuSeconds: Double?
  /// The number of modules that a build compiles, and their lines; `nil` if lines were not counted.
  package var modules: Int?
  package var lines: Int?
  /// The standard deviation of all builds as a share of their mean, including drift.
  package var coefficientOfVariation: Double
  /// The standard deviation of the log ratio within a round, with its bootstrap confidence interval.
  package var deviation: Estimate
  /// For several numbers of rounds, ascending.
  package var detectable: [Detectable]
  /// The verdict on the machine's noise; `nil` if noise could not be measured.
  package var verdict: NoiseLevel?
}
