import CMath

/// The ratio of two times from unpaired samples, such as runs of different sessions.
///
/// The estimate is the Hodges-Lehmann estimator on logarithms: the median of the log ratios of each value of one sample
/// to each value of the other. Its confidence interval inverts the exact Mann-Whitney test, so that the two agree
/// without ties; with ties, it still has at least its nominal coverage. Drift between the sessions is included in the
/// ratio and cannot be separated. Hollander, Wolfe & Chicken, “Nonparametric Statistical Methods”, 3rd ed., 4.2 and
/// 4.3.
package struct UnpairedRatio: Sendable, Hashable {
  package let ratio: Double
  /// Like `p`, `nil` if the samples are too small for the level; at 95 %, up to 3 and 4 values, or 2 and 7.
  package let interval: Interval?
  /// Two-sided, including ties; exact if the product of the sample sizes is at most 1,000.
  package let p: Double?
  /// The smallest slowdown, as a ratio above 1, that this test of samples of these sizes detects with a power of 80 %,
  /// given their typical scatter; `nil` if `interval` is. See ``DetectableShift``.
  package let minimumDetectable: Double?

  /// - Parameters:
  ///   - first: positive numbers.
  ///   - second: positive numbers in the same unit, by which the first are divided.
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
    minimumDetectable = interval == nil ? nil : minimumDetectableRatio(between: logs, and: others, alpha: alpha)
  }

  private static func interval(_ differences: PairwiseDifferences, sizes: (Int, Int), alpha: Double) -> Interval? {
    MannWhitney.cut(sizes, alpha: alpha).map { cut, level in
      differences.interval(leavingOut: cut, level: level).exponential
    }
  }
}
