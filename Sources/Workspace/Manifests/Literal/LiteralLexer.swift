/// A word, literal or sign of a manifest.
struct LiteralToken {
  enum Kind: Hashable {
    /// A word, keywords and `$0` included.
    case name
    /// The text between the quotes; `isEscaped` where it holds a backslash.
    case string(isEscaped: Bool)
    /// The text between three quotes.
    case longString
    case integer
    /// Numbers with periods between them, which only `#if` has.
    case version
    case leftParenthesis, rightParenthesis, leftBracket, rightBracket, leftBrace, rightBrace
    case comma, colon, semicolon, period, equals, plus, plusEquals, halfOpenRange, closedRange
    case question, exclamation, less, greater, arrow, backslash, at
    case operation(LiteralOperator)
    /// `#if` and the like: the word behind `#`.
    case directive
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
  private let end: Int
  private(set) var position = 0
  private(set) var line = 1
  private var isInInterpolation = false

  /// - Throws: where the bytes are no UTF-8.
  init(_ bytes: [UInt8]) throws(LiteralRefusal) {
    self.bytes = bytes
    end = bytes.count
    if bytes.contains(where: { $0 >= 0x80 }), String(validating: bytes, as: UTF8.self) == nil {
      throw LiteralRefusal(.notText, line: 0)
    }
  }

  /// A part of bytes that were read before, such as the inside of an interpolation.
  init(_ bytes: [UInt8], in range: Range<Int>, line: Int) {
    self.bytes = bytes
    end = range.upperBound
    position = range.lowerBound
    self.line = line
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private func byte(at position: Int) -> UInt8 { position < end ? bytes[position] : 0 }

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
    switch kind {
    case .string: range = (start + 1)..<(position - 1)
    case .longString: range = (start + 3)..<(position - 3)
    case .directive: range = (start + 1)..<position
    default: break
    }
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
    default: position >= end
    }
  }

  private mutating func kind() throws(LiteralRefusal) -> LiteralToken.Kind {
    guard position < end else { return .end }
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
    case UInt8(ascii: "{"): return .leftBrace
    case UInt8(ascii: "}"): return .rightBrace
    case UInt8(ascii: "@"): return .at
    case UInt8(ascii: "\\"): return .backslash
    case UInt8(ascii: "$"): return try closureArgument()
    case UInt8(ascii: "#"): return try directive()
    case 0..<0x20, 0x7F: throw refusal(.notText)
    default:
      guard Self.isOperator(first) else { throw refusal(.syntax) }
      return try operation(first)
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

  /// Decimal digits, and perhaps more of them behind periods.
  private mutating func integer() throws(LiteralRefusal) -> LiteralToken.Kind {
    var kind = LiteralToken.Kind.integer
    while true {
      while Self.isDigit(byte(at: position)) { position += 1 }
      guard byte(at: position) == UInt8(ascii: "."), Self.isDigit(byte(at: position + 1)) else { break }
      position += 1
      kind = .version
    }
    let following = byte(at: position)
    let isRange = following == UInt8(ascii: ".") && byte(at: position + 1) == UInt8(ascii: ".")
    guard !Self.isWordPart(following), following != UInt8(ascii: ".") || isRange, following < 0x80 else {
      throw refusal(.syntax)
    }
    return kind
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  /// `$0`
  private mutating func closureArgument() throws(LiteralRefusal) -> LiteralToken.Kind {
    guard Self.isDigit(byte(at: position)) else { throw refusal(.syntax) }
    while Self.isDigit(byte(at: position)) { position += 1 }
    guard !Self.isWordPart(byte(at: position)), byte(at: position) < 0x80 else { throw refusal(.syntax) }
    return .name
  }

  private mutating func directive() throws(LiteralRefusal) -> LiteralToken.Kind {
    if byte(at: position) == UInt8(ascii: "\"") { throw refusal(.unusualString) }
    guard Self.isWordPart(byte(at: position)) else { throw refusal(.syntax) }
    _ = try name()
    return .directive
  }

  /// The operators that the reader knows; what is longer than them is another operator.
  private mutating func operation(_ first: UInt8) throws(LiteralRefusal) -> LiteralToken.Kind {
    let second = byte(at: position)
    let pair = String(decoding: [first, second], as: UTF8.self)
    if let kind = Self.pairs[pair] {
      position += 1
      return try alone(kind)
    }
    switch first {
    case UInt8(ascii: "="): return try alone(.equals)
    case UInt8(ascii: "+"): return try alone(.plus)
    case UInt8(ascii: "?"): return .question
    case UInt8(ascii: "!"):
      guard !Self.isOperator(second) || second == UInt8(ascii: ".") else { throw refusal(.operators) }
      return .exclamation
    case UInt8(ascii: "<"): return try alone(.less)
    case UInt8(ascii: ">"):
      guard !Self.isOperator(second) || second == UInt8(ascii: "?") || isSpaceHere else { throw refusal(.operators) }
      return .greater
    default: throw refusal(.operators)
    }
  }

  private static let pairs: [String: LiteralToken.Kind] = [
    "+=": .plusEquals, "->": .arrow, "||": .operation(.or), "&&": .operation(.and), "==": .operation(.equal),
    "!=": .operation(.unequal), "<=": .operation(.notGreater), ">=": .operation(.notLess),
    "??": .operation(.coalesce),
  ]

  /// An operator with no further one behind it.
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

  /// A string on one line, or between three quotes.
  private mutating func string() throws(LiteralRefusal) -> LiteralToken.Kind {
    if byte(at: position) == UInt8(ascii: "\""), byte(at: position + 1) == UInt8(ascii: "\"") {
      position += 2
      return try longString()
    }
    var isEscaped = false
    while true {
      let next = byte(at: position)
      switch next {
      case UInt8(ascii: "\""):
        position += 1
        return .string(isEscaped: isEscaped)
      case UInt8(ascii: "\\"):
        isEscaped = true
        position += 2
        if byte(at: position - 1) == UInt8(ascii: "(") { try skipInterpolation() }
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): throw refusal(.syntax)
      // A tab as well: the compiler refuses it in a string.
      case 0..<0x20, 0x7F: throw refusal(position < end ? .notText : .syntax)
      default: position += 1
      }
    }
  }

  /// To behind the parenthesis that closes an interpolation, on the same line.
  private mutating func skipInterpolation() throws(LiteralRefusal) {
    // Strings in strings in strings are left to the compiler.
    guard !isInInterpolation else { throw refusal(.interpolation) }
    isInInterpolation = true
    defer { isInInterpolation = false }
    let startLine = line
    var depth = 1
    while depth > 0 {
      switch try next().kind {
      case .leftParenthesis: depth += 1
      case .rightParenthesis: depth -= 1
      case .end, .longString, .leftBrace: throw refusal(.interpolation)
      default: break
      }
      guard line == startLine else { throw refusal(.interpolation) }
    }
  }

  /// Lines between three quotes, without escapes.
  private mutating func longString() throws(LiteralRefusal) -> LiteralToken.Kind {
    while position < end {
      switch bytes[position] {
      case UInt8(ascii: "\"")
      where byte(at: position + 1) == UInt8(ascii: "\"") && byte(at: position + 2) == UInt8(ascii: "\""):
        position += 3
        guard byte(at: position) != UInt8(ascii: "\"") else { throw refusal(.unusualString) }
        return .longString
      case UInt8(ascii: "\\"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): throw refusal(.unusualString)
      case UInt8(ascii: "\n"): try skipNewline()
      default:
        try refuseControl()
        position += 1
      }
    }
    throw refusal(.syntax)
  }

  // MARK: White space and comments

  private mutating func skipSpace() throws(LiteralRefusal) {
    while position < end {
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
    while position < end, bytes[position] != UInt8(ascii: "\n"), bytes[position] != UInt8(ascii: "\r") {
      try refuseControl()
      position += 1
    }
  }

  /// Block comments nest.
  private mutating func skipBlockComment() throws(LiteralRefusal) {
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
