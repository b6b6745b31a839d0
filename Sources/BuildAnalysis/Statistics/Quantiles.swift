extension Collection<Double> {
  /// The middle value, or the mean of the two in the middle; `nil` for none.
  /// - Complexity: O(n log n).
  package var median: Double? {
    guard !isEmpty else { return nil }
    let sorted = sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }

  /// The distribution-free interval of the median: the order statistics that the sign test does not reject.
  ///
  /// Hollander, Wolfe & Chicken, “Nonparametric Statistical Methods”, 3rd ed., 3.6.
  /// - Parameter alpha: the largest probability of missing the median that is accepted.
  /// - Returns: `nil` where even the whole range misses more often, which it does under six values at 0.05.
  /// - Complexity: O(n log n).
  package func medianInterval(alpha: Double) -> Interval? {
    let sorted = sorted()
    var tail = 0.0
    var probability = 1.0 / Double(sign: .plus, exponent: sorted.count, significand: 1)
    var best: Interval?
    for rank in 0..<(sorted.count / 2) {
      tail += probability
      guard 2 * tail <= alpha else { break }
      best = Interval(low: sorted[rank], high: sorted[sorted.count - 1 - rank], level: 1 - 2 * tail)
      probability *= Double(sorted.count - rank) / Double(rank + 1)
    }
    return best
  }
}

/// A confidence interval and the level that it attains.
package struct Interval: Sendable, Hashable {
  package let low: Double
  package let high: Double
  package let level: Double

  package init(low: Double, high: Double, level: Double) {
    self.low = low
    self.high = high
    self.level = level
  }
}
