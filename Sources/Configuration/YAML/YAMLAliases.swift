/// Finds anchors and aliases before parsing.
///
/// The parser copies what an alias refers to, and compares keys with all of their contents, so that a few hundred bytes
/// can keep it busy for years. Distinguishing an alias from the same characters in a comment or a quoted string would
/// require a parser. This search may report such characters, but only if the text also has a possible anchor: without
/// an anchor, there can be no alias.
enum YAMLAliases {
  /// - Returns: the line of the first possible alias, counted from 1; `nil` if the text has no alias, or no anchor.
  /// - Complexity: O(bytes).
  static func firstLine(in bytes: [UInt8]) -> Int? {
    var before = UInt8(ascii: "\n")
    var line = 1
    var firstAlias: Int?
    var hasAnchor = false
    for (byte, after) in zip(bytes, bytes.dropFirst()) {
      if startsToken(after: before), after > UInt8(ascii: " ") {
        if byte == UInt8(ascii: "&") { hasAnchor = true }
        if byte == UInt8(ascii: "*"), firstAlias == nil { firstAlias = line }
      }
      if byte == UInt8(ascii: "\n") { line += 1 }
      before = byte
    }
    return hasAnchor ? firstAlias : nil
  }

  /// Whether a token can follow: white space, an indicator, or a byte of a non-ASCII character, which may be a line
  /// break.
  private static func startsToken(after byte: UInt8) -> Bool {
    byte <= UInt8(ascii: " ") || byte >= 0x80 || "[{,:-?]}".utf8.contains(byte)
  }
}
