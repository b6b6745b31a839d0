extension LiteralParser {
  /// A complete expression, such as one after `=` or between commas.
  mutating func expression() throws(LiteralError) -> LiteralExpression {
    depth += 1
    let outer = operands
    operands = 0
    defer {
      depth -= 1
      operands = outer
    }
    guard depth < Self.depthLimit else { throw refusal(.nesting) }
    if word == "try", following.kind == .question, !following.hasSpaceBefore {
      let line = token.line
      try advance()
      try advance()
      return LiteralExpression(form: .attempt(try expression()), line: line)
    }
    let condition = try operation(.or)
    guard token.kind == .question else { return condition }
    try advanceOverOperator(spaced: true)
    let first = try expression()
    guard token.kind == .colon, token.hasSpaceBefore == token.hasSpaceAfter else { throw refusal(.syntax) }
    try advance()
    return LiteralExpression(form: .ternary(condition, first, try expression()), line: condition.line)
  }

  // MARK: Operators

  /// In ascending order.
  private enum Precedence {
    case or, and, comparison, coalescing, range, sum
  }

  private mutating func operation(_ precedence: Precedence) throws(LiteralError) -> LiteralExpression {
    switch precedence {
    case .or: try chain(of: [.or], over: .and)
    case .and: try chain(of: [.and], over: .comparison)
    case .comparison: try comparison()
    case .coalescing: try coalescing()
    case .range: try range()
    case .sum: try sum()
    }
  }

  private var operation: LiteralOperator? {
    switch token.kind {
    case .operation(let operation): operation
    case .less: .less
    case .greater: .greater
    default: nil
    }
  }

  private mutating func chain(
    of operators: [LiteralOperator], over next: Precedence
  ) throws(LiteralError) -> LiteralExpression {
    var first = try operation(next)
    while let operation, operators.contains(operation) {
      try advanceOverOperator()
      first = LiteralExpression(form: .operation(operation, first, try self.operation(next)), line: first.line)
    }
    return first
  }

  /// At most one comparison, since `a < b < c` is invalid.
  private mutating func comparison() throws(LiteralError) -> LiteralExpression {
    let first = try operation(.coalescing)
    guard let operation, ![.or, .and, .coalesce].contains(operation) else { return first }
    try advanceOverOperator()
    let second = try self.operation(.coalescing)
    guard self.operation.map({ [.or, .and].contains($0) }) ?? true else { throw refusal(.operators) }
    return LiteralExpression(form: .operation(operation, first, second), line: first.line)
  }

  /// Right-associative, unlike the others.
  private mutating func coalescing() throws(LiteralError) -> LiteralExpression {
    let first = try operation(.range)
    guard operation == .coalesce else { return first }
    try advanceOverOperator()
    return LiteralExpression(form: .operation(.coalesce, first, try operation(.coalescing)), line: first.line)
  }

  private mutating func range() throws(LiteralError) -> LiteralExpression {
    let first = try operation(.sum)
    guard token.kind == .halfOpenRange || token.kind == .closedRange else { return first }
    let isClosed = token.kind == .closedRange
    try advanceOverOperator()
    let last = try operation(.sum)
    switch token.kind {
    case .halfOpenRange, .closedRange: throw refusal(.operators)
    default: return LiteralExpression(form: .range(first, last, isClosed: isClosed), line: first.line)
    }
  }

  private mutating func sum() throws(LiteralError) -> LiteralExpression {
    let first = try operand()
    guard token.kind == .plus else { return first }
    var summands = [first]
    while token.kind == .plus {
      try advanceOverOperator()
      summands.append(try operand())
    }
    return LiteralExpression(form: .sum(summands), line: first.line)
  }

  /// Swift recognizes infix operators by equal spacing on both sides.
  mutating func advanceOverOperator(spaced: Bool = false) throws(LiteralError) {
    guard token.hasSpaceBefore == token.hasSpaceAfter, token.hasSpaceBefore || !spaced else {
      throw refusal(.operators)
    }
    try advance()
  }

  // MARK: Operands

  private mutating func operand() throws(LiteralError) -> LiteralExpression {
    operands += 1
    guard operands <= Self.operandLimit else { throw refusal(.operators) }
    let line = token.line
    if token.kind == .exclamation {
      guard !token.hasSpaceAfter, operands == 1 || token.hasSpaceBefore else { throw refusal(.operators) }
      try advance()
      guard token.kind != .exclamation else { throw refusal(.operators) }
      return LiteralExpression(form: .not(try operandWithMembers()), line: line)
    }
    return try operandWithMembers()
  }

  private mutating func operandWithMembers() throws(LiteralError) -> LiteralExpression {
    let line = token.line
    var value = LiteralExpression(form: try operandForm(), line: line)
    for _ in 0..<Self.depthLimit {
      guard let form = try suffix(of: value) else { return value }
      value = LiteralExpression(form: form, line: line)
    }
    throw refusal(.nesting)
  }

  private mutating func operandForm() throws(LiteralError) -> LiteralExpression.Form {
    switch token.kind {
    case .string(let isEscaped): return try string(isEscaped: isEscaped)
    case .longString:
      let value = try lexer.value(ofLongString: token)
      try advance()
      return .string(value)
    case .integer:
      guard let value = lexer.bytes[token.range].literalNumber else { throw refusal(.invalidValue) }
      try advance()
      return .integer(value)
    case .leftBracket: return try brackets()
    case .leftParenthesis: return try parentheses()
    case .leftBrace:
      guard allowsTrailingClosure else { throw refusal(.closure) }
      return .closure(try closure())
    case .period: return .member(base: nil, name: try memberName(), arguments: try arguments())
    case .backslash:
      try advance()
      guard token.kind == .period, !token.hasSpaceBefore else { throw refusal(.syntax) }
      return .keyPath(try memberName())
    case .name: return try named()
    default: throw refusal(.syntax)
    }
  }

  private mutating func string(isEscaped: Bool) throws(LiteralError) -> LiteralExpression.Form {
    guard isEscaped else {
      let text = lexer.text(token.range)
      try advance()
      return .string(text)
    }
    var parts: [LiteralExpression] = []
    for piece in try lexer.pieces(ofEscapedString: token) {
      switch piece {
      case .text(let text): parts.append(LiteralExpression(form: .string(text), line: token.line))
      case .interpolation(let range):
        var inner = try LiteralParser(ManifestLexer(lexer.bytes, in: range, line: token.line), build: build)
        inner.depth = depth
        parts.append(try inner.expression())
        guard inner.token.kind == .end else { throw refusal(.interpolation) }
      }
    }
    try advance()
    if parts.isEmpty { return .string("") }
    if parts.count == 1, case .string(let text) = parts[0].form { return .string(text) }
    return .interpolation(parts)
  }

  /// `(a + b)`, or `()`.
  private mutating func parentheses() throws(LiteralError) -> LiteralExpression.Form {
    let outer = allowsTrailingClosure
    allowsTrailingClosure = true
    defer { allowsTrailingClosure = outer }
    try advance()
    if token.kind == .rightParenthesis {
      try advance()
      return .unit
    }
    // The type checker also treats a sum in parentheses separately.
    let before = operands
    let value = try expression()
    operands = before
    try expect(.rightParenthesis)
    return value.form
  }

  /// `{ name, value in … }`
  private mutating func closure() throws(LiteralError) -> LiteralClosure {
    let outer = allowsTrailingClosure
    allowsTrailingClosure = true
    defer { allowsTrailingClosure = outer }
    try expect(.leftBrace)
    var parameters: [String] = []
    if token.kind == .name, following.kind == .comma || isWord(following, "in") {
      repeat {
        if !parameters.isEmpty { try advance() }
        parameters.append(try takeDeclaredName())
      } while token.kind == .comma
      try expect(word: "in")
    }
    let body = try statements()
    try expect(.rightBrace)
    return LiteralClosure(parameters: parameters, body: body)
  }

  private func isWord(_ token: ManifestToken, _ word: String) -> Bool {
    token.kind == .name && lexer.text(token.range) == word
  }

  // MARK: Names and members

  /// A name, `true`, `false`, `nil`, `Type(…)`, `Type.member(…)` or `function(…)`.
  private mutating func named() throws(LiteralError) -> LiteralExpression.Form {
    switch word {
    case "true", "false", "nil":
      let form: LiteralExpression.Form = word == "nil" ? .null : .boolean(word == "true")
      try advance()
      return form
    case "self":
      try advance()
      return .name("self")
    case "_" where allowsWildcard:
      try advance()
      return .name("_")
    case .some(let word) where word.hasPrefix("$"):
      try advance()
      return .name(word)
    default: break
    }
    var name = try takeName()
    var base: String?
    // `Target.Dependency.product` is a member of a type; what follows is a member of a value.
    while Self.isTypeName(name), token.kind == .period, !token.hasSpaceBefore {
      base = name == "PackageDescription" && base == nil ? nil : base.map { $0 + "." + name } ?? name
      name = try memberName()
    }
    let arguments = try arguments()
    if let base { return .member(base: base, name: name, arguments: arguments) }
    if let arguments { return .construction(name, arguments) }
    let closure = Self.isTypeName(name) ? [] : try trailingClosure()
    return closure.isEmpty ? .name(name) : .construction(name, closure)
  }

  static func isTypeName(_ name: String) -> Bool {
    name.utf8.first.map { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") } ?? false
  }

  /// A postfix expression on a value; `nil` if nothing follows.
  private mutating func suffix(of value: LiteralExpression) throws(LiteralError) -> LiteralExpression.Form? {
    let isAttached = !token.hasSpaceBefore
    switch token.kind {
    case .period where isAttached || token.startsLine:
      let name = try memberName()
      let access = LiteralExpression(form: .access(value, name), line: value.line)
      if let arguments = try arguments() { return .call(access, arguments + (try trailingClosure())) }
      let closure = try trailingClosure()
      return closure.isEmpty ? access.form : .call(access, closure)
    case .leftBracket where isAttached:
      let index = try brackets()
      guard case .array(let indices) = index, indices.count == 1 else { throw refusal(.syntax) }
      return .element(of: value, at: indices[0])
    case .question where isAttached && !token.hasSpaceAfter:
      try advance()
      guard token.kind == .period, !token.hasSpaceBefore else { throw refusal(.operators) }
      return .chain(value)
    case .exclamation where isAttached:
      try advance()
      return .force(value)
    case .leftParenthesis where isAttached:
      if let type = Self.elementType(of: value) {
        guard try arguments()?.isEmpty == true else { throw refusal(.syntax) }
        return .emptyArray(type)
      }
      guard case .closure = value.form, let arguments = try arguments() else { throw refusal(.syntax) }
      return .call(value, arguments)
    default: return nil
    }
  }

  /// The element type if the value is `[Type]`.
  private static func elementType(of value: LiteralExpression) -> LiteralTypeName? {
    guard case .array(let elements) = value.form, elements.count == 1 else { return nil }
    switch elements[0].form {
    case .name(let name) where isTypeName(name): return .name(name)
    case .member(let base, let name, arguments: nil) where isTypeName(name):
      return .name(base.map { $0 + "." + name } ?? name)
    default: return nil
    }
  }

  /// A trailing closure on the line of the call.
  private mutating func trailingClosure() throws(LiteralError) -> [LiteralArgument] {
    guard allowsTrailingClosure, token.kind == .leftBrace, !token.startsLine else { return [] }
    let line = token.line
    return [LiteralArgument(label: nil, value: LiteralExpression(form: .closure(try closure()), line: line))]
  }

  /// The argument list, if there is one.
  private mutating func arguments() throws(LiteralError) -> [LiteralArgument]? {
    guard token.kind == .leftParenthesis, !token.hasSpaceBefore else { return nil }
    let outer = allowsTrailingClosure
    allowsTrailingClosure = true
    defer { allowsTrailingClosure = outer }
    try advance()
    var arguments: [LiteralArgument] = []
    while token.kind != .rightParenthesis {
      var label: String?
      if following.kind == .colon, let word {
        label = word
        try advance()
        try advance()
      }
      arguments.append(LiteralArgument(label: label, value: try expression()))
      if token.kind == .comma {
        try advance()
        guard token.kind != .rightParenthesis || allowsTrailingComma else { throw refusal(.syntax) }
      } else if token.kind != .rightParenthesis {
        throw refusal(.syntax)
      }
    }
    try advance()
    return arguments
  }

  /// An array or a dictionary.
  private mutating func brackets() throws(LiteralError) -> LiteralExpression.Form {
    let outer = allowsTrailingClosure
    allowsTrailingClosure = true
    defer { allowsTrailingClosure = outer }
    try expect(.leftBracket)
    if token.kind == .colon {
      try advance()
      try expect(.rightBracket)
      return .dictionary([])
    }
    var elements: [LiteralExpression] = []
    var values: [LiteralExpression] = []
    while token.kind != .rightBracket {
      elements.append(try expression())
      if token.kind == .colon {
        try advance()
        values.append(try expression())
      }
      if token.kind == .comma { try advance() } else if token.kind != .rightBracket { throw refusal(.syntax) }
    }
    try advance()
    if values.isEmpty { return .array(elements) }
    guard values.count == elements.count else { throw refusal(.syntax) }
    return .dictionary(zip(elements, values).map { (key: $0, value: $1) })
  }
}
