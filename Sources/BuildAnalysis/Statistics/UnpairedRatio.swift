import CMath

/// The ratio of two times, from runs of different sessions, which are not paired.
///
/// The estimate is Hodges and Lehmann's on logarithms: the median of the log ratios of each value to each other. Its
/// interval inverts the exact Mann-Whitney test, so that without ties the two agree; with ties, it still has at least
/// its nominal coverage. Drift between the sessions is part of the ratio: it cannot be separated. Hollander, Wolfe &
/// Chicken, “Nonparametric Statistical Methods”, 3rd ed., 4.2 and 4.3.
package struct UnpairedRatio: Sendable, Hashable {
  package let ratio: Double
  /// `nil`, like `p`, if there are too few runs for an interval to attain 95 %: up to 3 and 4, or 2 and 7.
  package let interval: Interval?
  /// Two-sided, ties included; exact for at most 1,000 pairs of one run from each.
  package let p: Double?
  /// The smallest slowdown, as a ratio above 1, that such series would show four times in five; absent without an interval.
  package let minimumDetectable: Double?

  /// - Parameters:
  ///   - first: positive numbers.
  ///   - second: positive numbers of the same unit, by which the first are divided.
  ///   - alpha: the maximum error probability of the interval.
  /// - Returns: `nil` if either is empty, or a number is not positive and finite.
  /// - Complexity: O(1,000²) while exact; O(n log n) above.
  package init?(_ first: [Double], _ second: [Double], alpha: Double = 0.05) {
    guard (first + second).allSatisfy(\.isPlausible) else { return nil }
    let (logs, others) = (first.map { log($0) }, second.map { log($0) })
    guard let differences = PairwiseDifferences(logs, others) else { return nil }
    ratio = exp(differences.median)
    interval = Self.interval(differences, sizes: (first.count, second.count), alpha: alpha)
    p = interval == nil ? nil : mannWhitneyP(first, second)
    minimumDetectable = interval == nil ? nil : minimumDetectableRatio(between: logs, and: others)
  }

  private static func interval(_ differences: PairwiseDifferences, sizes: (Int, Int), alpha: Double) -> Interval? {
    let chosen = min(sizes.0, sizes.1)
    let distribution = MannWhitney.rankSums(ranks: (1...(sizes.0 + sizes.1)).map { 2 * $0 }, chosen: chosen)
    // The smallest possible value of twice the rank sum, at which U is 0.
    let start = chosen * (chosen + 1)
    let cut = distribution.cut(alpha: alpha, below: (differences.count + 1) / 2) { start + 2 * $0 }
    return cut.map {
      differences.interval(leavingOut: $0, level: 1 - 2 * distribution.probability(atMost: start + 2 * $0)).exponential
    }
  }
}
