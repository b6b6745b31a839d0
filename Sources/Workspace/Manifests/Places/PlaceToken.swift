/// A word, string or sign of any Swift text.
struct PlaceToken: Hashable {
  enum Kind: Hashable {
    /// A name, keyword or number.
    case word
    /// The text between the quotes; `isPlain` where it stands for itself: no escapes, no interpolations, one line.
    case string(isPlain: Bool)
    /// `(`, `[` or `{`.
    case opening
    /// `)`, `]` or `}`.
    case closing
    case comma, colon, period
    /// `#if`, `#else` and their like; the text is the word.
    case directive
    /// Anything else, byte by byte.
    case sign
  }

  let kind: Kind
  /// Where its text is; for a string without the quotes.
  let range: Range<Int>
  /// Counted from 1.
  let line: Int
  let startsLine: Bool
}

/// Cuts any bytes into tokens. Nothing is refused: what is no Swift gives tokens that mean nothing.
///
/// - Complexity: O(bytes).
struct PlaceLexer {
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  private var startsLine = true
  private var tokens: [PlaceToken] = []

  static func tokens(of bytes: [UInt8]) -> [PlaceToken] {
    var lexer = PlaceLexer(bytes: bytes)
    while lexer.position < bytes.count { lexer.next() }
    return lexer.tokens
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
    tokens.reserveCapacity(bytes.count / 8)
  }

  private func byte(_ offset: Int = 0) -> UInt8 { position + offset < bytes.count ? bytes[position + offset] : 0 }

  private mutating func add(_ kind: PlaceToken.Kind, _ range: Range<Int>, line: Int) {
    tokens.append(PlaceToken(kind: kind, range: range, line: line, startsLine: startsLine))
    startsLine = false
  }

  private mutating func newline() {
    position += 1
    line += 1
    startsLine = true
  }

  private mutating func next() {
    switch byte() {
    case UInt8(ascii: "\n"): newline()
    case 0...UInt8(ascii: " "): position += 1
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"):
      while position < bytes.count, byte() != UInt8(ascii: "\n") { position += 1 }
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"): skipBlockComment()
    case UInt8(ascii: "\""): string(hashes: 0)
    case UInt8(ascii: "#"): hash()
    case UInt8(ascii: "`"): position += 1
    case let first where Self.isWordPart(first): word(.word)
    default: sign()
    }
  }

  private static func isWordPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }

  private mutating func word(_ kind: PlaceToken.Kind) {
    let start = position
    while position < bytes.count, Self.isWordPart(byte()) { position += 1 }
    add(kind, start..<position, line: line)
  }

  private mutating func sign() {
    let kind: PlaceToken.Kind =
      switch byte() {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): .opening
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): .closing
      case UInt8(ascii: ","): .comma
      case UInt8(ascii: ":"): .colon
      case UInt8(ascii: "."): .period
      default: .sign
      }
    add(kind, position..<(position + 1), line: line)
    position += 1
  }

  /// A raw string, or a directive.
  private mutating func hash() {
    var hashes = 0
    while byte(hashes) == UInt8(ascii: "#") { hashes += 1 }
    position += hashes
    if byte() == UInt8(ascii: "\"") { return string(hashes: hashes) }
    if Self.isWordPart(byte()) { word(.directive) }
  }

  /// Block comments nest.
  private mutating func skipBlockComment() {
    var depth = 0
    while position < bytes.count {
      switch (byte(), byte(1)) {
      case (UInt8(ascii: "/"), UInt8(ascii: "*")):
        depth += 1
        position += 2
      case (UInt8(ascii: "*"), UInt8(ascii: "/")):
        depth -= 1
        position += 2
        if depth == 0 { return }
      case (UInt8(ascii: "\n"), _): newline()
      default: position += 1
      }
    }
  }
}

extension PlaceLexer {
  /// What a byte within a string belongs to: strings hold interpolations, which hold code, which holds strings.
  private enum Level {
    case string(hashes: Int, isMultiline: Bool)
    case code(depth: Int)
  }

  private var hasThreeQuotes: Bool {
    byte() == UInt8(ascii: "\"") && byte(1) == UInt8(ascii: "\"") && byte(2) == UInt8(ascii: "\"")
  }

  /// A string from its first quote on. One that has no end ends with its line.
  private mutating func string(hashes: Int) {
    let isMultiline = hasThreeQuotes
    position += isMultiline ? 3 : 1
    let (start, firstLine, startedLine) = (position, line, startsLine)
    var isPlain = !isMultiline
    var levels = [Level.string(hashes: hashes, isMultiline: isMultiline)]
    while position < bytes.count, let level = levels.last {
      if byte() == UInt8(ascii: "\n"), !isMultiline { break }
      if byte() == UInt8(ascii: "\n") { newline() } else { step(level, &levels, &isPlain) }
    }
    let quotes = levels.isEmpty ? (isMultiline ? 3 : 1) + hashes : 0
    startsLine = startedLine
    add(.string(isPlain: isPlain && levels.isEmpty), start..<max(start, position - quotes), line: firstLine)
  }

  private mutating func step(_ level: Level, _ levels: inout [Level], _ isPlain: inout Bool) {
    switch level {
    case .string(let hashes, let isMultiline):
      if byte() == UInt8(ascii: "\\"), hasHashes(hashes, after: 1) {
        isPlain = false
        position += 1 + hashes
        if byte() == UInt8(ascii: "(") {
          levels.append(.code(depth: 0))
        } else if byte() != UInt8(ascii: "\n") {
          position += 1
        }
      } else if isMultiline ? hasThreeQuotes : byte() == UInt8(ascii: "\""),
        hasHashes(hashes, after: isMultiline ? 3 : 1)
      {
        position += (isMultiline ? 3 : 1) + hashes
        levels.removeLast()
      } else {
        position += 1
      }
    case .code(let depth):
      let change = byte() == UInt8(ascii: "(") ? 1 : byte() == UInt8(ascii: ")") ? -1 : 0
      if byte() == UInt8(ascii: "\"") {
        let isMultiline = hasThreeQuotes
        position += isMultiline ? 3 : 1
        levels.append(.string(hashes: 0, isMultiline: isMultiline))
        return
      }
      position += 1
      levels.removeLast()
      if depth + change > 0 { levels.append(.code(depth: depth + change)) }
    }
  }

  private func hasHashes(_ count: Int, after offset: Int) -> Bool {
    (0..<count).allSatisfy { byte(offset + $0) == UInt8(ascii: "#") }
  }
}
