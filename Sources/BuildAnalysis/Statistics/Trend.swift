/// The Mann-Kendall test of whether a series rises or falls over its rounds.
///
/// Mann, “Nonparametric Tests Against Trend”, Econometrica 13 (1945); Kendall, “Rank Correlation Methods”, 1975. Exact
/// up to 50 values, including ties: the inversions in a random arrangement of a multiset follow the q-multinomial
/// coefficient (MacMahon, “Combinatory Analysis”, 1915). Above, it is the normal approximation with corrections for
/// ties and continuity.
package struct Trend: Sendable, Hashable {
  /// The two-sided p-value. If exact, its rounding error is at most 1e-12.
  package let p: Double
  /// The size of the trend: the median of the last third of the rounds divided by that of the first third.
  package let change: Double

  static let exactLimit = 50

  /// - Parameter series: positive values, in the order of the rounds.
  /// - Returns: `nil` for fewer than three values.
  /// - Complexity: O(n log n); O(n³) with the exact distribution.
  package init?(_ series: [Double]) {
    let third = series.count / 3
    guard let start = series.prefix(third).median, let end = series.suffix(third).median else { return nil }
    change = end / start
    let ties = Dictionary(grouping: series) { $0 }.values.map(\.count).filter { $0 > 1 }.sorted()
    let (falling, pairs) = (series.fallingPairs, series.count * (series.count - 1) / 2)
    let rising = pairs - falling - ties.reduce(0) { $0 + $1 * ($1 - 1) / 2 }
    p = Self.falling(among: series, ties: ties).twoSidedP(min(rising, falling))
  }

  /// The null distribution of the number of falling pairs.
  /// - Parameter ties: the multiplicity of each value that occurs more than once.
  private static func falling(among series: [Double], ties: [Int]) -> NullDistribution {
    guard series.count <= exactLimit else { return approximation(count: series.count, ties: ties) }
    var weights = [1.0]
    for factor in 1...series.count { weights = weights.times(factor) }
    for factor in ties.flatMap({ 2...$0 }) { weights = weights.dividedBy(factor) }
    return NullDistribution(weights: weights)
  }

  private static func approximation(count: Int, ties: [Int]) -> NullDistribution {
    func variance(_ size: Int) -> Double { Double(size * (size - 1)) * Double(2 * size + 5) / 72 }
    let pairs = count * (count - 1) / 2 - ties.reduce(0) { $0 + $1 * ($1 - 1) / 2 }
    let deviation = ties.reduce(variance(count)) { $0 - variance($1) }.squareRoot()
    return .normal(mean: Double(pairs) / 2, deviation: deviation, correction: 0.5)
  }
}

extension [Double] {
  /// The number of inversions, counted by merge sort: Knight, “A Computer Method for Calculating Kendall's Tau with
  /// Ungrouped Data”, JASA 61 (1966).
  fileprivate var fallingPairs: Int {
    var (sorted, merged, falling) = (self, self, 0)
    var width = 1
    while width < count {
      for start in stride(from: 0, to: count, by: 2 * width) {
        let (middle, end) = (Swift.min(start + width, count), Swift.min(start + 2 * width, count))
        var (left, right) = (start, middle)
        for place in start..<end {
          if right < end, left == middle || sorted[right] < sorted[left] {
            falling += middle - left
            merged[place] = sorted[right]
            right += 1
          } else {
            merged[place] = sorted[left]
            left += 1
          }
        }
      }
      swap(&sorted, &merged)
      width *= 2
    }
    return falling
  }
}

/// Polynomials in q, as the coefficients of ascending powers.
extension [Double] {
  /// The product with (1 + q + … + qᶠ⁻¹) / f.
  fileprivate func times(_ factor: Int) -> [Double] {
    var sum = 0.0
    return (0..<(count + factor - 1)).map { power in
      sum += power < count ? self[power] : 0
      sum -= power >= factor ? self[power - factor] : 0
      return sum / Double(factor)
    }
  }

  /// The quotient by the same factor.
  fileprivate func dividedBy(_ factor: Int) -> [Double] {
    var quotient: [Double] = []
    for power in 0..<(count - factor + 1) {
      let difference = self[power] - (power > 0 ? self[power - 1] : 0)
      quotient.append(difference * Double(factor) + (power >= factor ? quotient[power - factor] : 0))
    }
    return quotient
  }
}
