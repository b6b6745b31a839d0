/// Reads conditions of `#if` without expanding macros: only names of macros, `defined` and comparisons of a macro with
/// a number are supported. Other comparisons and calculations are unreadable.
extension CImportScanner {
  private enum Operand {
    case condition(CompilationCondition)
    case macro(String)
    case number(Int)

    /// The operand as a condition of its own, without a comparison.
    var condition: CompilationCondition {
      switch self {
      case .condition(let condition): condition
      case .macro(let name): .flag(name)
      case .number(let number): .constant(number != 0)
      }
    }
  }

  /// The maximum nesting depth of a condition.
  private static let deepest = 50

  /// The macro of an `#ifdef`.
  mutating func readMacro() -> CompilationCondition {
    skipBlanksAndComments()
    let name = readName()
    return name.isEmpty ? .unreadable : .query("defined", argument: name)
  }

  /// Reads a condition up to the end of the line.
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

  /// One operand, or several operands joined by operators other than `&&` and `||`.
  private mutating func readComparison(depth: Int) -> CompilationCondition {
    let first = readOperand(depth: depth)
    guard let sign = readOperator() else { return first.condition }
    var condition = Self.comparison(first, sign, readOperand(depth: depth))
    while readOperator() != nil {
      _ = readOperand(depth: depth)
      condition = .unreadable
    }
    return condition
  }

  private static func comparison(_ left: Operand, _ sign: String, _ right: Operand) -> CompilationCondition {
    guard let sign = CompilationCondition.Comparison(rawValue: sign) else { return .unreadable }
    return switch (left, right) {
    case (.macro(let name), .number(let bound)): .comparison(name, sign, bound)
    case (.number(let bound), .macro(let name)): .comparison(name, sign.mirrored, bound)
    default: .unreadable
    }
  }

  private mutating func readOperand(depth: Int) -> Operand {
    skipBlanksAndComments()
    operands += 1
    guard depth < Self.deepest, operands <= ConditionStack.longest else { return .condition(.unreadable) }
    if bytes.current == UInt8(ascii: "!") {
      bytes.position += 1
      return .condition(readOperand(depth: depth + 1).condition.negated)
    }
    if bytes.current == UInt8(ascii: "(") {
      bytes.position += 1
      let condition = readAlternatives(depth: depth + 1)
      return .condition(readClosing() ? condition : .unreadable)
    }
    let name = readName()
    guard let first = name.utf8.first else { return .condition(.unreadable) }
    if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) {
      return Int(literalInC: name).map { .number($0) } ?? .condition(.unreadable)
    }
    if name == "defined" { return .condition(readDefined()) }
    return skipArguments() ? .condition(.unreadable) : .macro(name)
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
  /// - Returns: whether there were any.
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

  /// Reads an operator such as `>=`, but not `&&` or `||`.
  /// - Returns: `nil` if there is none.
  private mutating func readOperator() -> String? {
    skipBlanksAndComments()
    let start = bytes.position
    guard !bytes.has("&&", at: start), !bytes.has("||", at: start) else { return nil }
    while Self.operators.contains(bytes.current), bytes.position - start < 2 { bytes.position += 1 }
    return bytes.position > start ? bytes.text(start..<bytes.position) : nil
  }

  private static let operators = Set("<>=!+-*/%&|^?:".utf8)

  private mutating func read(_ mark: StaticString) -> Bool {
    skipBlanksAndComments()
    guard bytes.has(mark, at: bytes.position) else { return false }
    bytes.position += 2
    return true
  }
}

extension Int {
  /// Parses an integer literal of C: `201103L`, `0x10`, `010`.
  /// - Returns: `nil` for other texts, and for numbers that are too large.
  package init?(literalInC text: some StringProtocol) {
    let suffix = text.reversed().prefix { "uUlL".contains($0) }.count
    let digits = text.dropLast(suffix).lowercased()
    let prefixes = [("0x", 16), ("0b", 2), ("0", 8)]
    let (prefix, radix) = prefixes.first { digits.count > $0.0.count && digits.hasPrefix($0.0) } ?? ("", 10)
    guard let first = digits.dropFirst(prefix.count).first, first.isHexDigit else { return nil }
    self.init(digits.dropFirst(prefix.count), radix: radix)
  }
}

extension CompilationCondition {
  /// The macro of a query that the scanner made.
  var macro: String? { if case .query("defined", let name) = self { name } else { nil } }

  /// Whether this certainly implies the other condition.
  func requires(_ other: CompilationCondition) -> Bool {
    if case .all(let conditions) = self { conditions.contains(other) } else { self == other }
  }
}
