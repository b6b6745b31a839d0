/// The change of one measured figure from a base to a head.
package struct FigureChange: Sendable, Hashable, Codable {
  package enum Verdict: String, Sendable, Hashable, Codable, CaseIterable {
    case slower, faster
    /// The confidence interval contains 1; a change of at least `minimumDetectable` would have been detected.
    case unchanged = "no-change"
    /// The confidence interval contains 1 and is too wide for any conclusion.
    case noisy = "too-noisy"
    /// There are too few rounds for a confidence interval.
    case tooFew = "too-few-rounds"
  }

  package let verdict: Verdict
  /// Medians, in the figure's unit.
  package let base: Double
  package let head: Double
  /// Head ÷ base: the Hodges-Lehmann estimate on log ratios.
  package let ratio: Double
  /// The exact confidence interval of the ratio; `nil`, like `level` and `p`, if there are too few rounds.
  package let low: Double?
  package let high: Double?
  /// The attained confidence level of the interval.
  package let level: Double?
  /// Two-sided: of the signed-rank test where rounds are paired, otherwise of the Mann-Whitney test.
  package let p: Double?
  /// The smallest slowdown, as a ratio above 1, that this number of rounds with this scatter detects with a power of 80
  /// %.
  package let minimumDetectable: Double?
  /// The number of pairs; if unpaired, the number of rounds of the side with fewer.
  package let rounds: Int
}

extension FigureChange {
  /// Head − base, in the figure's unit: the ratio's part of the base's median. The difference of the medians may have the
  /// other sign than the ratio, which compares rounds.
  package var difference: Double { base * (ratio - 1) }

  /// - Parameters:
  ///   - strata: positive figures of the base and the head, one pair per round, and one stratum per machine.
  /// - Returns: `nil` if there are no pairs, or if a number is not positive and finite.
  init?(strata: [[(base: Double, head: Double)]], alpha: Double) {
    let pairs = strata.flatMap(\.self)
    guard let estimate = PairedRatio(strata: strata.map { $0.map { ($0.head, $0.base) } }, alpha: alpha),
      let base = pairs.map(\.base).median, let head = pairs.map(\.head).median
    else { return nil }
    self.init(
      base, head, ratio: estimate.ratio, estimate.interval, p: estimate.p,
      minimumDetectable: estimate.minimumDetectable, rounds: estimate.pairs)
  }

  /// The change between two unpaired samples.
  init?(base: [Double], head: [Double], alpha: Double) {
    guard let estimate = UnpairedRatio(head, base, alpha: alpha), let first = base.median, let second = head.median
    else { return nil }
    self.init(
      first, second, ratio: estimate.ratio, estimate.interval, p: estimate.p,
      minimumDetectable: estimate.minimumDetectable, rounds: min(base.count, head.count))
  }

  private init(
    _ base: Double, _ head: Double, ratio: Double, _ interval: Interval?, p: Double?, minimumDetectable: Double?,
    rounds: Int
  ) {
    self.init(
      verdict: interval.map(Self.verdict) ?? .tooFew, base: base, head: head,
      ratio: ratio, low: interval?.low, high: interval?.high, level: interval?.level, p: p,
      minimumDetectable: minimumDetectable, rounds: rounds)
  }

  private static func verdict(_ interval: Interval) -> Verdict {
    if interval.low > 1 { return .slower }
    if interval.high < 1 { return .faster }
    return isTooWide(interval) ? .noisy : .unchanged
  }

  private static func isTooWide(_ interval: Interval) -> Bool {
    (interval.relativeHalfWidth ?? .infinity) > MachineNoise.largestHalfWidth
  }
}

extension SampleSeries {
  /// - Parameter figure: must be positive; samples without it are omitted.
  func change(of figure: (Sample) -> Double?, alpha: Double) -> FigureChange? {
    guard isPaired else {
      return FigureChange(base: base.compactMap(figure), head: head.compactMap(figure), alpha: alpha)
    }
    return FigureChange(strata: strata(of: figure), alpha: alpha)
  }
}
