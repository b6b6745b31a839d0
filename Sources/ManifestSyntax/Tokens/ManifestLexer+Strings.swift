extension ManifestLexer {
  /// The maximum nesting depth of interpolations; deeper ones are treated as text.
  private static let interpolationLimit = 8

  private var hasThreeQuotes: Bool {
    byte(at: position) == UInt8(ascii: "\"") && byte(at: position + 1) == UInt8(ascii: "\"")
      && byte(at: position + 2) == UInt8(ascii: "\"")
  }

  private func hasHashes(_ count: Int, at position: Int) -> Bool {
    (0..<count).allSatisfy { byte(at: position + $0) == UInt8(ascii: "#") }
  }

  /// A string, from its first quote. An unterminated string ends with its line; a multiline one, with the bytes.
  mutating func string(hashes: Int) -> (ManifestToken.Kind, Range<Int>?) {
    if hasThreeQuotes { return longString(hashes: hashes) }
    position += 1
    let start = position
    var isEscaped = false
    while position < end, bytes[position] != UInt8(ascii: "\n") {
      switch bytes[position] {
      case UInt8(ascii: "\"") where hasHashes(hashes, at: position + 1):
        defer { position += 1 + hashes }
        return (.string(isEscaped: isEscaped), start..<position)
      case UInt8(ascii: "\\") where hasHashes(hashes, at: position + 1):
        isEscaped = true
        position += 1 + hashes
        if byte(at: position) == UInt8(ascii: "(") {
          interpolation(onOneLine: true)
        } else if position < end, bytes[position] != UInt8(ascii: "\n") {
          position += 1
        }
      // Control characters, including tabs, which the compiler rejects in a string.
      case 0..<0x20, 0x7F:
        note(bytes[position] == UInt8(ascii: "\r") ? .syntax : .notText)
        position += 1
      default: position += 1
      }
    }
    note(.syntax)
    return (.string(isEscaped: true), start..<position)
  }

  /// A multiline string; escapes in it are doubts.
  private mutating func longString(hashes: Int) -> (ManifestToken.Kind, Range<Int>?) {
    position += 3
    let start = position
    while position < end {
      switch bytes[position] {
      case UInt8(ascii: "\"") where hasThreeQuotes && hasHashes(hashes, at: position + 3):
        let text = start..<position
        position += 3 + hashes
        if byte(at: position) == UInt8(ascii: "\"") { note(.unusualString) }
        return (.longString, text)
      case UInt8(ascii: "\\") where hasHashes(hashes, at: position + 1):
        note(.unusualString)
        position += 1 + hashes
        if byte(at: position) == UInt8(ascii: "(") {
          interpolation(onOneLine: false)
        } else if position < end, bytes[position] != UInt8(ascii: "\n") {
          position += 1
        }
      case UInt8(ascii: "\n"): skipNewline()
      case UInt8(ascii: "\r"), UInt8(ascii: "\t"):
        note(.unusualString)
        position += 1
      case 0..<0x20, 0x7F:
        note(.notText)
        position += 1
      default: position += 1
      }
    }
    note(.syntax)
    return (.longString, start..<position)
  }

  /// Skips an interpolation from its opening parenthesis past the closing one, on the same line if the string has only
  /// one line.
  private mutating func interpolation(onOneLine: Bool) {
    position += 1
    // The literal reader refuses nested interpolations.
    if interpolations > 0 { note(.interpolation) }
    guard interpolations < Self.interpolationLimit else { return }
    let outerEnd = end
    if onOneLine { end = lineEnd() }
    interpolations += 1
    defer {
      interpolations -= 1
      end = outerEnd
    }
    var depth = 1
    while depth > 0 {
      switch scan().kind {
      case .leftParenthesis: depth += 1
      case .rightParenthesis: depth -= 1
      case .end: return note(.interpolation)
      case .longString, .leftBrace: note(.interpolation)
      default: break
      }
    }
  }

  private mutating func lineEnd() -> Int {
    if position > knownLineEnd {
      knownLineEnd = position
      while knownLineEnd < end, bytes[knownLineEnd] != UInt8(ascii: "\n") { knownLineEnd += 1 }
    }
    return min(knownLineEnd, end)
  }
}
