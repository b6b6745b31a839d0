extension SwiftImportScanner {
  /// Reads a directive, from a `#` that does not begin a literal.
  mutating func readDirective() {
    let start = bytes.position
    bytes.position += 1
    let name = bytes.position
    while bytes.current.isNamePart, bytes.position - name < 8 { bytes.position += 1 }
    switch bytes.text(name..<bytes.position) {
    case "if": conditions.begin(readCondition(), line: place(of: start).line)
    case "elseif": conditions.next(readCondition(), line: place(of: start).line)
    case "else": conditions.next(nil, line: place(of: start).line)
    case "endif": conditions.end(line: place(of: start).line)
    default: break
    }
  }

  /// Reads a condition. It ends at the end of its line, or after the closing parenthesis.
  private mutating func readCondition() -> CompilationCondition {
    operands = 0
    return readAlternatives(depth: 0, isInParentheses: false)
  }

  private mutating func readAlternatives(depth: Int, isInParentheses: Bool) -> CompilationCondition {
    var conditions: [CompilationCondition] = []
    repeat {
      var parts: [CompilationCondition] = []
      repeat { parts.append(readOperand(depth: depth, isInParentheses)) } while read("&&", isInParentheses)
      conditions.append(.all(of: parts) ?? .unreadable)
    } while read("||", isInParentheses)
    return conditions.count > 1 ? .any(conditions) : conditions[0]
  }

  private mutating func readOperand(depth: Int, _ isInParentheses: Bool) -> CompilationCondition {
    skipSpace(newlines: isInParentheses)
    operands += 1
    guard depth < Self.deepest, operands <= ConditionStack.longest else { return .unreadable }
    if bytes.current == UInt8(ascii: "!") {
      bytes.position += 1
      return readOperand(depth: depth + 1, isInParentheses).negated
    }
    if bytes.current == UInt8(ascii: "(") {
      bytes.position += 1
      let condition = readAlternatives(depth: depth + 1, isInParentheses: true)
      skipSpace(newlines: true)
      guard bytes.current == UInt8(ascii: ")") else { return .unreadable }
      bytes.position += 1
      return condition
    }
    let start = bytes.position
    while bytes.current.isNamePart { bytes.position += 1 }
    guard bytes.position > start else { return .unreadable }
    let name = bytes.text(start..<bytes.position)
    skipSpace(newlines: false)
    guard bytes.current == UInt8(ascii: "(") else {
      return switch name {
      case "true": .constant(true)
      case "false": .constant(false)
      default: .flag(name)
      }
    }
    return readArgument().map { .query(name, argument: $0) } ?? .unreadable
  }

  /// The text between parentheses, without white space; `nil` if the line ends first.
  private mutating func readArgument() -> String? {
    bytes.position += 1
    var text: [UInt8] = []
    while bytes.current != UInt8(ascii: ")") {
      guard !bytes.isAtEnd, !bytes.current.isNewline else { return nil }
      if skipComment() { continue }
      if !bytes.current.isSpace { text.append(bytes.current) }
      bytes.position += 1
    }
    bytes.position += 1
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func read(_ mark: StaticString, _ isInParentheses: Bool) -> Bool {
    skipSpace(newlines: isInParentheses)
    guard bytes.has(mark, at: bytes.position) else { return false }
    bytes.position += 2
    return true
  }

  private mutating func skipSpace(newlines: Bool) {
    while !bytes.isAtEnd, newlines || !bytes.current.isNewline {
      if bytes.current.isSpace {
        bytes.position += 1
      } else if !skipComment() {
        return
      }
    }
  }
}
