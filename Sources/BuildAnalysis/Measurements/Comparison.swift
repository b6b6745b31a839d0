/// A comparison of an arm with its reference (the combined app, or the same arm of the base), paired by round.
package struct Comparison: Sendable, Hashable {
  package let arm: String
  package let reference: String
  package let scenario: Scenario
  package let wall: RatioEstimate
  /// The same for CPU seconds; `nil` if they are not known.
  package let cpu: RatioEstimate?
  /// The same for wall time without what the builder lost by chance (``Sample/steadySeconds``); `nil` if this is not known of each
  /// build.
  package let steady: RatioEstimate?
}

/// An estimate of arm ÷ reference for one measured figure.
package struct RatioEstimate: Sendable, Hashable, Encodable {
  /// The Hodges-Lehmann estimate on log ratios.
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

  /// Whether the interval excludes 1; `nil` if there is no interval.
  package var isDifferent: Bool? {
    guard let low, let high else { return nil }
    return high < 1 || low > 1
  }

  fileprivate init(_ estimate: PairedRatio) {
    (ratio, p, pairs) = (estimate.ratio, estimate.p, estimate.pairs)
    (low, high, level) = (estimate.interval?.low, estimate.interval?.high, estimate.interval?.level)
    minimumDetectable = estimate.minimumDetectable
  }
}

extension Comparison {
  static func all(of run: Run, _ measurements: Measurements) -> [Comparison] {
    run.arms.flatMap { arm in
      guard let reference = run.reference(of: arm) else { return [Comparison]() }
      return run.plan.scenarios.compactMap { scenario in
        func estimate(_ figure: (Sample) -> Double?) -> RatioEstimate? {
          PairedRatio(
            of: Case(arm: arm.name, scenario: scenario), to: reference, measurements, figure, alpha: run.plan.alpha
          ).map { RatioEstimate($0) }
        }
        let steady = estimate(\.steadySeconds)
        return estimate(\.seconds).map { wall in
          Comparison(
            arm: arm.name, reference: reference.name, scenario: scenario, wall: wall, cpu: estimate(\.cpuSeconds),
            steady: steady?.pairs == wall.pairs ? steady : nil)
        }
      }
    }
  }
}

extension Comparison: Encodable {
  private enum CodingKeys: String, CodingKey {
    case arm, reference, scenario, cpu, steady
  }

  /// The estimate of wall time is beside the names, that of CPU time in an object of its own.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(arm, forKey: .arm)
    try container.encode(reference, forKey: .reference)
    try container.encode(scenario, forKey: .scenario)
    try container.encodeIfPresent(cpu, forKey: .cpu)
    try container.encodeIfPresent(steady, forKey: .steady)
    try wall.encode(to: encoder)
  }
}

extension PairedRatio {
  /// Compares a case with the same case of the reference, over the rounds in which both succeeded; `nil` if there are
  /// none.
  init?(
    of build: Case, to reference: Arm, _ measurements: Measurements, _ figure: (Sample) -> Double? = \.seconds,
    alpha: Double
  ) {
    let pairs = measurements.pairs(of: build, to: reference.name, figure)
    self.init(strata: pairs.sorted { $0.key < $1.key }.map(\.value), alpha: alpha)
  }
}
