import CMath

/// The exact confidence interval of a probability, given the number of successes. Its coverage is at least its level
/// for any number of trials.
///
/// Clopper & Pearson, “The Use of Confidence or Fiducial Limits Illustrated in the Case of the Binomial”, Biometrika 26
/// (1934).
/// - Parameters:
///   - count: the number of successes.
///   - alpha: the maximum error probability.
/// - Returns: `nil` without trials, or if `count` is not between 0 and `trials`.
/// - Complexity: O(trials).
package func binomialInterval(count: Int, of trials: Int, alpha: Double = 0.05) -> Interval? {
  guard trials > 0, (0...trials).contains(count) else { return nil }
  let low = count == 0 ? 0 : least(in: 0...1) { binomialTail(atLeast: count, of: trials, probability: $0) >= alpha / 2 }
  let high =
    count == trials
    ? 1 : least(in: 0...1) { 1 - binomialTail(atLeast: count + 1, of: trials, probability: $0) <= alpha / 2 }
  return Interval(low: low, high: high, level: 1 - alpha)
}

/// The probability of at least `count` successes; it increases with the probability of each.
private func binomialTail(atLeast count: Int, of trials: Int, probability: Double) -> Double {
  guard probability > 0, probability < 1 else { return probability > 0 || count == 0 ? 1 : 0 }
  return (count...trials).reduce(0) { sum, successes in
    let ways = lgamma(Double(trials + 1)) - lgamma(Double(successes + 1)) - lgamma(Double(trials - successes + 1))
    return sum + exp(ways + Double(successes) * log(probability) + Double(trials - successes) * log1p(-probability))
  }
}
