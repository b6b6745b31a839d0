/// A comparison of an arm with the combined app, or with the same arm of the base, paired by round.
package struct Comparison: Sendable, Hashable, Encodable {
  package let arm: String
  package let reference: String
  package let scenario: Scenario
  /// Arm ÷ reference: the Hodges-Lehmann estimate on log ratios.
  package let ratio: Double
  /// The exact interval of the ratio, at a level of at least 95 %, or in a run that may stop by its width, at the level
  /// of ``StoppingRule/alpha``. `nil`, like `level` and `p`, under six pairs.
  package let low: Double?
  package let high: Double?
  /// The confidence level that the interval attains.
  package let level: Double?
  /// The two-sided p value of the exact Wilcoxon signed-rank test of a ratio of 1.
  package let p: Double?
  package let pairs: Int
  /// The smallest slowdown, as a ratio above 1, that this many pairs with this scatter detect with a power of 80 %;
  /// `nil` under six pairs.
  package let minimumDetectable: Double?

  /// The half-width of the interval, as a share; `nil` without one.
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
  /// Compares a case with the reference's, by the rounds in which both succeeded; `nil` if there are none.
  init?(of build: Case, to reference: Arm, _ measurements: Measurements, alpha: Double) {
    let pairs = measurements.pairs(of: build, to: reference.name)
    self.init(strata: pairs.sorted { $0.key < $1.key }.map(\.value), alpha: alpha)
  }
}
