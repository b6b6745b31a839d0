/// Conditions of `#if`, without expanding macros: `defined(A)` and `A` are both asked as `defined(A)`. Whatever compares or
/// calculates is unreadable.
extension CImportScanner {
  /// The maximum nesting depth of a condition.
  private static let deepest = 50

  /// The macro of an `#ifdef`.
  mutating func readMacro() -> CompilationCondition {
    skipBlanksAndComments()
    let name = readName()
    return name.isEmpty ? .unreadable : .query("defined", argument: name)
  }

  /// Up to the end of the line.
  mutating func readCondition() -> CompilationCondition {
    operands = 0
    let condition = readAlternatives(depth: 0)
    skipBlanksAndComments()
    return bytes.isAtEnd || bytes.current.isNewline ? condition : .unreadable
  }

  private mutating func readAlternatives(depth: Int) -> CompilationCondition {
    var conditions: [CompilationCondition] = []
    repeat {
      var parts: [CompilationCondition] = []
      repeat { parts.append(readComparison(depth: depth)) } while read("&&")
      conditions.append(.all(of: parts) ?? .unreadable)
    } while read("||")
    return conditions.count > 1 ? .any(conditions) : conditions[0]
  }

  /// An operand, or several with operators between them that are neither `&&` nor `||`.
  private mutating func readComparison(depth: Int) -> CompilationCondition {
    var condition = readOperand(depth: depth)
    while skipOperator() {
      _ = readOperand(depth: depth)
      condition = .unreadable
    }
    return condition
  }

  private mutating func readOperand(depth: Int) -> CompilationCondition {
    skipBlanksAndComments()
    operands += 1
    guard depth < Self.deepest, operands <= ConditionStack.longest else { return .unreadable }
    if bytes.current == UInt8(ascii: "!") {
      bytes.position += 1
      return readOperand(depth: depth + 1).negated
    }
    if bytes.current == UInt8(ascii: "(") {
      bytes.position += 1
      let condition = readAlternatives(depth: depth + 1)
      return readClosing() ? condition : .unreadable
    }
    let name = readName()
    guard let first = name.utf8.first else { return .unreadable }
    // A number, such as `1` or `201103L`.
    if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) {
      return name == "0" ? .constant(false) : name == "1" ? .constant(true) : .unreadable
    }
    return name == "defined" ? readDefined() : skipArguments() ? .unreadable : .query("defined", argument: name)
  }

  /// The name after `defined`, with or without parentheses.
  private mutating func readDefined() -> CompilationCondition {
    skipBlanksAndComments()
    guard bytes.current == UInt8(ascii: "(") else { return readMacro() }
    bytes.position += 1
    let macro = readMacro()
    return readClosing() ? macro : .unreadable
  }

  private mutating func readClosing() -> Bool {
    skipBlanksAndComments()
    guard bytes.current == UInt8(ascii: ")") else { return false }
    bytes.position += 1
    return true
  }

  /// Skips the arguments of a macro, such as those of `__has_include(<a.h>)`.
  /// - Returns: whether there are some.
  private mutating func skipArguments() -> Bool {
    skipBlanksAndComments()
    guard bytes.current == UInt8(ascii: "(") else { return false }
    var depth = 0
    repeat {
      switch bytes.current {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      case let byte where bytes.isAtEnd || byte.isNewline: return true
      default: break
      }
      bytes.position += 1
    } while depth > 0
    return true
  }

  /// Skips an operator such as `>=`; the two that combine conditions are not skipped.
  private mutating func skipOperator() -> Bool {
    skipBlanksAndComments()
    let start = bytes.position
    guard !bytes.has("&&", at: start), !bytes.has("||", at: start) else { return false }
    while Self.operators.contains(bytes.current), bytes.position - start < 2 { bytes.position += 1 }
    return bytes.position > start
  }

  private static let operators = Set("<>=!+-*/%&|^?:".utf8)

  private mutating func read(_ mark: StaticString) -> Bool {
    skipBlanksAndComments()
    guard bytes.has(mark, at: bytes.position) else { return false }
    bytes.position += 2
    return true
  }
}
