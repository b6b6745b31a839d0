/// Wilcoxon's signed-rank test. Hollander, Wolfe & Chicken, “Nonparametric Statistical Methods”, 3rd ed., 3.1.
enum SignedRank {
  /// Up to so many values the distribution is exact; above, normal with the variance that ties leave and a correction
  /// for continuity, which puts p off by less than 0.002, and by less than 0.0005 where it is under 0.1.
  static let exactLimit = 100

  /// Twice the sum of the ranks whose value is positive, when each sign is as likely as the other.
  /// - Parameter ranks: doubled; ties are among them, and the distribution is then conditional on them, which is what
  ///   enumerating all signs gives.
  /// - Complexity: O(n³), a convolution, up to the limit; O(n) above.
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
  /// The two-sided p value of Wilcoxon's signed-rank test of a centre of 0.
  ///
  /// Zeros are left out before ranking, Wilcoxon's own treatment (not Pratt's); ties get their mean rank. Exact up to
  /// 100 values that are not 0.
  /// - Returns: 1 where only zeros are left.
  /// - Complexity: O(n³) up to 100 values, O(n log n) above.
  package var signedRankP: Double {
    let values = filter { $0 != 0 }
    let ranks = values.map(abs).doubledMidranks
    let positive = zip(values, ranks).reduce(0) { $1.0 > 0 ? $0 + $1.1 : $0 }
    return SignedRank.distribution(ranks: ranks).twoSidedP(positive)
  }
}
