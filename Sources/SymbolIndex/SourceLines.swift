import ModuleGraph

/// The lines of a source file, for reading the access levels of declarations.
struct SourceLines {
  private let lines: [ArraySlice<UInt8>]

  init(_ bytes: [UInt8]) {
    lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  }

  /// The access level among the words before a name on its line; `nil` if there is none. `private(set)` is ignored,
  /// since it applies only to the setter.
  /// - Parameters:
  ///   - line: counted from 1.
  ///   - column: in bytes, counted from 1.
  func access(beforeLine line: Int, column: Int) -> AccessLevel? {
    guard lines.indices.contains(line - 1) else { return nil }
    let before = lines[line - 1].prefix(max(0, column - 1))
    let words = before.split(whereSeparator: { !Self.isOfWord($0) })
    return words.reversed().lazy.compactMap { word -> AccessLevel? in
      guard word.endIndex == before.endIndex || before[word.endIndex] != UInt8(ascii: "(") else { return nil }
      return AccessLevel(rawValue: String(decoding: word, as: UTF8.self))
    }.first
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "@"), UInt8(ascii: "`"), 0x80...:
      true
    default: false
    }
  }
}
