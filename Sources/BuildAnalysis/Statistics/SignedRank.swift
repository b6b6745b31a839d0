/// Wilcoxon's signed-rank test. Hollander, Wolfe & Chicken, “Nonparametric Statistical Methods”, 3rd ed., 3.1.
enum SignedRank {
  /// Up to this many values, the distribution is exact; above, it is the normal approximation with corrections for ties
  /// and continuity. The error of p is then below 0.002, and below 0.0005 for p < 0.1.
  static let exactLimit = 100

  /// The null distribution of twice the sum of the ranks of positive values.
  /// - Parameter ranks: the doubled ranks. The distribution is conditional on their ties, as if all signs were
  ///   enumerated.
  /// - Complexity: O(n³) up to the limit, by convolution; O(n) above.
  static func distribution(ranks: [Int]) -> NullDistribution {
    let sum = ranks.reduce(0, +)
    guard ranks.count <= exactLimit else {
      let squares = ranks.reduce(0.0) { $0 + Double($1) * Double($1) }
      return .normal(mean: Double(sum) / 2, deviation: squares.squareRoot() / 2, correction: 1)
    }
    var weights = [1.0] + Array(repeating: 0, count: sum)
    var reached = 0
    for rank in ranks {
      reached += rank
      for value in stride(from: reached, through: rank, by: -1) { weights[value] += weights[value - rank] }
    }
    return NullDistribution(weights: weights)
  }
}

extension [Double] {
  /// The two-sided p-value of Wilcoxon's signed-rank test for a centre of 0.
  ///
  /// Zeros are omitted before ranking (Wilcoxon's method, not Pratt's); ties get midranks. Exact up to 100 nonzero
  /// values.
  /// - Returns: 1 if there are only zeros.
  /// - Complexity: O(n³) up to 100 values, O(n log n) above.
  package var signedRankP: Double {
    StratifiedAverages([self])?.signedRankP ?? 1
  }
}
