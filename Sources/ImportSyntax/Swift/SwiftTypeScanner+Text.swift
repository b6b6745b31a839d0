/// Types as they are written, and what is passed over.
extension SwiftTypeScanner {
  /// A type, or a label and a type, up to what cannot be part of one. It goes on in the next line where something is open.
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

  /// The tokens that were read since a position, without comments, with a blank between words only.
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

  /// What a property begins as, to the end of the expression.
  /// - Returns: the type of a literal that stands alone.
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

  /// Whether no expression goes on with the current token at the beginning of a line.
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

  /// Over the signature and the body; what has no body ends before the next declaration.
  mutating func skipFunction() {
    tokens.advance()
    while !tokens.isAtEnd, !tokens.isMark("}") {
      if tokens.isMark("{") { return skipGroup() }
      if tokens.current.isFirst, beginsDeclaration() { return }
      skipToken()
    }
  }

  /// One token, or all that it opens.
  mutating func skipToken() {
    if tokens.isMark("{") {
      skipGroup()
    } else if tokens.isMark("(") || tokens.isMark("[") {
      skipGroup()
    } else {
      tokens.advance()
    }
  }

  /// From a brace, a parenthesis or a bracket to behind the one that closes it.
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

  /// From `<` to behind its `>`, of which one in `->` is none.
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
