/// A random number generator that gives the same numbers for the same seed, on every platform and in every release.
///
/// SplitMix64: Steele, Lea and Flood, “Fast splittable pseudorandom number generators”, OOPSLA 2014.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 to `bound` - 1. The bias of the remainder, less than `bound` / 2⁶⁴, is accepted.
  /// - Parameter bound: positive.
  package mutating func below(_ bound: Int) -> Int {
    Int(next() % UInt64(bound))
  }

  /// The elements in a random order. The standard library's shuffle may change between releases; this one does not.
  /// - Complexity: O(n). Fisher and Yates, in Durstenfeld's form.
  package mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var result = elements
    for last in result.indices.reversed().dropLast() {
      result.swapAt(last, below(last + 1))
    }
    return result
  }
}
