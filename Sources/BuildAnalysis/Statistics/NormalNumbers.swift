import CMath
import ModuleGraph

/// Standard normal numbers, generated in pairs of which both are used.
struct NormalNumbers {
  private var generator: SeededGenerator
  private var second: Double?

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func next() -> Double {
    if let number = second {
      second = nil
      return number
    }
    let pair = generator.normalPair()
    second = pair.1
    return pair.0
  }

  mutating func next(_ count: Int) -> [Double] { (0..<count).map { _ in next() } }
}

extension SeededGenerator {
  /// A random number, strictly between 0 and 1.
  package mutating func uniform() -> Double { (Double(next() >> 11) + 0.5) / 0x1p53 }

  /// Two independent standard normal numbers: Box & Muller, “A Note on the Generation of Random Normal Deviates”, 1958.
  package mutating func normalPair() -> (Double, Double) {
    let radius = (-2 * log(uniform())).squareRoot()
    let angle = 2 * Double.pi * uniform()
    return (radius * cos(angle), radius * sin(angle))
  }
}

/// The distribution function of the standard normal distribution, accurate in the lower tail as well.
func normalProbability(atMost value: Double) -> Double { erfc(-value / 2.0.squareRoot()) / 2 }

/// The quantile of the standard normal distribution for a probability strictly between 0 and 1.
/// - Complexity: 64 evaluations of the complementary error function.
func normalQuantile(_ probability: Double) -> Double {
  guard probability <= 0.5 else { return -normalQuantile(1 - probability) }
  return least(in: -40...0) { normalProbability(atMost: $0) >= probability }
}
