import CMath

/// The distribution function of the standard normal distribution, accurate in the lower tail as well.
func normalProbability(atMost value: Double) -> Double { erfc(-value / 2.0.squareRoot()) / 2 }

/// The quantile of the standard normal distribution for a probability strictly between 0 and 1.
/// - Complexity: 64 evaluations of the complementary error function.
func normalQuantile(_ probability: Double) -> Double {
  guard probability <= 0.5 else { return -normalQuantile(1 - probability) }
  return least(in: -40...0) { normalProbability(atMost: $0) >= probability }
}
