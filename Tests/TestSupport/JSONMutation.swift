import ModuleGraph

/// Changes values of JSON documents and of lines of JSON, so that most results are still JSON: numbers become others, texts those of
/// other keys, and lines occur twice, not at all, or in another order.
package struct JSONMutation {
  private let files: [[UInt8]]
  private var broken: Mutation
  private var random: SeededGenerator

  /// - Parameters:
  ///   - files: what real files hold.
  ///   - seed: the same one gives the same inputs.
  package init(of files: [String], seed: UInt64) {
    self.files = files.map { Array($0.utf8) }
    broken = Mutation(of: files, words: Self.values, seed: seed)
    random = SeededGenerator(seed: seed &+ 1)
  }

  private static let values = [
    "0", "1", "-1", "2", "100", "0.5", "-0.0", "1e16", "-1e16", "1e300", "-1e300", "1e-300", "1e999", "4294967296",
    "9223372036854775807", "-9223372036854775808", "18446744073709551616", "2305843009213693952", "35184372088832",
    "null", "true", "false", "[]", "{}", "\"\"", "\"a\"", "\"../..\"", "\"2026-11-29T00:00:00Z\"", "\"\\u0000\"",
    "[0,0]", "[1,2,3]",
  ]

  package mutating func next() -> [UInt8] {
    if Int.random(in: 0..<8, using: &random) == 0 { return broken.next() }
    var bytes = files.randomElement(using: &random) ?? []
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      if Int.random(in: 0..<4, using: &random) == 0 { changeLines(of: &bytes) } else { changeValue(of: &bytes) }
    }
    return bytes
  }

  private mutating func changeValue(of bytes: inout [UInt8]) {
    let values = Self.values(in: bytes)
    guard let place = values.randomElement(using: &random) else { return }
    // A value of the same file has the right type more often.
    let other =
      Bool.random(using: &random)
      ? values.randomElement(using: &random).map { Array(bytes[$0]) }
      : Self.values.randomElement(using: &random).map { Array($0.utf8) }
    bytes.replaceSubrange(place, with: other ?? [])
  }

  private mutating func changeLines(of bytes: inout [UInt8]) {
    var lines = bytes.split(separator: UInt8(ascii: "\n"))
    guard lines.count > 1 else { return }
    let index = Int.random(in: 0..<lines.count, using: &random)
    switch Int.random(in: 0..<3, using: &random) {
    case 0: lines.remove(at: index)
    case 1: lines.insert(lines[index], at: Int.random(in: 0...lines.count, using: &random))
    default: lines.swapAt(index, Int.random(in: 0..<lines.count, using: &random))
    }
    bytes = Array(lines.joined(separator: [UInt8(ascii: "\n")])) + [UInt8(ascii: "\n")]
  }

  /// The ranges of texts, numbers and words that are no keys.
  private static func values(in bytes: [UInt8]) -> [Range<Int>] {
    var values: [Range<Int>] = []
    var index = 0
    while index < bytes.count {
      let start = index
      switch bytes[index] {
      case UInt8(ascii: "\""):
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
          index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        index = min(bytes.count, index + 1)
        let next = bytes[index...].first { $0 > 0x20 }
        if next != UInt8(ascii: ":") { values.append(start..<index) }
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "a")...UInt8(ascii: "z"):
        while index < bytes.count, isWord(bytes[index]) { index += 1 }
        values.append(start..<index)
      default: index += 1
      }
    }
    return values
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "E"),
      UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}
