/// Splits Swift code into tokens.
///
/// It accepts any bytes. If something is not valid Swift, or has a form that the literal reader does not support, the
/// token has a doubt: the literal reader then refuses the manifest, and the search for places ignores the doubt.
///
/// - Complexity: O(bytes) for all tokens.
package struct ManifestLexer {
  package let bytes: [UInt8]
  var position = 0
  var line = 1
  /// Where the lexer stops: at the end of the bytes, or within an interpolation at the end of its line.
  var end: Int
  /// The first doubt since the last token.
  private(set) var doubt: LiteralError?
  /// The number of interpolations that contain the position.
  var interpolations = 0
  /// The end of the line that was found last.
  var knownLineEnd = 0

  package init(_ bytes: [UInt8]) {
    self.init(bytes, in: bytes.indices, line: 1)
  }

  /// Splits a part of the bytes, such as the inside of an interpolation.
  init(_ bytes: [UInt8], in range: Range<Int>, line: Int) {
    self.bytes = bytes
    end = range.upperBound
    position = range.lowerBound
    self.line = line
  }

  /// All tokens without the one for the end.
  package static func tokens(of bytes: [UInt8]) -> [ManifestToken] {
    var lexer = ManifestLexer(bytes)
    var tokens: [ManifestToken] = []
    tokens.reserveCapacity(bytes.count / 8)
    while true {
      let token = lexer.next()
      if token.kind == .end { return tokens }
      tokens.append(token)
    }
  }

  /// The text of a range of bytes, with invalid UTF-8 repaired.
  package func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  func byte(at position: Int) -> UInt8 { position < end ? bytes[position] : 0 }

  mutating func note(_ reason: LiteralError.Reason) {
    if doubt == nil { doubt = LiteralError(reason, line: line) }
  }

  package mutating func next() -> ManifestToken {
    doubt = nil
    return scan()
  }

  /// The next token. Doubts within an interpolation belong to its string.
  mutating func scan() -> ManifestToken {
    let lineBefore = line
    let positionBefore = position
    skipSpace()
    let startLine = line
    let start = position
    let startsLine = positionBefore == 0 || line > lineBefore
    let (kind, range) = scanKind()
    return ManifestToken(
      kind: kind, range: range ?? start..<position, line: startLine,
      hasSpaceBefore: start > positionBefore || start == 0, startsLine: startsLine, hasSpaceAfter: isSpaceHere,
      doubt: doubt)
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

  /// - Returns: the kind, and the range of the text if that is not the whole token.
  private mutating func scanKind() -> (ManifestToken.Kind, Range<Int>?) {
    guard position < end else { return (.end, nil) }
    let first = bytes[position]
    if first == UInt8(ascii: "\"") { return string(hashes: 0) }
    if first == UInt8(ascii: "#") { return hash() }
    position += 1
    if let kind = Self.single(first) { return (kind, nil) }
    switch first {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return (number(), nil)
    case UInt8(ascii: "."): return (period(), nil)
    case UInt8(ascii: "$"): return (closureArgument(), nil)
    case 0x7F: note(.notText)
    case let first where Self.isWordPart(first): return (name(), nil)
    case let first where Self.isOperator(first): return (operation(first), nil)
    case 0x80...:
      note(.syntax)
      return (name(), nil)
    default: note(.syntax)
    }
    return (.sign, nil)
  }

  private static func single(_ byte: UInt8) -> ManifestToken.Kind? {
    switch byte {
    case UInt8(ascii: "("): .leftParenthesis
    case UInt8(ascii: ")"): .rightParenthesis
    case UInt8(ascii: "["): .leftBracket
    case UInt8(ascii: "]"): .rightBracket
    case UInt8(ascii: "{"): .leftBrace
    case UInt8(ascii: "}"): .rightBrace
    case UInt8(ascii: ","): .comma
    case UInt8(ascii: ":"): .colon
    case UInt8(ascii: ";"): .semicolon
    case UInt8(ascii: "@"): .at
    case UInt8(ascii: "\\"): .backslash
    default: nil
    }
  }

  // MARK: Words and numbers

  private static func isWordPart(_ byte: UInt8) -> Bool { byte.isLetter || byte.isDigit || byte == UInt8(ascii: "_") }

  private mutating func name() -> ManifestToken.Kind {
    while Self.isWordPart(byte(at: position)) { position += 1 }
    skipUnusualWord()
    return .name
  }

  /// Skips characters that can be part of a word in Swift, but that the literal reader does not support.
  private mutating func skipUnusualWord() {
    while Self.isWordPart(byte(at: position)) || byte(at: position) == UInt8(ascii: "$") || byte(at: position) >= 0x80 {
      note(.syntax)
      position += 1
    }
  }

  /// Decimal digits, possibly with further ones after periods.
  private mutating func number() -> ManifestToken.Kind {
    var kind = ManifestToken.Kind.integer
    while true {
      while byte(at: position).isDigit { position += 1 }
      guard byte(at: position) == UInt8(ascii: "."), byte(at: position + 1).isDigit else { break }
      position += 1
      kind = .version
    }
    if byte(at: position) == UInt8(ascii: "."), byte(at: position + 1) != UInt8(ascii: ".") { note(.syntax) }
    skipUnusualWord()
    return kind
  }

  /// `$0`
  private mutating func closureArgument() -> ManifestToken.Kind {
    if !byte(at: position).isDigit { note(.syntax) }
    while byte(at: position).isDigit { position += 1 }
    skipUnusualWord()
    return .name
  }

  /// A directive, or a raw string.
  private mutating func hash() -> (ManifestToken.Kind, Range<Int>?) {
    var hashes = 0
    while byte(at: position + hashes) == UInt8(ascii: "#") { hashes += 1 }
    position += hashes
    if byte(at: position) == UInt8(ascii: "\"") {
      note(.unusualString)
      return string(hashes: hashes)
    }
    if hashes > 1 || !Self.isWordPart(byte(at: position)) { note(.syntax) }
    let start = position
    guard Self.isWordPart(byte(at: position)) else { return (.sign, nil) }
    _ = name()
    return (.directive, start..<position)
  }

  // MARK: Operators

  private static func isOperator(_ byte: UInt8) -> Bool { "/=-+!*%<>&|^~?.".utf8.contains(byte) }

  /// An operator that the reader supports; a longer sequence of operator characters is a different operator.
  private mutating func operation(_ first: UInt8) -> ManifestToken.Kind {
    let second = byte(at: position)
    if let kind = Self.pair(first, second) {
      position += 1
      return alone(kind)
    }
    let isFollowed = Self.isOperator(second)
    switch first {
    case UInt8(ascii: "="): return alone(.equals)
    case UInt8(ascii: "+"): return alone(.plus)
    case UInt8(ascii: "<"): return alone(.less)
    case UInt8(ascii: "?"): return .question
    case UInt8(ascii: "!"):
      if isFollowed && second != UInt8(ascii: ".") { note(.operators) }
      return .exclamation
    case UInt8(ascii: ">"):
      if isFollowed && second != UInt8(ascii: "?") && !isSpaceHere { note(.operators) }
      return .greater
    default:
      note(.operators)
      return .sign
    }
  }

  private static func pair(_ first: UInt8, _ second: UInt8) -> ManifestToken.Kind? {
    switch (first, second) {
    case (UInt8(ascii: "+"), UInt8(ascii: "=")): .plusEquals
    case (UInt8(ascii: "-"), UInt8(ascii: ">")): .arrow
    case (UInt8(ascii: "|"), UInt8(ascii: "|")): .operation(.or)
    case (UInt8(ascii: "&"), UInt8(ascii: "&")): .operation(.and)
    case (UInt8(ascii: "="), UInt8(ascii: "=")): .operation(.equal)
    case (UInt8(ascii: "!"), UInt8(ascii: "=")): .operation(.unequal)
    case (UInt8(ascii: "<"), UInt8(ascii: "=")): .operation(.notGreater)
    case (UInt8(ascii: ">"), UInt8(ascii: "=")): .operation(.notLess)
    case (UInt8(ascii: "?"), UInt8(ascii: "?")): .operation(.coalesce)
    default: nil
    }
  }

  /// An operator that must not be followed by another operator character.
  private mutating func alone(_ kind: ManifestToken.Kind) -> ManifestToken.Kind {
    if Self.isOperator(byte(at: position)) && !isSpaceHere { note(.operators) }
    return kind
  }

  private mutating func period() -> ManifestToken.Kind {
    guard byte(at: position) == UInt8(ascii: ".") else {
      if Self.isOperator(byte(at: position)) { note(.operators) }
      return .period
    }
    let last = byte(at: position + 1)
    guard last == UInt8(ascii: ".") || last == UInt8(ascii: "<") else {
      note(.operators)
      return .period
    }
    position += 2
    return alone(last == UInt8(ascii: ".") ? .closedRange : .halfOpenRange)
  }
}
