/// The state in which a source file ends: whether text that is appended is code at the top level.
///
/// This is no parser: in a file that compiles, it finds comments, strings, braces and conditions. If a bare regular
/// expression looks like one of them, it may take a complete file for an incomplete one, but in practice never the
/// other way around: then another file is chosen.
package enum SourceEnding: Hashable, Sendable {
  case topLevel
  /// Within a comment, a string literal, braces, or conditional compilation (`#if`).
  case comment, string, braces, condition
  /// It is not UTF-8 text.
  case notText

  /// - Complexity: O(n).
  package init(of bytes: [UInt8], language: SourceProbe.Language) {
    guard String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(0) else {
      self = .notText
      return
    }
    var reader = EndingReader(bytes: bytes, language: language)
    self = reader.ending()
  }
}

private struct EndingReader {
  let bytes: [UInt8]
  let language: SourceProbe.Language
  var index = 0
  var braces = 0
  var conditions = 0
  /// The literals, and interpolations in them, that contain the position; outermost first.
  var frames: [Frame] = []

  enum Frame {
    case string(pounds: Int, isMultiline: Bool)
    case interpolation(parentheses: Int)
  }

  mutating func ending() -> SourceEnding {
    while index < bytes.count {
      if case .string(let pounds, let isMultiline)? = frames.last {
        readString(pounds: pounds, isMultiline: isMultiline)
      } else if starts("//") {
        skipLine()
      } else if starts("/*") {
        guard skipComment() else { return .comment }
      } else {
        guard readCode() else { return .string }
      }
    }
    if !frames.isEmpty { return .string }
    // In C, a brace may be opened in two branches of a condition and closed once.
    if language == .swift, braces != 0 { return .braces }
    return conditions == 0 ? .topLevel : .condition
  }

  /// - Returns: `false` if a literal is unterminated.
  private mutating func readCode() -> Bool {
    switch bytes[index] {
    case UInt8(ascii: "\""): openString(pounds: 0)
    case UInt8(ascii: "'") where language == .c: skipCharacter()
    case UInt8(ascii: "#"): return readPounds()
    case let byte:
      note(byte)
      index += 1
    }
    return true
  }

  private mutating func note(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "{"): braces += 1
    case UInt8(ascii: "}"): braces -= 1
    case UInt8(ascii: "("): nest(1)
    case UInt8(ascii: ")"): nest(-1)
    default: break
    }
  }

  private mutating func nest(_ step: Int) {
    guard case .interpolation(let parentheses)? = frames.popLast() else { return }
    if parentheses + step > 0 { frames.append(.interpolation(parentheses: parentheses + step)) }
  }

  /// `#if`, `#"…"#`, `#/…/#`, or a macro.
  private mutating func readPounds() -> Bool {
    let start = index
    while index < bytes.count, bytes[index] == UInt8(ascii: "#") { index += 1 }
    let pounds = index - start
    if language == .swift, starts("\"") {
      openString(pounds: pounds)
    } else if language == .swift, starts("/") {
      return skip(past: "/" + String(repeating: "#", count: pounds))
    } else {
      while index < bytes.count, bytes[index] == UInt8(ascii: " ") || bytes[index] == UInt8(ascii: "\t") { index += 1 }
      if starts("if") { conditions += 1 }
      if starts("endif") { conditions -= 1 }
    }
    return true
  }

  private mutating func openString(pounds: Int) {
    let isMultiline = language == .swift && starts("\"\"\"")
    index += isMultiline ? 3 : 1
    frames.append(.string(pounds: pounds, isMultiline: isMultiline))
  }

  private mutating func readString(pounds: Int, isMultiline: Bool) {
    let raw = String(repeating: "#", count: pounds)
    let end = (isMultiline ? "\"\"\"" : "\"") + raw
    if starts("\\" + raw) {
      index += 1 + pounds
      let isInterpolation = language == .swift && starts("(")
      if isInterpolation { frames.append(.interpolation(parentheses: 1)) }
      index += 1
    } else if starts(end) {
      index += end.utf8.count
      frames.removeLast()
    } else {
      // This was no literal on one line after all.
      if !isMultiline, bytes[index] == UInt8(ascii: "\n") { frames.removeLast() }
      index += 1
    }
  }

  private mutating func skipCharacter() {
    index += 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "'"), bytes[index] != UInt8(ascii: "\n") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    index += 1
  }

  private mutating func skipLine() {
    while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
  }

  /// In Swift, comments nest.
  private mutating func skipComment() -> Bool {
    var depth = 0
    repeat {
      if starts("/*"), language == .swift || depth == 0 {
        depth += 1
        index += 2
      } else if starts("*/") {
        depth -= 1
        index += 2
      } else {
        index += 1
      }
      if depth == 0 { return true }
    } while index < bytes.count
    return false
  }

  private mutating func skip(past text: String) -> Bool {
    index += 1
    while index < bytes.count {
      if starts(text) {
        index += text.utf8.count
        return true
      }
      index += 1
    }
    return false
  }

  private func starts(_ text: String) -> Bool {
    bytes[index...].starts(with: text.utf8)
  }
}
