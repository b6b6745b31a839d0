extension SourceImports {
  /// The imports of a Swift file, under all conditions.
  ///
  /// The text is not parsed. Comments, literals and conditions are recognized as in the compiler's lexer, and an import
  /// is read wherever the word `import` may begin a statement.
  /// - Parameters:
  ///   - bytes: any bytes; invalid UTF-8 is treated as letters.
  ///   - hasBareRegularExpressions: whether `/…/` is a regular expression: from language mode 6 on, or with the feature
  ///     `BareSlashRegexLiterals`.
  /// - Complexity: O(bytes) in time; in memory, only the result.
  package init(swift bytes: UnsafeBufferPointer<UInt8>, hasBareRegularExpressions: Bool) {
    var scanner = SwiftImportScanner(bytes, hasBareRegularExpressions: hasBareRegularExpressions)
    var beginning = scanner
    beginning.skipSpaceAndComments()
    scanner.scan()
    self.init(
      imports: scanner.imports, unbalancedLines: scanner.conditions.unbalancedLines.sorted(),
      hasCode: !beginning.bytes.isAtEnd)
  }

  /// The imports of a Swift file in an array.
  package init(swift bytes: [UInt8], hasBareRegularExpressions: Bool) {
    self = bytes.withUnsafeBufferPointer { bytes in
      SourceImports(swift: bytes, hasBareRegularExpressions: hasBareRegularExpressions)
    }
  }
}

/// Scans a file once, jumping between the bytes that may be relevant.
struct SwiftImportScanner {
  var bytes: SourceBytes
  let hasBareRegularExpressions: Bool
  var imports: [SourceImport] = []
  var conditions = ConditionStack()
  private var comments = RecentComments()
  /// The ranges of all comments, if they are kept.
  private(set) var keptComments: [Range<Int>] = []
  private let keepsComments: Bool
  private var lines = LineCount()

  /// The number of flags and queries read in a condition.
  var operands = 0

  /// The maximum nesting depth of literals; deeper ones are treated as code.
  static let deepest = 50

  init(_ bytes: UnsafeBufferPointer<UInt8>, hasBareRegularExpressions: Bool, keepsComments: Bool = false) {
    self.bytes = SourceBytes(withoutMark: bytes)
    self.keepsComments = keepsComments
    self.hasBareRegularExpressions = hasBareRegularExpressions
  }

  mutating func scan() {
    if bytes.has("#!", at: 0) { skipToNewline() }
    while true {
      bytes.skipCode()
      switch bytes.current {
      case UInt8(ascii: "\""): skipString(pounds: 0, depth: 0)
      case UInt8(ascii: "#"): readPound()
      case UInt8(ascii: "/"): skipSlash(depth: 0)
      case UInt8(ascii: "`"): skipEscapedName()
      case UInt8(ascii: "m"): readWord()
      default:
        // The end of the file, since no other byte is searched for.
        conditions.close()
        return
      }
    }
  }

  /// The line and column of a position; positions must not decrease.
  mutating func place(of position: Int) -> (line: Int, column: Int) { lines.line(at: position, in: bytes) }

  private mutating func readPound() {
    guard !skipPoundLiteral(depth: 0) else { return }
    readDirective()
  }

  /// Reads the word at `m` if it is `import`.
  private mutating func readWord() {
    let start = bytes.position - 1
    bytes.position += 1
    guard bytes.has("import", at: start), !bytes[start + 6].isNamePart, isBeginningOfStatement(start) else { return }
    bytes.position = start + 6
    readImport(keyword: start)
  }

  /// Whether a word at a position can begin a statement: it is not part of a longer word, a member or a label.
  private func isBeginningOfStatement(_ start: Int) -> Bool {
    let before = bytes[start - 1]
    guard !before.isNamePart, before != UInt8(ascii: ".") else { return false }
    let previous = bytes[comments.endOfCode(before: start, in: bytes) - 1]
    return previous != UInt8(ascii: "(") && previous != UInt8(ascii: ",")
  }

  // MARK: Imports

  private mutating func readImport(keyword: Int) {
    skipSpaceAndComments()
    var place = bytes.position
    guard var name = readName() else { return }
    var kind: SourceImport.Kind?
    if !name.isEscaped, let word = SourceImport.Kind(rawValue: name.text) {
      skipSpaceAndComments()
      place = bytes.position
      guard let module = readName() else { return }
      kind = word
      name = module
    }
    var path = [name.text]
    while readDot() {
      guard let next = readName() ?? readOperator() else { break }
      path.append(next.text)
    }
    skipSpaceAndComments()
    // A label.
    guard bytes.current != UInt8(ascii: ":") else { return }
    let words = wordsBefore(keyword)
    let (line, column) = self.place(of: place)
    imports.append(
      SourceImport(
        path: path, kind: kind, access: words.access, attributes: words.attributes, condition: conditions.current(),
        line: line, column: column))
  }

  private mutating func readName() -> (text: String, isEscaped: Bool)? {
    let start = bytes.position
    if let end = endOfEscapedName() {
      bytes.position = end
      return (bytes.text(start + 1..<end - 1), true)
    }
    while bytes.current.isNamePart { bytes.position += 1 }
    guard bytes.position > start, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[start]) else { return nil }
    return (bytes.text(start..<bytes.position), false)
  }

  /// The end of the name in backticks that starts here; `nil` if there is none, or if the line ends first.
  private func endOfEscapedName() -> Int? {
    guard bytes.current == UInt8(ascii: "`") else { return nil }
    var end = bytes.position + 1
    while bytes[end] != UInt8(ascii: "`") {
      guard end < bytes.count, !bytes[end].isNewline else { return nil }
      end += 1
    }
    return end + 1
  }

  /// Skips a name in backticks, which may contain anything that begins literals or comments, or a lone backtick.
  mutating func skipEscapedName() { bytes.position = endOfEscapedName() ?? bytes.position + 1 }

  /// The name of an operator: `import func A.+`.
  private mutating func readOperator() -> (text: String, isEscaped: Bool)? {
    let start = bytes.position
    while Self.isOperator(bytes.current) { bytes.position += 1 }
    return bytes.position > start ? (bytes.text(start..<bytes.position), false) : nil
  }

  /// Skips a dot, or the `::` of a module selector, and the space around it; does not move if there is none.
  private mutating func readDot() -> Bool {
    let start = bytes.position
    skipSpaceAndComments()
    let isSelector = bytes.has("::", at: bytes.position)
    guard isSelector || bytes.current == UInt8(ascii: ".") else {
      bytes.position = start
      return false
    }
    bytes.position += isSelector ? 2 : 1
    skipSpaceAndComments()
    return true
  }

  private func wordsBefore(_ position: Int) -> (attributes: [String], access: SourceImport.Access?) {
    var attributes: [String] = []
    var access: SourceImport.Access?
    var end = comments.endOfCode(before: position, in: bytes)
    while end > 0 {
      let open = bytes[end - 1] == UInt8(ascii: ")") ? openParenthesis(before: end) : end
      guard let open else { break }
      var start = open
      while bytes[start - 1].isNamePart { start -= 1 }
      guard start < open else { break }
      let word = bytes.text(start..<open)
      if bytes[start - 1] == UInt8(ascii: "@") {
        attributes.append(word)
        start -= 1
      } else if open == end, let level = SourceImport.Access(rawValue: word) {
        access = level
      } else {
        break
      }
      end = comments.endOfCode(before: start, in: bytes)
    }
    return (attributes.reversed(), access)
  }

  /// The position of the opening parenthesis that matches the closing one before a position; `nil` if it is not near.
  private func openParenthesis(before end: Int) -> Int? {
    var depth = 0
    // Arguments of import attributes are short: a name, or platforms and versions.
    for position in stride(from: end - 1, through: max(0, end - 500), by: -1) {
      switch bytes[position] {
      case UInt8(ascii: ")"): depth += 1
      case UInt8(ascii: "("):
        depth -= 1
        if depth == 0 { return position }
      default: break
      }
    }
    return nil
  }

  // MARK: Space

  mutating func skipSpaceAndComments() {
    while !bytes.isAtEnd {
      if bytes.current.isSpace {
        bytes.position += 1
      } else if !skipComment() {
        return
      }
    }
  }

  /// Skips a comment.
  /// - Returns: whether there was one.
  mutating func skipComment() -> Bool {
    let start = bytes.position
    if bytes.has("//", at: start) {
      skipToNewline()
    } else if bytes.has("/*", at: start) {
      skipBlockComment()
    } else {
      return false
    }
    comments.add(start..<bytes.position)
    // A comment inside a directive is visited twice.
    if keepsComments, start >= keptComments.last?.upperBound ?? 0 { keptComments.append(start..<bytes.position) }
    return true
  }

  mutating func skipToNewline() {
    let newline = UInt8(ascii: "\n")
    let lone = UInt8(ascii: "\r")
    bytes.skip(to: newline, lone, newline, lone)
  }

  /// Skips a block comment. Block comments nest.
  private mutating func skipBlockComment() {
    var depth = 0
    while !bytes.isAtEnd {
      if bytes.has("/*", at: bytes.position) {
        depth += 1
        bytes.position += 2
      } else if bytes.has("*/", at: bytes.position) {
        depth -= 1
        bytes.position += 2
        if depth == 0 { return }
      } else {
        bytes.position += 1
        bytes.skip(to: UInt8(ascii: "/"), UInt8(ascii: "*"), UInt8(ascii: "/"), UInt8(ascii: "*"))
      }
    }
  }
}
