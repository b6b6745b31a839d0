/// Whether a series rises or falls over its rounds: the test of Mann and Kendall.
///
/// Mann, “Nonparametric Tests Against Trend”, Econometrica 13 (1945); Kendall, “Rank Correlation Methods”, 1975. Up to 50
/// values it is exact, ties included: the pairs out of order in a random arrangement of a multiset are distributed as the
/// q-multinomial coefficient has it (MacMahon, “Combinatory Analysis”, 1915). Above, normal with the variance that ties
/// leave and a correction for continuity.
package struct Trend: Sendable, Hashable {
  /// Two-sided. The exact one is right to 1e-12, not to its last digits.
  package let p: Double
  /// The median of the last third of the rounds divided by that of the first third, which says how large it is.
  package let change: Double

  static let exactLimit = 50

  /// - Parameter series: in the order of the rounds; positive.
  /// - Returns: `nil` under three values.
  /// - Complexity: O(n²) for the pairs, O(n³) for the exact distribution.
  package init?(_ series: [Double]) {
    let third = series.count / 3
    guard let start = series.prefix(third).median, let end = series.suffix(third).median else { return nil }
    change = end / start
    var (rising, falling) = (0, 0)
    for (later, value) in series.enumerated() {
      for earlier in series[..<later] {
        rising += earlier < value ? 1 : 0
        falling += earlier > value ? 1 : 0
      }
    }
    p = Self.falling(among: series).twoSidedP(min(rising, falling))
  }

  /// How many pairs fall in a random arrangement.
  private static func falling(among series: [Double]) -> NullDistribution {
    let ties = Dictionary(grouping: series) { $0 }.values.map(\.count).filter { $0 > 1 }.sorted()
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

/// Polynomials in q: the coefficient of each power.
extension [Double] {
  /// Times (1 + q + … + qᶠ⁻¹) / f.
  fileprivate func times(_ factor: Int) -> [Double] {
    var sum = 0.0
    return (0..<(count + factor - 1)).map { power in
      sum += power < count ? self[power] : 0
      sum -= power >= factor ? self[power - factor] : 0
      return sum / Double(factor)
    }
  }

  /// What times the same factor would give this.
  fileprivate func dividedBy(_ factor: Int) -> [Double] {
    var quotient: [Double] = []
    for power in 0..<(count - factor + 1) {
      let difference = self[power] - (power > 0 ? self[power - 1] : 0)
      quotient.append(difference * Double(factor) + (power >= factor ? quotient[power - factor] : 0))
    }
    return quotient
  }
}
