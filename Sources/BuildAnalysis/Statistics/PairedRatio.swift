import CMath

/// The ratio of two times, from pairs that were measured close together.
///
/// The estimate is Hodges and Lehmann's on log ratios: the median of all Walsh averages. Its interval inverts the exact
/// Wilcoxon signed-rank test, so that without ties and zeros the two agree: the interval excludes 1 exactly if p is at
/// most its alpha. With ties or zeros, the interval, which is closed and counts every pair, still has at least its
/// nominal coverage (Noether, “Wilcoxon Confidence Intervals for Location Parameters in the Discrete Case”, JASA 62
/// (1967)), while p omits zeros, so that the two may differ. Hollander, Wolfe & Chicken, “Nonparametric Statistical
/// Methods”, 3rd ed., 3.2 and 3.3.
package struct PairedRatio: Sendable, Hashable {
  package let ratio: Double
  /// `nil` under six pairs, where no interval attains 95 %.
  package let interval: Interval?
  /// Two-sided and exact up to 100 pairs, ties and zeros included; `nil` under six pairs.
  package let p: Double?
  package let pairs: Int
  /// The smallest slowdown, as a ratio above 1, that this many pairs with this scatter detect with a power of 80 %;
  /// `nil` under six pairs. See ``minimumDetectableRatio(deviation:pairs:)``.
  package let minimumDetectable: Double?

  /// - Parameters:
  ///   - pairs: positive numbers in one unit; the first of each is divided by the second.
  ///   - alpha: the maximum error probability of the interval.
  /// - Returns: `nil` without pairs, or if a number is not positive and finite.
  /// - Complexity: O(n³) for the exact distribution up to 100 pairs, O(n log n) above.
  package init?(_ pairs: [(Double, Double)], alpha: Double = 0.05) {
    guard pairs.allSatisfy({ $0.isPlausible && $1.isPlausible }) else { return nil }
    let logRatios = pairs.map(logRatio)
    guard let averages = WalshAverages(logRatios) else { return nil }
    ratio = exp(averages.median)
    interval = Self.interval(averages, pairs: pairs.count, alpha: alpha)
    p = interval == nil ? nil : logRatios.signedRankP
    self.pairs = pairs.count
    minimumDetectable =
      interval == nil
      ? nil : logRatios.standardDeviation.flatMap { minimumDetectableRatio(deviation: $0, pairs: pairs.count) }
  }

  private static func interval(_ averages: WalshAverages, pairs: Int, alpha: Double) -> Interval? {
    let distribution = SignedRank.distribution(ranks: (1...pairs).map { 2 * $0 })
    let cut = distribution.cut(alpha: alpha, below: (averages.count + 1) / 2) { 2 * $0 }
    return cut.map {
      averages.interval(leavingOut: $0, level: 1 - 2 * distribution.probability(atMost: 2 * $0)).exponential
    }
  }
}
