/// The Mann-Whitney test (Wilcoxon's rank-sum test). Hollander, Wolfe & Chicken, “Nonparametric Statistical Methods”,
/// 3rd ed., 4.1.
enum MannWhitney {
  /// The distribution is exact if the product of the sample sizes is at most this number; above, it is the normal
  /// approximation with corrections for ties and continuity. The error of p is then below 0.003 for samples of equal
  /// size, below 0.006 if the smaller one has ten values, and larger for fewer: 0.1 for sizes of 1 and 1,000.
  static let exactLimit = 1_000

  /// The null distribution of twice the rank sum of one sample.
  /// - Parameters:
  ///   - ranks: the doubled ranks of both samples. The distribution is conditional on their ties, as if all divisions
  ///     into two samples were enumerated.
  ///   - chosen: the size of the sample, at least 1 and less than the number of ranks.
  /// - Complexity: O(chosen² n²) up to the limit, by convolution; O(n) above.
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

  /// The number of differences between two samples of these sizes that the interval of a level leaves out at each end,
  /// and the level that it attains.
  /// - Returns: `nil` if the samples are too small for the level.
  static func cut(_ sizes: (Int, Int), alpha: Double) -> (cut: Int, level: Double)? {
    let chosen = min(sizes.0, sizes.1)
    let distribution = rankSums(ranks: (1...(sizes.0 + sizes.1)).map { 2 * $0 }, chosen: chosen)
    // The smallest possible value of twice the rank sum, at which U is 0.
    let start = chosen * (chosen + 1)
    let cut = distribution.cut(alpha: alpha, below: (sizes.0 * sizes.1 + 1) / 2) { start + 2 * $0 }
    return cut.map { ($0, 1 - 2 * distribution.probability(atMost: start + 2 * $0)) }
  }

  /// The number of choices that give each rank sum.
  private static func weights(ranks: [Int], chosen: Int) -> [Double] {
    let largest = ranks.sorted(by: >).prefix(chosen).reduce(0, +)
    // Indexed by the number of chosen ranks, then by their sum.
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

/// The two-sided p-value of the Mann-Whitney test for two independent samples; the null hypothesis is that neither
/// tends to be larger.
///
/// Twice the smaller tail, including ties; exact if the product of the sample sizes is at most 1,000.
/// - Returns: `nil` if either is empty.
/// - Complexity: O(1,000²) while exact; O(n log n) above.
package func mannWhitneyP(_ first: [Double], _ second: [Double]) -> Double? {
  guard !first.isEmpty, !second.isEmpty else { return nil }
  let ranks = (first + second).doubledMidranks
  // The distribution of the smaller sample is cheaper to compute.
  let own = first.count <= second.count ? ranks.prefix(first.count) : ranks.suffix(second.count)
  return MannWhitney.rankSums(ranks: ranks, chosen: own.count).twoSidedP(own.reduce(0, +))
}
