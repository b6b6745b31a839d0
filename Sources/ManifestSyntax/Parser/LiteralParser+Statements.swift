extension LiteralParser {
  /// Statements up to a closing brace, a case of `switch`, a directive that ends a branch of `#if`, or the end.
  mutating func statements(atTopLevel: Bool = false) throws(LiteralError) -> [LiteralStatement] {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.depthLimit else { throw refusal(.nesting) }
    var statements: [LiteralStatement] = []
    while !endsStatements {
      if token.kind == .directive {
        statements += try conditionalBlock(atTopLevel: atTopLevel)
      } else if word == "import" {
        guard atTopLevel else { throw refusal(.syntax) }
        try importModule()
      } else {
        statements.append(try statement(atTopLevel: atTopLevel))
      }
      if token.kind == .semicolon {
        try advance()
      } else if !token.startsLine, token.kind != .rightBrace, token.kind != .end {
        throw refusal(.syntax)
      }
    }
    return statements
  }

  private var endsStatements: Bool {
    switch token.kind {
    case .rightBrace, .end, .at: true
    case .directive: ["elseif", "else", "endif"].contains(lexer.text(token.range))
    case .name: word == "case" || word == "default"
    default: false
    }
  }

  /// Statements between braces.
  mutating func block() throws(LiteralError) -> [LiteralStatement] {
    let outer = allowsTrailingClosure
    allowsTrailingClosure = true
    defer { allowsTrailingClosure = outer }
    try expect(.leftBrace)
    let statements = try statements()
    try expect(.rightBrace)
    return statements
  }

  private mutating func statement(atTopLevel: Bool) throws(LiteralError) -> LiteralStatement {
    let line = token.line
    func statement(_ form: LiteralStatement.Form) -> LiteralStatement { LiteralStatement(form: form, line: line) }
    switch word {
    case "let", "var": return statement(try variable(isStatic: false))
    case "if": return statement(try conditional())
    case "guard": return statement(try precondition())
    case "for": return statement(try loop())
    case "switch": return statement(try choice())
    case "return":
      try advance()
      if token.kind == .rightBrace { return statement(.result(nil)) }
      // After `return`, an expression on the next line would be its value.
      guard !token.startsLine || token.kind == .directive else { throw refusal(.controlFlow) }
      return statement(.result(token.kind == .directive ? nil : try expression()))
    case "continue":
      try advance()
      guard token.startsLine || endsStatements else { throw refusal(.controlFlow) }
      return statement(.nextElement)
    case "func", "extension", "private", "fileprivate", "internal", "public":
      guard atTopLevel else { throw refusal(.declaration) }
      return statement(try declaration())
    case .some(let word) where Self.otherStatements.contains(word): throw refusal(.controlFlow)
    case .some(let word) where Self.otherDeclarations.contains(word): throw refusal(.declaration)
    default: return statement(try simple())
    }
  }

  private static let otherStatements: Set<String> = ["while", "do", "repeat", "defer", "throw", "break", "fallthrough"]
  private static let otherDeclarations: Set<String> = [
    "struct", "class", "enum", "protocol", "typealias", "actor", "final", "nonisolated", "operator", "lazy", "static",
  ]

  /// An expression, or an assignment to one.
  private mutating func simple() throws(LiteralError) -> LiteralStatement.Form {
    let place = try expression()
    guard token.kind == .equals || token.kind == .plusEquals else { return .expression(place) }
    let isAddition = token.kind == .plusEquals
    try advanceOverOperator()
    return .assignment(to: place, isAddition: isAddition, try expression())
  }

  // MARK: Control flow

  private mutating func conditional() throws(LiteralError) -> LiteralStatement.Form {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.depthLimit else { throw refusal(.nesting) }
    try advance()
    let conditions = try conditions()
    let then = try block()
    guard word == "else" else { return .conditional(conditions, then: then, otherwise: []) }
    try advance()
    guard word == "if" else { return .conditional(conditions, then: then, otherwise: try block()) }
    let line = token.line
    return .conditional(
      conditions, then: then, otherwise: [LiteralStatement(form: try conditional(), line: line)])
  }

  private mutating func precondition() throws(LiteralError) -> LiteralStatement.Form {
    try advance()
    let conditions = try conditions()
    try expect(word: "else")
    return .precondition(conditions, otherwise: try block())
  }

  private mutating func conditions() throws(LiteralError) -> [LiteralCondition] {
    var conditions = [try condition()]
    while token.kind == .comma {
      try advance()
      conditions.append(try condition())
    }
    return conditions
  }

  private mutating func condition() throws(LiteralError) -> LiteralCondition {
    if word == "case" {
      try advance()
      let pattern = try pattern()
      guard token.kind == .equals else { throw refusal(.syntax) }
      try advanceOverOperator()
      return .matches(pattern, try headExpression())
    }
    guard word == "let" else { return .holds(try headExpression()) }
    try advance()
    let line = token.line
    let name = try takeDeclaredName()
    guard token.kind == .equals else { return .binds(name, LiteralExpression(form: .name(name), line: line)) }
    try advanceOverOperator()
    return .binds(name, try headExpression())
  }

  /// The pattern of a case: a value, or a member some of whose arguments are `_`.
  private mutating func pattern() throws(LiteralError) -> LiteralExpression {
    allowsWildcard = true
    defer { allowsWildcard = false }
    return try expression()
  }

  /// An expression before a block, where a brace begins the block.
  private mutating func headExpression() throws(LiteralError) -> LiteralExpression {
    let outer = allowsTrailingClosure
    allowsTrailingClosure = false
    defer { allowsTrailingClosure = outer }
    return try expression()
  }

  private mutating func loop() throws(LiteralError) -> LiteralStatement.Form {
    try advance()
    let name = try takeDeclaredName()
    try expect(word: "in")
    let sequence = try headExpression()
    var filter: LiteralExpression?
    if word == "where" {
      try advance()
      filter = try headExpression()
    }
    return .loop(over: sequence, name: name, where: filter, try block())
  }

  private mutating func choice() throws(LiteralError) -> LiteralStatement.Form {
    try advance()
    let subject = try headExpression()
    try expect(.leftBrace)
    var cases: [LiteralCase] = []
    while token.kind != .rightBrace { cases.append(try choiceCase()) }
    try advance()
    return .choice(subject, cases)
  }

  private mutating func choiceCase() throws(LiteralError) -> LiteralCase {
    if token.kind == .at {
      try advance()
      try expect(word: "unknown")
      guard word == "default" else { throw refusal(.syntax) }
    }
    var patterns: [LiteralExpression]?
    if word == "default" {
      try advance()
    } else {
      try expect(word: "case")
      patterns = [try pattern()]
      while token.kind == .comma {
        try advance()
        patterns?.append(try pattern())
      }
    }
    try expect(.colon)
    if word == "break" {
      let line = token.line
      try advance()
      guard token.startsLine || token.kind == .rightBrace, endsStatements else { throw refusal(.controlFlow) }
      let nothing = LiteralStatement(form: .expression(LiteralExpression(form: .unit, line: line)), line: line)
      return LiteralCase(patterns: patterns, body: [nothing])
    }
    let body = try statements()
    guard !body.isEmpty else { throw refusal(.syntax) }
    return LiteralCase(patterns: patterns, body: body)
  }

  // MARK: Conditional compilation

  /// `#if … #elseif … #else … #endif`: the statements of the active branch.
  private mutating func conditionalBlock(atTopLevel: Bool) throws(LiteralError) -> [LiteralStatement] {
    guard lexer.text(token.range) == "if", token.startsLine else { throw refusal(.conditionalCompilation) }
    let outer = isInactive
    defer { isInactive = outer }
    var taken: [LiteralStatement]?
    var sawElse = false
    while true {
      let line = token.line
      let part = token.kind == .directive ? lexer.text(token.range) : ""
      guard token.startsLine else { throw refusal(.conditionalCompilation) }
      try advance()
      if part == "endif" { break }
      guard !sawElse, ["if", "elseif", "else"].contains(part) else { throw refusal(.conditionalCompilation) }
      sawElse = part == "else"
      let holds = sawElse ? true : try buildCondition(onLine: line)
      guard token.startsLine else { throw refusal(.conditionalCompilation) }
      isInactive = outer || !holds || taken != nil
      let statements = try statements(atTopLevel: atTopLevel)
      if taken == nil, holds { taken = statements }
      guard token.kind == .directive else { throw refusal(.conditionalCompilation) }
    }
    guard token.startsLine || token.kind == .end else { throw refusal(.conditionalCompilation) }
    return taken ?? []
  }
}
