/// The test of Mann, Whitney and Wilcoxon. Hollander, Wolfe & Chicken, “Nonparametric Statistical Methods”, 3rd ed., 4.1.
enum MannWhitney {
  /// Up to so many pairs of one value from each series the distribution is exact; above, normal with the variance that
  /// ties leave and a correction for continuity. That puts p off by less than 0.003 for series of one size, 0.006 where
  /// the smaller has ten values, and more under that: of one value and a thousand, by 0.1.
  static let exactLimit = 1_000

  /// Twice the rank sum of one series, when any of the ranks is as likely to be its as any other.
  /// - Parameters:
  ///   - ranks: those of both, doubled; ties are among them, and the distribution is then conditional on them, which is
  ///     what enumerating all divisions into two series gives.
  ///   - chosen: how many values the series has, at least one and fewer than there are ranks.
  /// - Complexity: O(chosen² n²), a convolution, up to the limit; O(n) above.
  static func rankSums(ranks: [Int], chosen: Int) -> NullDistribution {
    guard chosen * (ranks.count - chosen) > exactLimit else {
      return NullDistribution(weights: weights(ranks: ranks, chosen: chosen))
    }
    let (size, share) = (Double(ranks.count), Double(chosen) / Double(ranks.count))
    let mean = Double(ranks.reduce(0, +)) / size
    let squares = ranks.reduce(0.0) { $0 + (Double($1) - mean) * (Double($1) - mean) }
    let variance = Double(chosen) * (1 - share) * squares / (size - 1)
    return .normal(mean: Double(chosen) * mean, deviation: variance.squareRoot(), correction: 1)
  }

  /// In how many ways each sum comes about.
  private static func weights(ranks: [Int], chosen: Int) -> [Double] {
    let largest = ranks.sorted(by: >).prefix(chosen).reduce(0, +)
    // By how many were chosen, then by their sum.
    var ways = Array(repeating: Array(repeating: 0.0, count: largest + 1), count: chosen + 1)
    ways[0][0] = 1
    for (index, rank) in ranks.enumerated() {
      for number in stride(from: min(index + 1, chosen), through: 1, by: -1) {
        for sum in stride(from: largest, through: rank, by: -1) { ways[number][sum] += ways[number - 1][sum - rank] }
      }
    }
    return ways[chosen]
  }
}

/// The two-sided p value of the Mann-Whitney test that neither of two independent series tends to be larger.
///
/// Twice the smaller tail, ties included. Exact while there are at most 1,000 pairs of one value from each.
/// - Returns: `nil` where either has no values.
/// - Complexity: O(1,000²) while exact; O(n log n) above.
package func mannWhitneyP(_ first: [Double], _ second: [Double]) -> Double? {
  guard !first.isEmpty, !second.isEmpty else { return nil }
  let ranks = (first + second).doubledMidranks
  // The distribution is over the smaller series, since that costs less.
  let own = first.count <= second.count ? ranks.prefix(first.count) : ranks.suffix(second.count)
  return MannWhitney.rankSums(ranks: ranks, chosen: own.count).twoSidedP(own.reduce(0, +))
}
