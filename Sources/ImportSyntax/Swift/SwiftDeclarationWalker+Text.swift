/// Reads types as written, and skips everything else.
extension SwiftDeclarationWalker {
  /// Skips a type, or a label and a type, up to the first token that cannot be part of it. An incomplete type continues on the
  /// next line.
  mutating func skipType() {
    var isOpen = true
    while !tokens.isAtEnd {
      guard tokens.current.kind == .mark else {
        guard tokens.current.kind == .name, isOpen || !tokens.current.isFirst else { return }
        isOpen = Self.wordsBeforeTypes.contains(tokens.name)
        advance()
        continue
      }
      switch Unicode.Scalar(tokens.current.byte) {
      case "(", "[":
        guard isOpen || !tokens.current.isFirst else { return }
        skipGroup()
        isOpen = false
      case "<":
        skipAngles()
        isOpen = false
      case "=", "{", "}", ",", ")", "]", ";": return
      case "@":
        guard isOpen else { return }
        advance()
      case let mark:
        isOpen = mark != "?" && mark != "!"
        advance()
      }
    }
  }

  private static let wordsBeforeTypes: Set<String> = [
    "some", "any", "inout", "borrowing", "consuming", "sending", "async", "throws", "repeat", "each",
  ]

  /// The text since an earlier token, without comments, and with spaces only between words.
  func text(since start: SwiftTokens) -> String {
    var (earlier, text) = (start, "")
    while !earlier.isAtEnd, earlier.current.range.upperBound <= tokens.lastEnd {
      let token = earlier.text(earlier.current.range)
      if text.utf8.last?.isNamePart == true, token.utf8.first?.isNamePart == true { text += " " }
      text += token
      earlier.advance()
    }
    return text
  }

  /// Skips one token with the member after a dot, or the whole group that it opens.
  mutating func skipToken() {
    guard !tokens.isMark("("), !tokens.isMark("["), !tokens.isMark("{") else { return skipGroup() }
    let isDot = tokens.isMark(".")
    advance()
    if isDot, tokens.current.kind == .name { advance() }
  }

  /// Skips from a brace, parenthesis or bracket past its closing counterpart.
  mutating func skipGroup(isBody: Bool = false) {
    var depth = 0
    repeat {
      if tokens.current.kind == .mark {
        switch Unicode.Scalar(tokens.current.byte) {
        case "(", "[", "{": depth += 1
        case ")", "]", "}": depth -= 1
        default: break
        }
      }
      advance(isBody: isBody)
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
      if tokens.isMark("(") || tokens.isMark("[") { skipGroup() } else { advance() }
    } while depth > 0 && !tokens.isAtEnd
  }

  // MARK: Braces

  enum Braces {
    case closure, body
    /// Accessors, or the body of a getter.
    case accessors
    /// Observers, or a closure that is a part of the initial value.
    case value
  }

  /// Skips braces that are not those of a type; they end the declaration before them.
  /// - Returns: the first accessor, if they contain accessors.
  @discardableResult mutating func readBraces() -> String? {
    let accessor = braces == .accessors || braces == .value ? firstAccessor : nil
    if accessor == nil {
      skipGroup(isBody: braces == .body || braces == .accessors)
    } else {
      advance()
      while !tokens.isAtEnd, !tokens.isMark("}") {
        if tokens.isMark("{") { skipGroup(isBody: true) } else { skipToken() }
      }
      advance()
    }
    braces = .closure
    interface?.endDeclaration()
    return accessor
  }

  private var firstAccessor: String? {
    var ahead = tokens
    ahead.advance()
    while ahead.isMark("@") || Self.modifiers.contains(ahead.name) {
      // The name of an attribute.
      if ahead.isMark("@") { ahead.advance() }
      ahead.advance()
    }
    return Self.accessors.contains(ahead.name) ? ahead.name : nil
  }

  private static let accessors: Set<String> = [
    "get", "set", "willSet", "didSet", "_read", "_modify", "read", "modify", "init", "unsafeAddress",
    "unsafeMutableAddress",
  ]
}
