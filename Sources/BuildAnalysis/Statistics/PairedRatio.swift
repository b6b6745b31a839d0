import CMath

/// The ratio of two times, from pairs that were measured close together.
///
/// The estimate is Hodges and Lehmann's on log ratios: the median of all Walsh averages. Its interval inverts the exact
/// Wilcoxon signed-rank test, so that without ties and zeros the two agree: the interval excludes 1 exactly if p is at
/// most its alpha. With ties or zeros, the interval, which is closed and counts every pair, still has at least its
/// nominal coverage (Noether, “Wilcoxon Confidence Intervals for Location Parameters in the Discrete Case”, JASA 62
/// (1967)), while p omits zeros, so that the two may differ. Hollander, Wolfe & Chicken, “Nonparametric Statistical
/// Methods”, 3rd ed., 3.2 and 3.3.
///
/// Pairs of several strata, such as machines, are ranked within each, so that neither the level nor the scatter of one is
/// held against another's. The test adds the strata's rank sums, each divided by about its size plus one (van Elteren,
/// “On the combination of independent two-sample tests of Wilcoxon”, Bull. Inst. Int. Stat. 37 (1960)); it is exact, since
/// under the null hypothesis all signs are independent. The estimate is the median of the Walsh averages within strata,
/// weighted alike.
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
  package init?(_ pairs: [(Double, Double)], alpha: Double = 0.05) { self.init(strata: [pairs], alpha: alpha) }

  /// The same for pairs of several strata; empty ones do not count.
  package init?(strata: [[(Double, Double)]], alpha: Double = 0.05) {
    guard strata.joined().allSatisfy({ $0.isPlausible && $1.isPlausible }) else { return nil }
    let logRatios = strata.filter { !$0.isEmpty }.map { $0.map(logRatio) }
    guard let averages = StratifiedAverages(logRatios) else { return nil }
    ratio = exp(averages.median)
    interval = Self.interval(averages, alpha: alpha)
    p = interval == nil ? nil : averages.signedRankP
    pairs = logRatios.reduce(0) { $0 + $1.count }
    minimumDetectable = interval == nil ? nil : minimumDetectableRatio(strata: logRatios)
  }

  private static func interval(_ averages: StratifiedAverages, alpha: Double) -> Interval? {
    let distribution = SignedRank.distribution(ranks: averages.doubledRanks)
    let cut = distribution.cut(alpha: alpha, below: (averages.count + 1) / 2) { 2 * $0 }
    return cut.map {
      averages.interval(leavingOut: $0, level: 1 - 2 * distribution.probability(atMost: 2 * $0)).exponential
    }
  }
}
