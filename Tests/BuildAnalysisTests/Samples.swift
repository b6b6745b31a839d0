import ModuleGraph

/// The samples to which Oracles/scipy_answers.py gives the answers: the same seed draws the same ones there.
enum Samples {
  static func differences(_ seed: UInt64) -> [Double] {
    var random = SeededGenerator(seed: seed)
    let kind = seed % 10
    let count = kind < 2 ? 150 + random.below(50) : 1 + random.below(kind < 6 ? 14 : 40)
    let tied = (1..<6).contains(kind)
    return (0..<count).map { _ in tied ? Double(random.below(9) - 4) / 4 : random.unit() - 0.3 }
  }

  static func pairs(_ seed: UInt64) -> [(Double, Double)] {
    var random = SeededGenerator(seed: seed)
    if seed.isMultiple(of: 3) {
      let references = (0..<(1 + random.below(14))).map { _ in Double(1 + random.below(4)) }
      return references.map { ($0 * [0.5, 1, 2, 4][random.below(4)], $0) }
    }
    return (0..<(1 + random.below(30))).map { _ in (5 + 10 * random.unit(), 5 + 12 * random.unit()) }
  }

  static func series(_ seed: UInt64) -> ([Double], [Double]) {
    var random = SeededGenerator(seed: seed)
    let kind = seed % 10
    let sizes =
      kind < 2
      ? [35 + random.below(10), 40 + random.below(10)] : (0..<2).map { _ in 1 + random.below(kind < 6 ? 7 : 20) }
    let tied = (1..<6).contains(kind)
    let series = sizes.enumerated().map { index, size in
      (0..<size).map { _ in tied ? Double(1 + random.below(5)) : 5 + Double(10 + index) * random.unit() }
    }
    return (series[0], series[1])
  }

  /// Values, and the share whose quantile is asked for.
  static func values(_ seed: UInt64) -> (share: Double, values: [Double]) {
    var random = SeededGenerator(seed: seed)
    let share = random.unit()
    let tied = seed.isMultiple(of: 3)
    return (share, (0..<(1 + random.below(20))).map { _ in tied ? Double(random.below(5)) : 10 * random.unit() })
  }

  static func probabilities(_ seed: UInt64) -> [Double] {
    var random = SeededGenerator(seed: seed)
    let tied = seed.isMultiple(of: 3)
    return (0..<(1 + random.below(6))).map { _ in
      guard !tied else { return Double(random.below(5)) / 20 }
      let unit = random.unit()
      return unit * unit
    }
  }

  static func student(_ seed: UInt64) -> (degreesOfFreedom: Int, probability: Double) {
    var random = SeededGenerator(seed: seed)
    let freedom = seed.isMultiple(of: 10) ? 1000 + random.below(9000) : 1 + random.below(60)
    return (freedom, 0.0001 + 0.9998 * random.unit())
  }

  static func rounds(_ seed: UInt64) -> [Double] {
    var random = SeededGenerator(seed: seed)
    let kind = seed % 10
    let count = kind == 0 ? 51 + random.below(50) : 3 + random.below(kind < 4 ? 5 : 48)
    return (0..<count).map { _ in kind < 4 ? Double(1 + random.below(4)) : 5 + 10 * random.unit() }
  }

  static func trials(_ seed: UInt64) -> (count: Int, trials: Int) {
    var random = SeededGenerator(seed: seed)
    let trials = 1 + random.below(seed.isMultiple(of: 10) ? 10_000 : 60)
    return (random.below(trials + 1), trials)
  }

  /// Values, and the generator as it is after them.
  static func resampled(_ seed: UInt64) -> ([Double], SeededGenerator) {
    var random = SeededGenerator(seed: seed)
    let count = 5 + random.below(20)
    return ((0..<count).map { _ in 5 + 10 * random.unit() }, random)
  }
}

extension SeededGenerator {
  /// From 0 to just under 1.
  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
}
