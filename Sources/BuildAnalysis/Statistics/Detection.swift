import CMath

/// The smallest slowdown that so many pairs would show four times in five, at two-sided 5 %.
///
/// (t₀.₉₇₅,ₙ₋₁ + t₀.₈,ₙ₋₁) · SD / √n on the scale of log ratios: Bland, “An Introduction to Medical Statistics”, 18,
/// with Student's t in place of the normal distribution, since the deviation is an estimate.
/// - Parameters:
///   - deviation: the standard deviation of the log ratios.
///   - pairs: how many there are.
/// - Returns: a ratio of at least 1; `nil` under two pairs.
/// - Complexity: O(pairs).
package func minimumDetectableRatio(deviation: Double, pairs: Int) -> Double? {
  guard pairs > 1 else { return nil }
  let quantiles =
    studentQuantile(0.975, degreesOfFreedom: pairs - 1) + studentQuantile(0.8, degreesOfFreedom: pairs - 1)
  return exp(quantiles * deviation / Double(pairs).squareRoot())
}

/// How many rounds show a slowdown four times in five: the fewest whose minimum detectable effect is no larger.
/// - Parameters:
///   - ratio: the slowdown, above 1.
///   - deviation: the standard deviation of the log ratios, from a calibration or an earlier run.
///   - limit: the most that are thought of.
/// - Returns: at least 6, below which no claim is made; `nil` where even the limit is too few.
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

/// What a plan can promise of the signed-rank test before the first build.
package enum SignificanceReach {
  /// The smallest two-sided p that so many pairs can give: 2 · 2⁻ⁿ, and at most 1.
  package static func smallestP(pairs: Int) -> Double {
    min(1, Double(sign: .plus, exponent: 1 - pairs, significand: 1))
  }

  /// Whether so many pairs can turn any of so many comparisons red: whether 2 · 2⁻ⁿ ≤ α / m. Benjamini and Hochberg
  /// hold the smallest p against just that.
  package static func suffices(pairs: Int, comparisons: Int, alpha: Double = 0.05) -> Bool {
    smallestP(pairs: pairs) * Double(comparisons) <= alpha
  }

  /// The fewest pairs that can turn any of so many comparisons red.
  /// - Parameter alpha: above 0.
  /// - Complexity: O(log(comparisons / alpha)).
  package static func pairsNeeded(comparisons: Int, alpha: Double = 0.05) -> Int {
    var pairs = 1
    while !suffices(pairs: pairs, comparisons: comparisons, alpha: alpha) { pairs += 1 }
    return pairs
  }
}
