import CMath

/// The smallest slowdown that this many pairs detect with a power of 80 %, at a two-sided level of 5 %.
///
/// (t₀.₉₇₅,ₙ₋₁ + t₀.₈,ₙ₋₁) · SD / √n on the scale of log ratios: Bland, “An Introduction to Medical Statistics”, 18,
/// with Student's t in place of the normal distribution, since the deviation is an estimate.
/// - Parameters:
///   - deviation: the standard deviation of the log ratios.
///   - pairs: the number of pairs.
/// - Returns: a ratio of at least 1; `nil` under two pairs.
/// - Complexity: O(pairs).
package func minimumDetectableRatio(deviation: Double, pairs: Int) -> Double? {
  guard pairs > 1 else { return nil }
  let quantiles =
    studentQuantile(0.975, degreesOfFreedom: pairs - 1) + studentQuantile(0.8, degreesOfFreedom: pairs - 1)
  return exp(quantiles * deviation / Double(pairs).squareRoot())
}

/// The same for log ratios of several strata, each with a centre of its own: the deviation is that within strata.
func minimumDetectableRatio(strata: [[Double]]) -> Double? {
  let pairs = strata.reduce(0) { $0 + $1.count }
  let freedom = pairs - strata.count
  guard freedom > 0 else { return nil }
  guard strata.count > 1 else {
    return strata[0].standardDeviation.flatMap { minimumDetectableRatio(deviation: $0, pairs: pairs) }
  }
  let squares = strata.reduce(0.0) { sum, values in
    let deviation = values.standardDeviation ?? 0
    return sum + deviation * deviation * Double(values.count - 1)
  }
  let quantiles =
    studentQuantile(0.975, degreesOfFreedom: freedom) + studentQuantile(0.8, degreesOfFreedom: freedom)
  return exp(quantiles * (squares / Double(freedom) / Double(pairs)).squareRoot())
}

/// The same for two series that nothing pairs: the deviation is that of the difference of their means, with Welch's
/// degrees of freedom, rounded down.
/// - Parameters:
///   - first: logarithms.
///   - second: logarithms of the same unit.
/// - Returns: a ratio of at least 1; `nil` where either has fewer than two values.
/// - Complexity: O(values).
package func minimumDetectableRatio(between first: [Double], and second: [Double]) -> Double? {
  guard let one = first.standardDeviation, let other = second.standardDeviation else { return nil }
  let variances = (one * one / Double(first.count), other * other / Double(second.count))
  let sum = variances.0 + variances.1
  guard sum > 0 else { return 1 }
  let freedom =
    sum * sum
    / (variances.0 * variances.0 / Double(first.count - 1) + variances.1 * variances.1 / Double(second.count - 1))
  let whole = max(1, Int(freedom))
  let quantiles =
    studentQuantile(0.975, degreesOfFreedom: whole) + studentQuantile(0.8, degreesOfFreedom: whole)
  return exp(quantiles * sum.squareRoot())
}

/// The number of rounds that detect a slowdown with a power of 80 %: the fewest whose minimum detectable ratio is no
/// larger.
/// - Parameters:
///   - ratio: the slowdown, above 1.
///   - deviation: the standard deviation of the log ratios, from a calibration or an earlier run.
///   - limit: the maximum number of rounds.
/// - Returns: at least 6, below which no claim is made; `nil` if even `limit` rounds are too few.
/// - Complexity: O(limit).
package func roundsNeeded(toDetect ratio: Double, deviation: Double, limit: Int = 10_000) -> Int? {
  func suffices(_ rounds: Int) -> Bool {
    minimumDetectableRatio(deviation: deviation, pairs: rounds).map { $0 <= ratio } ?? false
  }
  guard ratio > 1, limit >= RunFindings.roundsForClaim, suffices(limit) else { return nil }
  var (few, enough) = (RunFindings.roundsForClaim - 1, limit)
  while enough - few > 1 {
    let middle = few + (enough - few) / 2
    if suffices(middle) { enough = middle } else { few = middle }
  }
  return enough
}

/// What the signed-rank test can show with a planned number of pairs.
package enum SignificanceReach {
  /// The smallest two-sided p that this many pairs can give: 2 · 2⁻ⁿ, and at most 1.
  package static func smallestP(pairs: Int) -> Double {
    min(1, Double(sign: .plus, exponent: 1 - pairs, significand: 1))
  }

  /// Whether this many pairs can make any of this many comparisons significant: whether 2 · 2⁻ⁿ ≤ α / m, the bound of
  /// Benjamini and Hochberg for the smallest p.
  package static func suffices(pairs: Int, comparisons: Int, alpha: Double = 0.05) -> Bool {
    smallestP(pairs: pairs) * Double(comparisons) <= alpha
  }

  /// The fewest pairs that can make any of this many comparisons significant.
  /// - Parameter alpha: above 0.
  /// - Complexity: O(log(comparisons / alpha)).
  package static func pairsNeeded(comparisons: Int, alpha: Double = 0.05) -> Int {
    var pairs = 1
    while !suffices(pairs: pairs, comparisons: comparisons, alpha: alpha) { pairs += 1 }
    return pairs
  }
}
