import ModuleGraph

/// Damages manifests: flipped bits, cuts, doubled parts, swapped and inserted words.
struct ManifestMutator {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Mostly one damage, sometimes up to four.
  mutating func mutant(of manifest: [UInt8]) -> [UInt8] {
    var bytes = manifest
    for _ in 0...(random.below(3) == 0 ? random.below(4) : 0) { damage(&bytes) }
    return bytes
  }

  private mutating func damage(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    let position = random.below(bytes.count)
    let end = min(bytes.count, position + 1 + random.below(random.below(4) == 0 ? 200 : 12))
    switch random.below(9) {
    case 0: bytes[position] ^= 1 << UInt8(random.below(8))
    case 1: bytes.removeSubrange(position..<end)
    case 2: bytes.insert(contentsOf: bytes[position..<end], at: random.below(bytes.count))
    case 3: bytes[position] = UInt8(random.below(256))
    case 4: bytes.removeSubrange(position...)
    case 5, 6: swapWords(&bytes)
    default: bytes.insert(contentsOf: Self.words[random.below(Self.words.count)].utf8, at: position)
    }
  }

  /// Puts one word, string or sign in the place of another.
  private mutating func swapWords(_ bytes: inout [UInt8]) {
    let starts = bytes.indices.filter { $0 == 0 || Self.isWordPart(bytes[$0]) != Self.isWordPart(bytes[$0 - 1]) }
    guard starts.count > 2 else { return }
    func word(_ index: Int) -> Range<Int> {
      starts[index]..<(index + 1 < starts.count ? starts[index + 1] : bytes.count)
    }
    let taken = bytes[word(random.below(starts.count))]
    bytes.replaceSubrange(word(random.below(starts.count)), with: Array(taken))
  }

  private static func isWordPart(_ byte: UInt8) -> Bool {
    Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber || byte == UInt8(ascii: "_")
  }

  private static let words = [
    ",", "(", ")", "[", "]", ":", "\"", "\\", "\\(", "/*", "*/", "//", "#", "+", " + ", "..<", "...", ".", "\n", "\r",
    "\r\n", " ", "\t", "nil", "true", "let x = 1\n", "\"\"\"", "\u{0}", "é", "{", "}", ";", "name: ", "package", "var ",
    "import Foundation\n", " == ", " ?? ", "!", "?", "if ", "let ", "return ", "$0", " in ", " ? ", " : ", "static ",
    "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", "((((((((((((((((((((((((((((((((((((((((((",
  ]
}
