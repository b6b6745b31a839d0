/// What became of one figure from a base to a head.
package struct FigureChange: Sendable, Hashable, Codable {
  package enum Verdict: String, Sendable, Hashable, Codable, CaseIterable {
    case slower, faster
    /// The interval holds 1; `minimumDetectable` says what could have been seen.
    case unchanged = "no-change"
    /// The interval is so wide, or the session was so disturbed, that nothing can be said.
    case noisy = "too-noisy"
    /// There are too few rounds for an interval.
    case tooFew = "too-few-rounds"
  }

  package let verdict: Verdict
  /// Medians, in the figure's unit.
  package let base: Double
  package let head: Double
  /// Head ÷ base: the Hodges-Lehmann estimate on log ratios.
  package let ratio: Double
  /// The exact interval of the ratio; `nil`, like what follows, if there are too few rounds for one.
  package let low: Double?
  package let high: Double?
  /// The level that the interval attains.
  package let level: Double?
  /// Two-sided: of the signed-rank test where rounds are paired, otherwise of the Mann-Whitney test.
  package let p: Double?
  /// The smallest slowdown, as a ratio above 1, that so many rounds of this scatter would show four times in five.
  package let minimumDetectable: Double?
  /// Pairs, or the rounds of that side which has fewer.
  package let rounds: Int

  /// Head less base, in the figure's unit.
  package var difference: Double { head - base }
}

extension FigureChange {
  /// - Parameters:
  ///   - pairs: of the base and the head, positive, each of one round.
  ///   - isUnusable: whether the session was too disturbed for any claim.
  /// - Returns: `nil` for no pairs, or if a number is not positive and finite.
  package init?(pairs: [(base: Double, head: Double)], alpha: Double = 0.05, isUnusable: Bool = false) {
    self.init(strata: [pairs], alpha: alpha, isUnusable: isUnusable)
  }

  /// The same for pairs of several machines.
  init?(strata: [[(base: Double, head: Double)]], alpha: Double, isUnusable: Bool) {
    let pairs = strata.flatMap(\.self)
    guard let estimate = PairedRatio(strata: strata.map { $0.map { ($0.head, $0.base) } }, alpha: alpha),
      let base = pairs.map(\.base).median, let head = pairs.map(\.head).median
    else { return nil }
    self.init(
      base, head, ratio: estimate.ratio, estimate.interval, p: estimate.p,
      minimumDetectable: estimate.minimumDetectable, rounds: estimate.pairs, isUnusable: isUnusable)
  }

  /// The same for series that nothing pairs.
  init?(base: [Double], head: [Double], alpha: Double, isUnusable: Bool = false) {
    guard let estimate = UnpairedRatio(head, base, alpha: alpha), let first = base.median, let second = head.median
    else { return nil }
    self.init(
      first, second, ratio: estimate.ratio, estimate.interval, p: estimate.p,
      minimumDetectable: estimate.minimumDetectable, rounds: min(base.count, head.count), isUnusable: isUnusable)
  }

  private init(
    _ base: Double, _ head: Double, ratio: Double, _ interval: Interval?, p: Double?, minimumDetectable: Double?,
    rounds: Int, isUnusable: Bool
  ) {
    self.init(
      verdict: interval.map { Self.verdict($0, isUnusable: isUnusable) } ?? .tooFew, base: base, head: head,
      ratio: ratio, low: interval?.low, high: interval?.high, level: interval?.level, p: p,
      minimumDetectable: minimumDetectable, rounds: rounds)
  }

  private static func verdict(_ interval: Interval, isUnusable: Bool) -> Verdict {
    if isUnusable { return .noisy }
    if interval.low > 1 { return .slower }
    if interval.high < 1 { return .faster }
    guard let halfWidth = interval.relativeHalfWidth, halfWidth <= Quietness.largestHalfWidth else { return .noisy }
    return .unchanged
  }
}
