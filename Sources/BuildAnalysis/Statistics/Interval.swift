/// A confidence interval and its attained level.
package struct Interval: Sendable, Hashable {
  package let low: Double
  package let high: Double
  package let level: Double
}

extension Collection<Double> {
  /// The distribution-free confidence interval of the median: the order statistics that the sign test does not reject.
  ///
  /// Exact for any number of values. Hollander, Wolfe & Chicken, “Nonparametric Statistical Methods”, 3rd ed., 3.6.
  /// - Parameter alpha: the maximum error probability.
  /// - Returns: `nil` if even the whole range does not attain the level, as with fewer than six values at 0.05.
  /// - Complexity: O(n log n).
  package func medianInterval(alpha: Double) -> Interval? {
    let sorted = sorted()
    let signs = NullDistribution(weights: Self.binomialWeights(sorted.count))
    guard let cut = signs.cut(alpha: alpha, below: (sorted.count + 1) / 2, statistic: { $0 }) else { return nil }
    return Interval(
      low: sorted[cut], high: sorted[sorted.count - 1 - cut], level: 1 - 2 * signs.probability(atMost: cut))
  }

  /// The probability of each number of heads in n coin tosses, relative to that of n / 2. Relative to the middle,
  /// values too small for a `Double` are negligible, whereas 2⁻ⁿ itself would be 0 from n = 1,075 on.
  private static func binomialWeights(_ count: Int) -> [Double] {
    var weights = Array(repeating: 1.0, count: count + 1)
    for heads in stride(from: count / 2 - 1, through: 0, by: -1) {
      weights[heads] = weights[heads + 1] * Double(heads + 1) / Double(count - heads)
    }
    for heads in weights.indices where heads > count / 2 { weights[heads] = weights[count - heads] }
    return weights
  }
}
