/// A Swift token, in the detail needed to recognize declarations.
struct SwiftToken {
  enum Kind {
    case name, number, string, mark, end
  }

  let kind: Kind
  let range: Range<Int>
  let isFirst: Bool
  /// The first byte; for a name in backticks, a backtick.
  let byte: UInt8
}

/// The sequence of Swift tokens, without directives and without the branches of `#if` that are known to be inactive.
struct SwiftTokens {
  private var scanner: SwiftImportScanner
  private(set) var current: SwiftToken
  private(set) var lastEnd = 0
  /// The number of `#if` blocks that contain the current token.
  private(set) var conditions = 0
  /// The directives between the previous token and the current one; empty if no answers are given.
  private(set) var directives: [Directive] = []
  /// Equal for equal ``directives``.
  var directiveText: String { directives.map { "\($0)" }.joined() }
  /// What is known of flags and queries.
  private let answer: ((CompilationCondition) -> Bool?)?
  private var isActive = true

  /// `#if`, `#elseif`, `#else` or `#endif`.
  struct Directive: Hashable {
    /// The condition of the branch that it begins or returns to; `nil` if there is none.
    let condition: CompilationCondition?
    let isEnd: Bool
  }

  /// - Parameter answer: what is known of flags and queries; `nil` to read all branches.
  init(_ bytes: UnsafeBufferPointer<UInt8>, answer: ((CompilationCondition) -> Bool?)? = nil) {
    self.answer = answer
    scanner = SwiftImportScanner(bytes, hasBareRegularExpressions: true)
    current = SwiftToken(kind: .end, range: 0..<0, isFirst: true, byte: 0)
    if scanner.bytes.has("#!", at: 0) { scanner.skipToNewline() }
    advance()
  }

  var isAtEnd: Bool { current.kind == .end }

  func text(_ range: Range<Int>) -> String { scanner.bytes.text(range) }

  /// The current name, without backticks.
  var name: String {
    current.kind == .name && current.byte == UInt8(ascii: "`")
      ? text(current.range.lowerBound + 1..<current.range.upperBound - 1) : text(current.range)
  }

  /// Whether the current token is a name that is not escaped.
  func isWord(_ word: StaticString) -> Bool {
    current.kind == .name && current.range.count == word.utf8CodeUnitCount
      && scanner.bytes.has(word, at: current.range.lowerBound)
  }

  func isMark(_ mark: Unicode.Scalar) -> Bool { current.kind == .mark && current.byte == UInt8(ascii: mark) }

  /// The operator whose first character is the current token; `nil` if there is none.
  var operatorName: String? {
    guard current.kind == .mark, current.range.count == 1 else { return nil }
    let (start, dot) = (current.range.lowerBound, UInt8(ascii: "."))
    var end = start
    while SwiftImportScanner.isOperator(scanner.bytes[end]) || (current.byte == dot && scanner.bytes[end] == dot) {
      if scanner.bytes.has("//", at: end) || scanner.bytes.has("/*", at: end) { break }
      end += 1
    }
    return end > start ? text(start..<end) : nil
  }

  /// The names in the interpolations of the current string, and in strings within them. Parentheses in those strings count
  /// as well, so that the result may be wrong there.
  /// - Complexity: O(length of the string).
  var interpolatedNames: Set<String> {
    var names: Set<String> = []
    let end = current.range.upperBound
    var (position, open, pounds) = (current.range.lowerBound, 0, 0)
    while scanner.bytes[position + pounds] == UInt8(ascii: "#") { pounds += 1 }
    while position < end {
      let start = position
      switch scanner.bytes[position] {
      case UInt8(ascii: "\\") where open == 0:
        position += 1
        let escape = position
        while scanner.bytes[position] == UInt8(ascii: "#") { position += 1 }
        let isEscape = position - escape == pounds
        if isEscape, scanner.bytes[position] == UInt8(ascii: "(") { open = 1 }
        if isEscape { position += 1 }
      case UInt8(ascii: "(") where open > 0: (open, position) = (open + 1, position + 1)
      case UInt8(ascii: ")") where open > 0: (open, position) = (open - 1, position + 1)
      case let byte where open > 0 && byte.isNamePart:
        while position < end, scanner.bytes[position].isNamePart { position += 1 }
        names.insert(text(start..<position))
      default: position += 1
      }
    }
    return names
  }

  /// The line and column of a position; positions must not decrease.
  mutating func place(of position: Int) -> (line: Int, column: Int) { scanner.place(of: position) }

  mutating func advance() {
    lastEnd = current.range.upperBound
    directives = []
    repeat { readNext() } while !isActive && !isAtEnd
  }

  private mutating func readNext() {
    let start = skipSpace()
    let isFirst = (lastEnd..<start).contains { scanner.bytes[$0].isNewline } || lastEnd == 0
    let byte = scanner.bytes.current
    let kind = scanner.bytes.isAtEnd ? .end : readToken(byte)
    current = SwiftToken(kind: kind, range: start..<scanner.bytes.position, isFirst: isFirst, byte: byte)
  }

  /// - Returns: the start of the next token.
  private mutating func skipSpace() -> Int {
    while true {
      scanner.skipSpaceAndComments()
      guard scanner.bytes.current == UInt8(ascii: "#"), readDirective() else { return scanner.bytes.position }
    }
  }

  /// Reads a directive.
  /// - Returns: whether there was one.
  private mutating func readDirective() -> Bool {
    let position = scanner.bytes.position
    let isEnd = scanner.bytes.has("#endif", at: position)
    if scanner.bytes.has("#if", at: position), !scanner.bytes[position + 3].isNamePart {
      conditions += 1
    } else if isEnd {
      conditions = max(0, conditions - 1)
    } else if !scanner.bytes.has("#else", at: position) {
      return false
    }
    if let answer {
      scanner.readDirective()
      directives.append(Directive(condition: scanner.conditions.branch, isEnd: isEnd))
      isActive = scanner.conditions.current()?.value(answer) != false
      // Tokens go on in the next line, whatever a damaged condition swallowed.
      scanner.bytes.position = position
    }
    scanner.skipToNewline()
    return true
  }

  private mutating func readToken(_ byte: UInt8) -> SwiftToken.Kind {
    let start = scanner.bytes.position
    switch byte {
    case UInt8(ascii: "\""):
      scanner.skipString(pounds: 0, depth: 0)
      return .string
    case UInt8(ascii: "#"):
      if scanner.skipPoundLiteral(depth: 0) { return .string }
      scanner.bytes.position += 1
    case UInt8(ascii: "/"): scanner.skipSlash(depth: 0)
    case UInt8(ascii: "`"):
      scanner.skipEscapedName()
      return scanner.bytes.position > start + 1 ? .name : .mark
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      readNumber()
      return .number
    case let byte where byte.isNamePart:
      while scanner.bytes.current.isNamePart { scanner.bytes.position += 1 }
      return .name
    default: scanner.bytes.position += 1
    }
    return .mark
  }

  private mutating func readNumber() {
    while scanner.bytes.current.isNamePart
      || scanner.bytes.current == UInt8(ascii: ".")
        && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(scanner.bytes[scanner.bytes.position + 1])
    {
      scanner.bytes.position += 1
    }
  }
}
