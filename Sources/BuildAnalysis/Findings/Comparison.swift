/// A comparison of an arm with its reference (the combined app, or the same arm of the base), paired by round.
package struct Comparison: Sendable, Hashable, Encodable {
  package let arm: String
  package let reference: String
  package let scenario: Scenario
  /// Arm ÷ reference: the Hodges-Lehmann estimate on log ratios.
  package let ratio: Double
  /// The exact confidence interval of the ratio. Its level is at least 95 %, or in a run that may stop because of the
  /// interval's width, that of ``StoppingRule/alpha``. Like `level` and `p`, `nil` for fewer than six pairs.
  package let low: Double?
  package let high: Double?
  /// The attained confidence level of the interval.
  package let level: Double?
  /// The two-sided p-value of the exact Wilcoxon signed-rank test; the null hypothesis is a ratio of 1.
  package let p: Double?
  package let pairs: Int
  /// The smallest slowdown, as a ratio above 1, that this many pairs with this scatter detect with a power of 80 %;
  /// `nil` for fewer than six pairs.
  package let minimumDetectable: Double?

  /// The half-width of the confidence interval, as a share; `nil` if there is no interval.
  package var halfWidth: Double? {
    guard let low, let high, let level else { return nil }
    return Interval(low: low, high: high, level: level).relativeHalfWidth
  }
}

extension Comparison {
  static func all(of run: Run, _ measurements: Measurements) -> [Comparison] {
    run.arms.flatMap { arm in
      guard let reference = run.reference(of: arm) else { return [Comparison]() }
      return run.plan.scenarios.compactMap { scenario in
        PairedRatio(of: Case(arm: arm.name, scenario: scenario), to: reference, measurements, alpha: run.plan.alpha).map
        {
          Comparison(of: arm, to: reference, scenario, $0)
        }
      }
    }
  }

  private init(of arm: Arm, to reference: Arm, _ scenario: Scenario, _ estimate: PairedRatio) {
    self.init(
      arm: arm.name, reference: reference.name, scenario: scenario, ratio: estimate.ratio,
      low: estimate.interval?.low, high: estimate.interval?.high, level: estimate.interval?.level, p: estimate.p,
      pairs: estimate.pairs, minimumDetectable: estimate.minimumDetectable)
  }
}

extension PairedRatio {
  /// Compares a case with the same case of the reference, over the rounds in which both succeeded; `nil` if there are
  /// none.
  init?(of build: Case, to reference: Arm, _ measurements: Measurements, alpha: Double) {
    let pairs = measurements.pairs(of: build, to: reference.name)
    self.init(strata: pairs.sorted { $0.key < $1.key }.map(\.value), alpha: alpha)
  }
}
