/// Reads types as written, and skips everything else.
extension SwiftTypeScanner {
  /// Reads a type, or a label and a type, up to the first token that cannot be part of it. An incomplete type continues
  /// on the next line.
  mutating func readTypeText() -> String {
    let start = tokens.current.range.lowerBound
    var isOpen = true
    while !tokens.isAtEnd {
      if tokens.current.kind == .mark {
        switch tokens.current.byte {
        case UInt8(ascii: "("), UInt8(ascii: "["):
          guard !tokens.current.isFirst || isOpen else { return text(since: start) }
          skipGroup()
          isOpen = false
          continue
        case UInt8(ascii: "<"):
          skipAngles()
          isOpen = false
          continue
        case UInt8(ascii: "="), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ","), UInt8(ascii: ")"),
          UInt8(ascii: "]"), UInt8(ascii: ";"):
          return text(since: start)
        case UInt8(ascii: "@"):
          guard isOpen else { return text(since: start) }
        default:
          isOpen = tokens.current.byte != UInt8(ascii: "?") && tokens.current.byte != UInt8(ascii: "!")
          tokens.advance()
          continue
        }
      } else if tokens.current.isFirst, !isOpen {
        return text(since: start)
      } else if tokens.current.kind != .name {
        return text(since: start)
      }
      isOpen = ["some", "any", "inout", "borrowing", "consuming", "sending", "async", "throws", "repeat", "each", "@"]
        .contains(tokens.name)
      tokens.advance()
    }
    return text(since: start)
  }

  /// The text read since a position, without comments, and with spaces only between words.
  func text(since start: Int) -> String {
    guard start < tokens.lastEnd else { return "" }
    let text = Array(tokens.text(start..<tokens.lastEnd).utf8)
    var result: [UInt8] = []
    var index = 0
    var hasBlank = false
    while index < text.count {
      if text[index...].starts(with: "/*".utf8) || text[index...].starts(with: "//".utf8) {
        let isBlock = text[index + 1] == UInt8(ascii: "*")
        while index < text.count, isBlock ? !text[index...].starts(with: "*/".utf8) : !text[index].isNewline {
          index += 1
        }
        index += isBlock ? 2 : 0
        hasBlank = true
      } else if text[index].isSpace {
        hasBlank = true
        index += 1
      } else {
        if hasBlank, let last = result.last, last.isNamePart, text[index].isNamePart {
          result.append(UInt8(ascii: " "))
        }
        result.append(text[index])
        hasBlank = false
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Reads a property's initial value, to the end of the expression.
  /// - Returns: the type of the value if it is a single literal; otherwise `nil`.
  mutating func readValue() -> String? {
    tokens.advance()
    let first = tokens.current
    var count = 0
    while !tokens.isAtEnd, !tokens.isMark("}"), !tokens.isMark(","), !tokens.isMark(";") {
      if count > 0, tokens.current.isFirst, beginsDeclaration() { break }
      // `Dictionary<String, Int>()`
      if tokens.isMark("<"), tokens.current.range.lowerBound == tokens.lastEnd { skipAngles() } else { skipToken() }
      count += 1
    }
    guard count == 1 else { return nil }
    switch first.kind {
    case .string: return "String"
    case .number: return tokens.text(first.range).contains(".") ? "Double" : "Int"
    case .name: return ["true", "false"].contains(tokens.text(first.range)) ? "Bool" : nil
    case .mark, .end: return nil
    }
  }

  /// Whether the current token, at the start of a line, begins a declaration instead of continuing an expression.
  func beginsDeclaration() -> Bool {
    if tokens.isMark("@") { return true }
    guard tokens.current.kind == .name, tokens.current.byte != UInt8(ascii: "`") else { return false }
    return Self.keywords.contains(tokens.name) || Self.modifiers.contains(tokens.name)
  }

  static let keywords: Set<String> = [
    "actor", "associatedtype", "case", "class", "deinit", "enum", "extension", "func", "import", "init", "let",
    "protocol",
    "static", "struct", "subscript", "typealias", "var",
  ]

  /// Skips the signature and the body of a function. Without a body, it stops before the next declaration.
  mutating func skipFunction() {
    tokens.advance()
    while !tokens.isAtEnd, !tokens.isMark("}") {
      if tokens.isMark("{") { return skipGroup() }
      if tokens.current.isFirst, beginsDeclaration() { return }
      skipToken()
    }
  }

  /// Skips one token, or the whole group that it opens.
  mutating func skipToken() {
    if tokens.isMark("{") {
      skipGroup()
    } else if tokens.isMark("(") || tokens.isMark("[") {
      skipGroup()
    } else {
      tokens.advance()
    }
  }

  /// Skips from a brace, parenthesis or bracket past its closing counterpart.
  mutating func skipGroup() {
    var depth = 0
    repeat {
      switch tokens.current.byte {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += tokens.current.kind == .mark ? 1 : 0
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= tokens.current.kind == .mark ? 1 : 0
      default: break
      }
      tokens.advance()
    } while depth > 0 && !tokens.isAtEnd
  }

  /// Skips from `<` past the matching `>`. The `>` of an arrow is ignored.
  mutating func skipAngles() {
    var depth = 0
    var isArrow = false
    repeat {
      if tokens.isMark("<") { depth += 1 }
      if tokens.isMark(">"), !isArrow { depth -= 1 }
      if tokens.isMark("{") || tokens.isMark("}") { return }
      isArrow = tokens.isMark("-")
      if tokens.isMark("(") || tokens.isMark("[") { skipGroup() } else { tokens.advance() }
    } while depth > 0 && !tokens.isAtEnd
  }
}
