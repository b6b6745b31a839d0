import ModuleGraph

/// Random choices for generated code.
extension SeededGenerator {
  /// A generator for one module, which depends on the seed and the module's name, but not on other modules.
  init(seed: UInt64, module name: String) {
    // Hashed, so that similar names get unrelated numbers.
    self.init(seed: name.stableHash ^ (seed &* 0x9e37_79b9_7f4a_7c15))
  }

  mutating func number(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.count)
  }

  /// `true` with a probability in percent.
  mutating func chance(_ percent: Int) -> Bool {
    below(100) < percent
  }

  /// A random element; `nil` only if there are none.
  mutating func element<T>(of elements: [T]) -> T? {
    elements.isEmpty ? nil : elements[below(elements.count)]
  }

  /// At most `count` of the elements, in a random order.
  mutating func sample<T>(_ count: Int, of elements: [T]) -> [T] {
    var rest = elements
    var chosen: [T] = []
    while chosen.count < count, !rest.isEmpty {
      let index = below(rest.count)
      chosen.append(rest[index])
      rest[index] = rest[rest.count - 1]
      rest.removeLast()
    }
    return chosen
  }
}
