import CMath
import ModuleGraph

/// Standard normal numbers: Box & Muller, “A Note on the Generation of Random Normal Deviates”, 1958.
struct NormalNumbers {
  private var generator: SeededGenerator
  private var second: Double?

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func next() -> Double {
    if let number = second {
      second = nil
      return number
    }
    let radius = (-2 * log(uniform())).squareRoot()
    let angle = 2 * Double.pi * uniform()
    second = radius * sin(angle)
    return radius * cos(angle)
  }

  mutating func next(_ count: Int) -> [Double] { (0..<count).map { _ in next() } }

  /// A random number, strictly between 0 and 1.
  private mutating func uniform() -> Double { (Double(generator.next() >> 11) + 0.5) / 0x1p53 }
}
