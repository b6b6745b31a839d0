/// A small random number generator whose numbers are the same on every machine.
///
/// Steele, Lea and Flood, “Fast splittable pseudorandom number generators” (2014), figure 17. The standard library's
/// `shuffled(using:)` and `randomElement(using:)` may change between releases, so choices are made here instead.
struct SplitMix64 {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// A generator for one module: its numbers depend on the seed and the module's name, not on the other modules.
  init(seed: UInt64, module name: String) {
    // FNV-1a, so that names that differ in one letter start far apart.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    self.init(seed: hash ^ (seed &* 0x9e37_79b9_7f4a_7c15))
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// A number below `bound`, which is positive. The bias of the remainder is far below what anyone could see here.
  mutating func below(_ bound: Int) -> Int {
    Int(next() % UInt64(bound))
  }

  mutating func number(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.count)
  }

  /// A yes or no.
  /// - Parameter percent: how often the answer is yes, of 100 times.
  /// - Returns: the answer.
  mutating func chance(_ percent: Int) -> Bool {
    below(100) < percent
  }

  /// - Returns: `nil` only for an empty collection.
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
