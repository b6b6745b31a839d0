import CMath

/// The smallest slowdown that this many pairs detect with a power of 80 %, at a two-sided level of 5 %.
///
/// (t₀.₉₇₅,ₙ₋₁ + t₀.₈,ₙ₋₁) · SD / √n on the scale of log ratios: Bland, “An Introduction to Medical Statistics”, 18,
/// with Student's t in place of the normal distribution, since the deviation is an estimate.
/// - Parameters:
///   - deviation: the standard deviation of the log ratios.
///   - pairs: the number of pairs.
/// - Returns: a ratio of at least 1; `nil` for fewer than two pairs.
/// - Complexity: O(pairs).
package func minimumDetectableRatio(deviation: Double, pairs: Int) -> Double? {
  guard pairs > 1 else { return nil }
  let quantiles =
    studentQuantile(0.975, degreesOfFreedom: pairs - 1) + studentQuantile(0.8, degreesOfFreedom: pairs - 1)
  return exp(quantiles * deviation / Double(pairs).squareRoot())
}

/// The same for log ratios of several strata, each with its own centre: uses the pooled standard deviation within
/// strata.
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

/// The same for two unpaired samples: uses the standard error of the difference of their means, with Welch's degrees of
/// freedom, rounded down.
/// - Parameters:
///   - first: logarithms.
///   - second: logarithms of the same unit.
/// - Returns: a ratio of at least 1; `nil` if either has fewer than two values.
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

/// What the signed-rank test can show with a given number of pairs.
package enum SignificanceReach {
  /// The smallest possible two-sided p-value with this many pairs: 2 · 2⁻ⁿ, and at most 1.
  package static func smallestP(pairs: Int) -> Double {
    min(1, Double(sign: .plus, exponent: 1 - pairs, significand: 1))
  }

  /// Whether any of this many comparisons can be significant with this many pairs: whether 2 · 2⁻ⁿ ≤ α / m, the
  /// Benjamini-Hochberg bound for the smallest p-value.
  package static func suffices(pairs: Int, comparisons: Int, alpha: Double = 0.05) -> Bool {
    smallestP(pairs: pairs) * Double(comparisons) <= alpha
  }

  /// The smallest number of pairs with which any of this many comparisons can be significant.
  /// - Parameter alpha: above 0.
  /// - Complexity: O(log(comparisons / alpha)).
  package static func pairsNeeded(comparisons: Int, alpha: Double = 0.05) -> Int {
    var pairs = 1
    while !suffices(pairs: pairs, comparisons: comparisons, alpha: alpha) { pairs += 1 }
    return pairs
  }
}
