extension ManifestLexer {
  /// Skips white space and comments.
  mutating func skipSpace() {
    while position < end {
      switch bytes[position] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"): position += 1
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): skipNewline()
      case UInt8(ascii: "/") where byte(at: position + 1) == UInt8(ascii: "/"): skipLineComment()
      case UInt8(ascii: "/") where byte(at: position + 1) == UInt8(ascii: "*"): skipBlockComment()
      case 0..<0x20:
        note(.notText)
        position += 1
      case UInt8(ascii: "`"):
        note(.syntax)
        position += 1
      default: return
      }
    }
  }

  /// Skips `\n` or `\r\n`; a lone carriage return is a doubt.
  mutating func skipNewline() {
    if bytes[position] == UInt8(ascii: "\r") {
      position += 1
      guard byte(at: position) == UInt8(ascii: "\n") else { return note(.notText) }
    }
    position += 1
    line += 1
  }

  private mutating func skipLineComment() {
    while position < end, bytes[position] != UInt8(ascii: "\n") { skipText() }
  }

  /// Skips a block comment. Block comments nest.
  private mutating func skipBlockComment() {
    var depth = 0
    while position < end {
      switch (bytes[position], byte(at: position + 1)) {
      case (UInt8(ascii: "/"), UInt8(ascii: "*")):
        depth += 1
        position += 2
      case (UInt8(ascii: "*"), UInt8(ascii: "/")):
        depth -= 1
        position += 2
        if depth == 0 { return }
      case (UInt8(ascii: "\n"), _): skipNewline()
      default: skipText()
      }
    }
    note(.syntax)
  }

  /// Skips a byte of a comment.
  private mutating func skipText() {
    let byte = bytes[position]
    let isPlain = byte >= 0x20 && byte != 0x7F
    let isReturn = byte == UInt8(ascii: "\r") && self.byte(at: position + 1) == UInt8(ascii: "\n")
    if !isPlain, byte != UInt8(ascii: "\t"), !isReturn { note(.notText) }
    position += 1
  }
}
