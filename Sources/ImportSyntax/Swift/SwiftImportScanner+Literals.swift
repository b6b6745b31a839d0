/// Skips strings and regular expressions, which are recognized as in the compiler's `lib/Parse/Lexer.cpp`.
extension SwiftImportScanner {
  /// Skips a comment, a regular expression, or an operator.
  mutating func skipSlash(depth: Int) {
    guard !skipComment() else { return }
    if hasBareRegularExpressions, let end = endOfBareRegularExpression() {
      bytes.position = end
    } else {
      bytes.position += 1
    }
  }

  /// Skips a string or regular expression that begins with `#`.
  /// - Returns: whether there was one; otherwise the position is unchanged.
  mutating func skipPoundLiteral(depth: Int) -> Bool {
    let start = bytes.position
    var pounds = 0
    while bytes[start + pounds] == UInt8(ascii: "#") { pounds += 1 }
    bytes.position = start + pounds
    switch bytes.current {
    case UInt8(ascii: "\""):
      skipString(pounds: pounds, depth: depth)
      return true
    case UInt8(ascii: "/"):
      skipExtendedRegularExpression(pounds: pounds)
      return true
    default:
      // Several `#` that do not begin a literal have no meaning.
      if pounds == 1 { bytes.position = start }
      return pounds > 1
    }
  }

  /// Skips a string from its quotation mark, which follows the given number of `#`. The end of the line closes a
  /// single-line string.
  mutating func skipString(pounds: Int, depth: Int) {
    let isMultiline = isMultilineQuote(pounds: pounds)
    bytes.position += isMultiline ? 3 : 1
    let newline = isMultiline ? UInt8(ascii: "\"") : UInt8(ascii: "\n")
    while true {
      bytes.skip(to: UInt8(ascii: "\""), UInt8(ascii: "\\"), newline, isMultiline ? newline : UInt8(ascii: "\r"))
      switch bytes.current {
      case UInt8(ascii: "\\"):
        bytes.position += 1
        guard hasPounds(pounds, at: bytes.position) else { continue }
        bytes.position += pounds
        if bytes.current == UInt8(ascii: "("), depth < Self.deepest {
          guard skipInterpolation(depth: depth, isMultiline: isMultiline) else { return }
        } else if isMultiline || !bytes.current.isNewline {
          bytes.position += 1
        }
      case UInt8(ascii: "\"") where !isMultiline || bytes.has("\"\"\"", at: bytes.position):
        let end = bytes.position + (isMultiline ? 3 : 1)
        bytes.position += 1
        guard hasPounds(pounds, at: end) else { continue }
        bytes.position = end + pounds
        return
      case UInt8(ascii: "\""): bytes.position += 1
      default: return
      }
    }
  }

  /// `"""` begins a multi-line string, except in `#"""#`, which is a single-line string containing a quotation mark.
  private func isMultilineQuote(pounds: Int) -> Bool {
    guard bytes.has("\"\"\"", at: bytes.position) else { return false }
    guard pounds > 0 else { return true }
    var position = bytes.position + 1
    while position < bytes.count, !bytes[position].isNewline {
      if bytes[position] == UInt8(ascii: "\""), hasPounds(pounds, at: position + 1) { return false }
      position += 1
    }
    return true
  }

  private func hasPounds(_ count: Int, at position: Int) -> Bool {
    for offset in 0..<count where bytes[position + offset] != UInt8(ascii: "#") { return false }
    return true
  }

  /// Skips from the opening parenthesis past the closing one.
  /// - Returns: whether the string continues. In a single-line string, a newline ends the interpolation and the string.
  private mutating func skipInterpolation(depth: Int, isMultiline: Bool) -> Bool {
    var open = 0
    while !bytes.isAtEnd {
      switch bytes.current {
      case UInt8(ascii: "("): open += 1
      case UInt8(ascii: ")"):
        open -= 1
        if open == 0 {
          bytes.position += 1
          return true
        }
      case UInt8(ascii: "\""):
        skipString(pounds: 0, depth: depth + 1)
        continue
      case UInt8(ascii: "#"):
        if skipPoundLiteral(depth: depth + 1) { continue }
      case UInt8(ascii: "/"):
        skipSlash(depth: depth + 1)
        continue
      case UInt8(ascii: "`"):
        skipEscapedName()
        continue
      case let byte where byte.isNewline && !isMultiline: return false
      default: break
      }
      bytes.position += 1
    }
    return false
  }

  // MARK: Regular expressions

  /// Skips `#/…/#`, which spans several lines if the first line ends after the slash.
  private mutating func skipExtendedRegularExpression(pounds: Int) {
    bytes.position += 1
    var first = bytes
    first.skipBlanks()
    let isMultiline = first.isAtEnd || first.current.isNewline
    let newline = isMultiline ? UInt8(ascii: "/") : UInt8(ascii: "\n")
    while true {
      bytes.skip(to: UInt8(ascii: "/"), UInt8(ascii: "\\"), newline, newline)
      switch bytes.current {
      case UInt8(ascii: "\\"): bytes.position += bytes[bytes.position + 1].isNewline ? 1 : 2
      case UInt8(ascii: "/"):
        bytes.position += 1
        guard hasPounds(pounds, at: bytes.position) else { continue }
        bytes.position += pounds
        return
      default: return
      }
    }
  }

  /// The end of the regular expression whose slash is here; `nil` if the slash is an operator.
  private func endOfBareRegularExpression() -> Int? {
    guard isPrefix(bytes.position) else { return nil }
    var position = bytes.position + 1
    guard !bytes[position].isSpace else { return nil }
    var groups = 0
    var classes = 0
    while position < bytes.count, !bytes[position].isNewline {
      switch bytes[position] {
      case UInt8(ascii: "\\"):
        position += 1
        if bytes[position].isNewline { return nil }
      case UInt8(ascii: "/"): return bytes[position - 1].isSpace ? nil : position + 1
      case UInt8(ascii: "["): classes += 1
      case UInt8(ascii: "]") where classes > 0: classes -= 1
      case UInt8(ascii: "(") where classes == 0: groups += 1
      case UInt8(ascii: ")") where classes == 0:
        groups -= 1
        if groups < 0 { return nil }
      default: break
      }
      position += 1
    }
    return nil
  }

  /// Whether the operator that contains a position is a prefix operator.
  private func isPrefix(_ position: Int) -> Bool {
    var start = position
    while Self.isOperator(bytes[start - 1]), position - start < Self.longestOperator { start -= 1 }
    switch bytes[start - 1] {
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: ","), UInt8(ascii: ";"),
      UInt8(ascii: ":"), 0:
      return true
    case let byte: return byte.isSpace
    }
  }

  private static let longestOperator = 16

  static func isOperator(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "!"),
      UInt8(ascii: "*"), UInt8(ascii: "%"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"),
      UInt8(ascii: "|"), UInt8(ascii: "^"), UInt8(ascii: "~"), UInt8(ascii: "?"):
      true
    default: false
    }
  }
}
