import ModuleGraph

/// Breaks files as fuzzers do: bytes changed, taken out, doubled, moved and mixed with those of others.
package struct Mutation {
  private let files: [[UInt8]]
  private let words: [[UInt8]]
  private let longest: Int
  private var random: SeededGenerator

  /// - Parameters:
  ///   - files: what real files hold.
  ///   - words: what means something in them.
  ///   - longest: what is longer is cut off.
  ///   - seed: the same one gives the same inputs.
  package init(of files: [String], words: [String], longest: Int = 1 << 16, seed: UInt64) {
    self.init(of: files.map { Array($0.utf8) }, words: words, longest: longest, seed: seed)
  }

  /// The same for files that are no text.
  package init(of files: [[UInt8]], words: [String], longest: Int = 1 << 16, seed: UInt64) {
    self.files = files
    self.words = words.map { Array($0.utf8) }
    self.longest = longest
    random = SeededGenerator(seed: seed)
  }

  /// The next input, never empty-handed: it may still be what it was.
  package mutating func next() -> [UInt8] {
    var bytes = files.randomElement(using: &random) ?? []
    for _ in 0..<Int.random(in: 1...8, using: &random) { mutate(&bytes) }
    return bytes
  }

  private mutating func mutate(_ bytes: inout [UInt8]) {
    let range = self.range(of: bytes)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: bytes.replaceSubrange(range.prefix(1), with: [UInt8.random(in: 0...255, using: &random)])
    case 1: bytes.removeSubrange(range)
    case 2: bytes.insert(contentsOf: bytes[range], at: range.lowerBound)
    case 3: bytes.insert(contentsOf: words.randomElement(using: &random) ?? [], at: range.lowerBound)
    case 4: bytes.replaceSubrange(range, with: words.randomElement(using: &random) ?? [])
    case 5:
      let other = files.randomElement(using: &random) ?? []
      bytes.replaceSubrange(range, with: other[self.range(of: other)])
    case 6: bytes.removeSubrange(range.lowerBound...)
    default:
      if let bit = range.first { bytes[bit] ^= 1 << UInt8.random(in: 0..<8, using: &random) }
    }
    if bytes.count > longest { bytes.removeSubrange(longest...) }
  }

  private mutating func range(of bytes: [UInt8]) -> Range<Int> {
    let start = Int.random(in: 0...bytes.count, using: &random)
    let length = Int.random(in: 0...(Bool.random(using: &random) ? 8 : 400), using: &random)
    return start..<min(bytes.count, start + length)
  }
}
