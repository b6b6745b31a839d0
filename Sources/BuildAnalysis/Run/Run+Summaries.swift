/// What the measured rounds of one arm in one scenario say. Seconds of wall time.
package struct Summary: Sendable, Hashable, Encodable {
  package let arm: String
  package let scenario: Scenario
  package let median: Double
  /// The interval of the median, exact at 95 % or a little more; absent under six rounds.
  package let low: Double?
  package let high: Double?
  package let min: Double
  package let max: Double
  /// The median of CPU seconds.
  package let cpuSeconds: Double?
  /// The largest peak of any one process.
  package let peakBytes: Int?
  /// How many rounds succeeded.
  package let rounds: Int
  /// Reasons to distrust the figures, but for outliers; always in the same order.
  package let warnings: [SeriesWarning]
  /// The rounds outside Tukey's fences, rising. They count like all others.
  package let outlierRounds: [Int]
}

/// An arm against the combined app, paired within each round.
package struct Comparison: Sendable, Hashable, Encodable {
  package let arm: String
  package let reference: String
  package let scenario: Scenario
  /// Arm ÷ reference: the Hodges-Lehmann estimate on log ratios.
  package let ratio: Double
  /// The exact interval of the ratio, at 95 % or a little more, or, in a run that may stop by it, at what
  /// ``StoppingRule/alpha`` leaves; absent, with its level and `p`, under six pairs.
  package let low: Double?
  package let high: Double?
  /// The attained confidence level of that interval.
  package let level: Double?
  /// The exact two-sided p value of the Wilcoxon signed-rank test that the ratio is 1.
  package let p: Double?
  package let pairs: Int
  /// The smallest slowdown, as a ratio above 1, that so many pairs of this scatter would show four times in five; absent
  /// under six pairs.
  package let minimumDetectable: Double?

  /// How far the interval's ends lie from its middle, as a share.
  package var halfWidth: Double? {
    guard let low, let high, let level else { return nil }
    return Interval(low: low, high: high, level: level).relativeHalfWidth
  }
}

extension Run {
  /// Below this many rounds no claim is made: the smallest two-sided p value of 5 pairs is 0.0625.
  package static let roundsForClaim = 6

  /// One for each arm and scenario with at least one successful round, in the order of the arms.
  package var summaries: [Summary] {
    arms.flatMap { arm in plan.scenarios.compactMap { summary(arm: arm.name, scenario: $0) } }
  }

  /// One for each arm but the reference, with at least one round in which both succeeded.
  package var comparisons: [Comparison] {
    guard let reference else { return [] }
    return arms.filter { $0.name != reference.name }.flatMap { arm in
      plan.scenarios.compactMap { comparison(arm: arm.name, reference: reference.name, scenario: $0) }
    }
  }

  /// The arm that the others are compared with: the combined app.
  package var reference: Arm? { arms.first { $0.role == .combined } }

  /// The measured rounds of an arm that succeeded and count, in the order of the rounds.
  package func measured(arm: String, scenario: Scenario) -> [Sample] {
    countingSamples
      .filter { $0.arm == arm && $0.scenario == scenario && !$0.warmup && $0.outcome == .ok && $0.seconds != nil }
      .sorted { $0.round < $1.round }
  }

  private func summary(arm: String, scenario: Scenario) -> Summary? {
    let measured = measured(arm: arm, scenario: scenario)
    let seconds = measured.compactMap(\.seconds)
    guard let median = seconds.median, let min = seconds.min(), let max = seconds.max() else { return nil }
    let warnings = seconds.warnings
    let interval = seconds.medianInterval(alpha: plan.alpha)
    return Summary(
      arm: arm, scenario: scenario, median: median, low: interval?.low, high: interval?.high, min: min, max: max,
      cpuSeconds: measured.compactMap(\.cpuSeconds).median, peakBytes: measured.compactMap(\.peakBytes).max(),
      rounds: seconds.count, warnings: warnings.filter { $0.kind != .outliers },
      outlierRounds: warnings.flatMap(\.outlierIndices).map { measured[$0].round })
  }

  private func comparison(arm: String, reference: String, scenario: Scenario) -> Comparison? {
    ratio(arm: arm, reference: reference, scenario: scenario).map { estimate in
      Comparison(
        arm: arm, reference: reference, scenario: scenario, ratio: estimate.ratio, low: estimate.interval?.low,
        high: estimate.interval?.high, level: estimate.interval?.level, p: estimate.p, pairs: estimate.pairs,
        minimumDetectable: estimate.minimumDetectable)
    }
  }

  /// An arm to the reference, from the rounds in which both succeeded.
  func ratio(arm: String, reference: String, scenario: Scenario) -> PairedRatio? {
    let references = Dictionary(
      measured(arm: reference, scenario: scenario).map { ($0.round, $0.seconds) },
      uniquingKeysWith: { first, _ in first })
    let pairs = measured(arm: arm, scenario: scenario).compactMap { sample -> (Double, Double)? in
      guard let seconds = sample.seconds, let other = references[sample.round] ?? nil else { return nil }
      return (seconds, other)
    }
    return PairedRatio(pairs, alpha: plan.alpha)
  }
}
