import CMath

/// The quantile of Student's t distribution.
///
/// For integer degrees of freedom, the distribution function is a finite sum: Abramowitz & Stegun, “Handbook of
/// Mathematical Functions”, 26.7.3 and 26.7.4. It is inverted by bisection, to a relative error of 1e-9 for
/// probabilities from 0.0001 to 0.9999.
/// - Parameters:
///   - probability: strictly between 0 and 1.
///   - degreesOfFreedom: at least 1.
/// - Complexity: O(degrees of freedom).
package func studentQuantile(_ probability: Double, degreesOfFreedom: Int) -> Double {
  guard probability >= 0.5 else { return -studentQuantile(1 - probability, degreesOfFreedom: degreesOfFreedom) }
  return least(in: 0...1e9) { studentCentralProbability($0, degreesOfFreedom: degreesOfFreedom) >= 2 * probability - 1 }
}

/// The distribution function of Student's t distribution, to an absolute error of 1e-12.
/// - Parameter degreesOfFreedom: at least 1.
/// - Complexity: O(degrees of freedom).
func studentProbability(atMost value: Double, degreesOfFreedom: Int) -> Double {
  let central = studentCentralProbability(abs(value), degreesOfFreedom: degreesOfFreedom)
  return max(0, value < 0 ? 1 - central : 1 + central) / 2
}

/// The probability that t lies between −`value` and `value`, which must not be negative.
private func studentCentralProbability(_ value: Double, degreesOfFreedom: Int) -> Double {
  let freedom = Double(degreesOfFreedom)
  let angle = atan(value / freedom.squareRoot())
  let (sine, cosine) = (sin(angle), cos(angle))
  let isOdd = !degreesOfFreedom.isMultiple(of: 2)
  // Odd: cos + 2/3 cos³ + 2·4/(3·5) cos⁵ + … + cosᵛ⁻²; even: 1 + 1/2 cos² + 1·3/(2·4) cos⁴ + … + cosᵛ⁻².
  var term = isOdd ? cosine : 1
  var sum = 0.0
  for power in stride(from: isOdd ? 1 : 0, through: degreesOfFreedom - 2, by: 2) {
    sum += term
    term *= cosine * cosine * Double(power + 1) / Double(power + 2)
  }
  return isOdd ? 2 / Double.pi * (angle + sine * sum) : sine * sum
}
