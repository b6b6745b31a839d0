/// Finds anchors and aliases before parsing.
///
/// The parser copies what an alias refers to, and compares keys with all of their contents, so that a few hundred bytes
/// can keep it busy for years. Telling an alias from the same characters in a comment or a quoted string takes a
/// parser. Without one, it can be decided that there are none, since an alias needs an anchor.
enum YAMLAliases {
  /// - Returns: the line, counted from 1, of the first possible alias in a text with possible anchors.
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
