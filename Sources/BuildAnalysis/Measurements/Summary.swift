/// The measured rounds of one arm in one scenario; `median`, `low`, `high`, `min` and `max` are seconds of wall time.
package struct Summary: Sendable, Hashable, Encodable {
  package let arm: String
  package let scenario: Scenario
  package let median: Double
  /// The exact confidence interval of the median, at a level of at least 95 %; `nil` for fewer than six rounds.
  package let low: Double?
  package let high: Double?
  package let min: Double
  package let max: Double
  /// The median of CPU seconds.
  package let cpuSeconds: Double?
  /// The peak memory of the largest single process.
  package let peakBytes: Int?
  /// The median of the wall time during which a linker ran; `nil` if no round was recorded.
  package let linkSeconds: Double?
  /// The largest size of the executable or library that was built.
  package let productBytes: Int?
  /// The number of successful rounds.
  package let rounds: Int
  /// Reasons to doubt the figures, except for outliers; always in the same order.
  package let warnings: [SeriesWarning]
  /// The rounds outside Tukey's fences, ascending. They are not excluded from the figures.
  package let outlierRounds: [Int]

  package var `case`: Case { Case(arm: arm, scenario: scenario) }

  /// From `low` to `high`.
  package var interval: ClosedRange<Double>? { low.flatMap { low in high.map { low...$0 } } }
}

extension Summary {
  static func all(of run: Run, _ measurements: Measurements) -> [Summary] {
    run.arms.flatMap { arm in
      run.plan.scenarios.compactMap { scenario in
        let build = Case(arm: arm.name, scenario: scenario)
        return Summary(of: build, measurements.measured(build), alpha: run.plan.alpha)
      }
    }
  }

  /// - Parameters:
  ///   - measured: the successful rounds, in their order.
  ///   - alpha: the error probability of the confidence interval.
  /// - Returns: `nil` without rounds.
  private init?(of build: Case, _ measured: [Sample], alpha: Double) {
    let seconds = measured.compactMap(\.seconds)
    guard let median = seconds.median, let min = seconds.min(), let max = seconds.max() else { return nil }
    let warnings = measured.comparableSeconds.warnings
    let interval = seconds.medianInterval(alpha: alpha)
    self.init(
      arm: build.arm, scenario: build.scenario, median: median, low: interval?.low, high: interval?.high, min: min,
      max: max, cpuSeconds: measured.compactMap(\.cpuSeconds).median, peakBytes: measured.compactMap(\.peakBytes).max(),
      linkSeconds: measured.compactMap(\.linkSeconds).median, productBytes: measured.compactMap(\.productBytes).max(),
      rounds: seconds.count, warnings: warnings.filter { $0.kind != .outliers },
      outlierRounds: warnings.flatMap(\.outlierIndices).map { measured[$0].round })
  }
}

extension [Sample] {
  /// The seconds of the samples. If they come from several machines, they are scaled to the median of the first, since
  /// differences between machines are no reason to doubt the series.
  fileprivate var comparableSeconds: [Double] {
    let medians = Dictionary(grouping: self) { $0.machine ?? 1 }.compactMapValues { $0.compactMap(\.seconds).median }
    guard medians.count > 1, let first = medians.min(by: { $0.key < $1.key })?.value else {
      return compactMap(\.seconds)
    }
    return compactMap { sample in sample.seconds.map { $0 * first / (medians[sample.machine ?? 1] ?? first) } }
  }
}
