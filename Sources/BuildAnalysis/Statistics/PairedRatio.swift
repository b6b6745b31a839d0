import CMath

/// The ratio of two times from a paired sample, whose pairs were measured close together.
///
/// The estimate is the Hodges-Lehmann estimator on log ratios: the median of all Walsh averages. Its confidence
/// interval inverts the exact Wilcoxon signed-rank test: without ties and zeros, the interval excludes 1 if and only if
/// p ≤ alpha. With ties or zeros, the interval is closed, includes every pair, and still has at least its nominal
/// coverage (Noether, “Wilcoxon Confidence Intervals for Location Parameters in the Discrete Case”, JASA 62 (1967)),
/// whereas p omits zeros, so that the two may disagree. Hollander, Wolfe & Chicken, “Nonparametric Statistical
/// Methods”, 3rd ed., 3.2 and 3.3.
///
/// Pairs of several strata, such as machines, are ranked within their stratum, so that different levels or scatter of
/// the strata do not affect the test. The test adds the strata's rank sums, each divided by approximately its size plus
/// one (van Elteren, “On the combination of independent two-sample tests of Wilcoxon”, Bull. Inst. Int. Stat. 37
/// (1960)); it is exact, since all signs are independent under the null hypothesis. The estimate is the median of the
/// Walsh averages within strata, with the same weights.
package struct PairedRatio: Sendable, Hashable {
  package let ratio: Double
  /// `nil` if no interval attains the level; at 95 %, for fewer than six pairs.
  package let interval: Interval?
  /// Two-sided; exact up to 100 pairs, even with ties and zeros. Like `minimumDetectable`, `nil` if `interval` is.
  package let p: Double?
  package let pairs: Int
  /// The smallest slowdown, as a ratio above 1, that this test of this many pairs detects with a power of 80 %, given
  /// the typical scatter of these pairs. See ``DetectableShift``.
  package let minimumDetectable: Double?

  /// - Parameters:
  ///   - pairs: positive numbers in the same unit; the first of each pair is divided by the second.
  ///   - alpha: the maximum error probability of the interval.
  /// - Returns: `nil` without pairs, or if a number is not positive and finite.
  /// - Complexity: O(n³) for the exact distribution up to 100 pairs, O(n log n) above.
  package init?(_ pairs: [(Double, Double)], alpha: Double = 0.05) { self.init(strata: [pairs], alpha: alpha) }

  /// The same for pairs of several strata; empty strata are ignored.
  package init?(strata: [[(Double, Double)]], alpha: Double = 0.05) {
    guard strata.joined().allSatisfy({ $0.isPlausible && $1.isPlausible }) else { return nil }
    let logRatios = strata.filter { !$0.isEmpty }.map { $0.map(logRatio) }
    guard let averages = StratifiedAverages(logRatios) else { return nil }
    ratio = exp(averages.median)
    interval = Self.interval(averages, alpha: alpha)
    p = interval == nil ? nil : averages.signedRankP
    pairs = logRatios.reduce(0) { $0 + $1.count }
    minimumDetectable = interval == nil ? nil : minimumDetectableRatio(strata: logRatios, alpha: alpha)
  }

  private static func interval(_ averages: StratifiedAverages, alpha: Double) -> Interval? {
    averages.cut(alpha: alpha).map { cut, level in averages.interval(leavingOut: cut, level: level).exponential }
  }
}
