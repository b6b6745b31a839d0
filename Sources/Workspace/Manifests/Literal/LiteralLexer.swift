/// A word, literal or sign of a manifest.
struct LiteralToken {
  enum Kind: Hashable {
    /// A word, keywords included.
    case name
    /// The text between the quotes; `isEscaped` where it holds a backslash.
    case string(isEscaped: Bool)
    case integer
    case leftParenthesis, rightParenthesis, leftBracket, rightBracket
    case comma, colon, semicolon, period, equals, plus, halfOpenRange, closedRange
    case end
  }

  let kind: Kind
  /// Where its text is; for a string without the quotes.
  let range: Range<Int>
  let line: Int
  /// Whether spaces, a new line or a comment are before it.
  let hasSpaceBefore: Bool
  let startsLine: Bool
  /// Whether spaces or a comment follow; Swift wants the same on both sides of an operator.
  let hasSpaceAfter: Bool
}

/// Cuts a manifest into tokens, and gives up on what no literal manifest holds.
struct LiteralLexer {
  let bytes: [UInt8]
  private(set) var position = 0
  private(set) var line = 1

  /// - Throws: where the bytes are no UTF-8.
  init(_ bytes: [UInt8]) throws(LiteralRefusal) {
    self.bytes = bytes
    if bytes.contains(where: { $0 >= 0x80 }), String(validating: bytes, as: UTF8.self) == nil {
      throw LiteralRefusal(.notText, line: 0)
    }
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private func byte(at position: Int) -> UInt8 { position < bytes.count ? bytes[position] : 0 }

  private func refusal(_ reason: LiteralRefusal.Reason) -> LiteralRefusal { LiteralRefusal(reason, line: line) }

  mutating func next() throws(LiteralRefusal) -> LiteralToken {
    let lineBefore = line
    let positionBefore = position
    try skipSpace()
    let startLine = line
    let start = position
    let startsLine = positionBefore == 0 || line > lineBefore
    let kind = try kind()
    var range = start..<position
    if case .string = kind { range = (start + 1)..<(position - 1) }
    return LiteralToken(
      kind: kind, range: range, line: startLine, hasSpaceBefore: start > positionBefore || start == 0,
      startsLine: startsLine, hasSpaceAfter: isSpaceHere)
  }

  /// Whether white space, a comment or the end follows.
  private var isSpaceHere: Bool {
    switch byte(at: position) {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): true
    case UInt8(ascii: "/"):
      byte(at: position + 1) == UInt8(ascii: "/") || byte(at: position + 1) == UInt8(ascii: "*")
    default: position >= bytes.count
    }
  }

  private mutating func kind() throws(LiteralRefusal) -> LiteralToken.Kind {
    guard position < bytes.count else { return .end }
    let first = bytes[position]
    position += 1
    switch first {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"):
      return try name()
    case UInt8(ascii: "\""): return try string()
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return try integer()
    case UInt8(ascii: "("): return .leftParenthesis
    case UInt8(ascii: ")"): return .rightParenthesis
    case UInt8(ascii: "["): return .leftBracket
    case UInt8(ascii: "]"): return .rightBracket
    case UInt8(ascii: ","): return .comma
    case UInt8(ascii: ":"): return .colon
    case UInt8(ascii: ";"): return .semicolon
    case UInt8(ascii: "."): return try period()
    case UInt8(ascii: "="): return try alone(.equals)
    case UInt8(ascii: "+"): return try alone(.plus)
    case UInt8(ascii: "#"):
      throw refusal(byte(at: position) == UInt8(ascii: "\"") ? .unusualString : .conditionalCompilation)
    case UInt8(ascii: "{"), UInt8(ascii: "}"): throw refusal(.closure)
    case 0..<0x20, 0x7F: throw refusal(.notText)
    default: throw refusal(Self.isOperator(first) ? .operators : .syntax)
    }
  }

  private static func isOperator(_ byte: UInt8) -> Bool { "/=-+!*%<>&|^~?.".utf8.contains(byte) }

  private static func isWordPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  private mutating func name() throws(LiteralRefusal) -> LiteralToken.Kind {
    while Self.isWordPart(byte(at: position)) { position += 1 }
    guard byte(at: position) < 0x80 else { throw refusal(.syntax) }
    return .name
  }

  /// Decimal digits alone.
  private mutating func integer() throws(LiteralRefusal) -> LiteralToken.Kind {
    while byte(at: position) >= UInt8(ascii: "0"), byte(at: position) <= UInt8(ascii: "9") { position += 1 }
    let following = byte(at: position)
    guard !Self.isWordPart(following), following != UInt8(ascii: "."), following < 0x80 else { throw refusal(.syntax) }
    return .integer
  }

  /// An operator of one character.
  private func alone(_ kind: LiteralToken.Kind) throws(LiteralRefusal) -> LiteralToken.Kind {
    guard !Self.isOperator(byte(at: position)) || isSpaceHere else { throw refusal(.operators) }
    return kind
  }

  private mutating func period() throws(LiteralRefusal) -> LiteralToken.Kind {
    guard byte(at: position) == UInt8(ascii: ".") else {
      guard !Self.isOperator(byte(at: position)) else { throw refusal(.operators) }
      return .period
    }
    let last = byte(at: position + 1)
    guard last == UInt8(ascii: ".") || last == UInt8(ascii: "<") else { throw refusal(.operators) }
    position += 2
    return try alone(last == UInt8(ascii: ".") ? .closedRange : .halfOpenRange)
  }

  /// A string on one line, without interpolations.
  private mutating func string() throws(LiteralRefusal) -> LiteralToken.Kind {
    if byte(at: position) == UInt8(ascii: "\""), byte(at: position + 1) == UInt8(ascii: "\"") {
      throw refusal(.unusualString)
    }
    var isEscaped = false
    while true {
      let next = byte(at: position)
      switch next {
      case UInt8(ascii: "\""):
        position += 1
        return .string(isEscaped: isEscaped)
      case UInt8(ascii: "\\"):
        guard byte(at: position + 1) != UInt8(ascii: "(") else { throw refusal(.interpolation) }
        isEscaped = true
        position += 2
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): throw refusal(.syntax)
      // A tab as well: the compiler refuses it in a string.
      case 0..<0x20, 0x7F: throw refusal(position < bytes.count ? .notText : .syntax)
      default: position += 1
      }
    }
  }

  // MARK: White space and comments

  private mutating func skipSpace() throws(LiteralRefusal) {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"): position += 1
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): try skipNewline()
      case UInt8(ascii: "/"):
        switch byte(at: position + 1) {
        case UInt8(ascii: "/"): try skipLineComment()
        case UInt8(ascii: "*"): try skipBlockComment()
        default: return
        }
      default: return
      }
    }
  }

  /// `\n` or `\r\n`.
  private mutating func skipNewline() throws(LiteralRefusal) {
    if bytes[position] == UInt8(ascii: "\r") { position += 1 }
    guard byte(at: position) == UInt8(ascii: "\n") else { throw refusal(.notText) }
    position += 1
    line += 1
  }

  private mutating func skipLineComment() throws(LiteralRefusal) {
    while position < bytes.count, bytes[position] != UInt8(ascii: "\n"), bytes[position] != UInt8(ascii: "\r") {
      try refuseControl()
      position += 1
    }
  }

  /// Block comments nest.
  private mutating func skipBlockComment() throws(LiteralRefusal) {
    var depth = 0
    while position < bytes.count {
      switch (bytes[position], byte(at: position + 1)) {
      case (UInt8(ascii: "/"), UInt8(ascii: "*")):
        depth += 1
        position += 2
      case (UInt8(ascii: "*"), UInt8(ascii: "/")):
        depth -= 1
        position += 2
        if depth == 0 { return }
      case (UInt8(ascii: "\n"), _), (UInt8(ascii: "\r"), _): try skipNewline()
      default:
        try refuseControl()
        position += 1
      }
    }
    throw refusal(.syntax)
  }

  private func refuseControl() throws(LiteralRefusal) {
    let byte = bytes[position]
    guard byte >= 0x20 || byte == UInt8(ascii: "\t"), byte != 0x7F else { throw refusal(.notText) }
  }
}
