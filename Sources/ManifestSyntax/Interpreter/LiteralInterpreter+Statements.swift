/// How control flow continues after a statement.
indirect enum LiteralFlow {
  case next
  /// The statement leaves the function, or continues with the next element of the loop. If another path continues after
  /// the statement, `otherwise` is the state of that path, for type-checking the rest.
  case left(LiteralExit, otherwise: LiteralInterpreter?)
}

enum LiteralExit {
  case result(LiteralValue)
  case nextElement
}

extension LiteralInterpreter {
  /// Runs the statements of a block in a new scope.
  mutating func run(
    _ statements: [LiteralStatement], in scope: LiteralScope = LiteralScope()
  ) throws(LiteralError) -> LiteralFlow {
    scopes.append(scope)
    try expectNames(of: statements)
    let flow = try runInScope(statements[...])
    leaveScope()
    return flow.leavingScope
  }

  /// Registers the names that a block declares: they shadow outer names from the beginning of the block.
  mutating func expectNames(of statements: [LiteralStatement]) throws(LiteralError) {
    let scope = scopes.count - 1
    for statement in statements {
      guard case .constant(let constant) = statement.form else { continue }
      let isNew = scopes[scope].undeclared.insert(constant.name).inserted
      guard isNew, scopes[scope].variables[constant.name] == nil else {
        throw LiteralError(.syntax, line: constant.line)
      }
    }
  }

  mutating func leaveScope() {
    let prefix = "\(scopes.count - 1) "
    scopes.removeLast()
    if !pending.isEmpty { pending = pending.filter { !$0.hasPrefix(prefix) } }
  }

  private mutating func runInScope(_ statements: ArraySlice<LiteralStatement>) throws(LiteralError) -> LiteralFlow {
    for index in statements.indices {
      let flow = try execute(statements[index])
      guard case .left(let exit, let otherwise) = flow else { continue }
      let rest = statements[(index + 1)...]
      guard var otherwise else {
        guard rest.isEmpty else { throw LiteralError(.controlFlow, line: statements[index].line) }
        return flow
      }
      switch try otherwise.runInScope(rest) {
      case .next: return .left(exit, otherwise: otherwise)
      case .left(_, let further): return .left(exit, otherwise: further)
      }
    }
    return .next
  }

  /// Executes one statement at any level.
  mutating func execute(_ statement: LiteralStatement) throws(LiteralError) -> LiteralFlow {
    let line = statement.line
    try budget.spend(line: line)
    switch statement.form {
    case .constant(let constant): try declare(constant)
    // Declarations were collected before anything was run.
    case .function, .members: guard scopes.count == 1 else { throw LiteralError(.declaration, line: line) }
    case .assignment(let place, let isAddition, let value):
      try assign(value, to: place, isAddition: isAddition)
    case .expression(let expression): try runExpression(expression)
    case .conditional(let conditions, let then, let otherwise):
      return try runConditional(conditions, then, otherwise, line: line)
    case .precondition(let conditions, let otherwise): return try runGuard(conditions, otherwise, line: line)
    case .loop(let sequence, let name, let filter, let body):
      try runLoop(over: sequence, name: name, where: filter, body)
    case .choice(let subject, let cases): return try runChoice(subject, cases, line: line)
    case .result(let expression):
      guard let type = frame.result else { throw LiteralError(.controlFlow, line: line) }
      guard let expression else {
        guard type == .unit else { throw LiteralError(.wrongType, line: line) }
        return .left(.result(.unit), otherwise: nil)
      }
      return .left(.result(try evaluate(expression, as: type)), otherwise: nil)
    case .nextElement: return .left(.nextElement, otherwise: nil)
    }
    return .next
  }

  private mutating func assign(
    _ expression: LiteralExpression, to target: LiteralExpression, isAddition: Bool
  ) throws(LiteralError) {
    let line = target.line
    let (place, type) = try place(target)
    guard isAddition else {
      let value = try evaluate(expression, as: type)
      return try set(place, to: value, line: line)
    }
    let addition = try evaluate(expression, as: type)
    switch (type, value(at: place), addition) {
    case (_, _, _) where isNowhere(place): break
    case (.array, .list(let elements)?, .list(let more)):
      try budget.spend(elements.count + more.count, line: line)
      try set(place, to: .list(elements + more), line: line)
    case (.string, .string(let text)?, .string(let more)):
      try set(place, to: try joined([text, more], line: line), line: line)
    default: throw LiteralError(.wrongType, line: line)
    }
  }

  func isNowhere(_ place: Assignee) -> Bool {
    if case .nowhere = place { true } else { false }
  }

  // MARK: Conditions

  /// Evaluates conditions and binds their names. The conditions after the first false one are only type-checked.
  private mutating func test(_ conditions: [LiteralCondition]) throws(LiteralError) -> Bool {
    var holds = true
    let before = changes
    for condition in conditions {
      switch condition {
      case .holds(let expression):
        if try !boolean(expression) { holds = false }
      case .matches(let pattern, let expression):
        if try !matches(pattern, try infer(expression)) { holds = false }
      case .binds(let name, let expression):
        let optional = try infer(expression)
        guard optional.type.isOptional else { throw LiteralError(.wrongType, line: expression.line) }
        var value = optional.value
        if case .none = value {
          holds = false
          isTrial = true
          value = try standIn(for: optional.type.unwrapped, line: expression.line)
        }
        let variable = LiteralVariable(type: optional.type.unwrapped, isMutable: false, value: value)
        try declare(name, variable, line: expression.line)
      }
      if !holds { isTrial = true }
    }
    // Conditions are evaluated on a copy of the state, so a change made by them would be lost.
    guard changes == before, let line = conditions.first?.line else {
      throw LiteralError(.controlFlow, line: conditions.first?.line ?? 0)
    }
    try budget.spend(line: line)
    return holds
  }

  private mutating func runConditional(
    _ conditions: [LiteralCondition], _ then: [LiteralStatement], _ otherwise: [LiteralStatement], line: Int
  ) throws(LiteralError) -> LiteralFlow {
    var inside = self
    inside.scopes.append(LiteralScope())
    var other = try copied(line: line)
    if try inside.test(conditions) {
      let otherFlow = try other.run(otherwise)
      self = inside
      let flow = try run(then)
      leaveScope()
      return try joined(flow.leavingScope, otherFlow, other, line: line)
    }
    let thenFlow = try inside.run(then)
    inside.leaveScope()
    let flow = try run(otherwise)
    return try joined(flow, thenFlow.leavingScope, inside, line: line)
  }

  /// The control flow after a statement with a branch that ran and another one that was only type-checked.
  private func joined(
    _ flow: LiteralFlow, _ otherFlow: LiteralFlow, _ other: LiteralInterpreter, line: Int
  ) throws(LiteralError) -> LiteralFlow {
    let (end, otherEnd) = (flow.end(of: self), otherFlow.end(of: other))
    // A constant must be initialized on all paths, or on none.
    if let end, let otherEnd, end.pending != otherEnd.pending { throw LiteralError(.unknownName, line: line) }
    guard case .left(let exit, _) = flow else { return .next }
    return .left(exit, otherwise: end ?? otherEnd)
  }

  private mutating func runGuard(
    _ conditions: [LiteralCondition], _ otherwise: [LiteralStatement], line: Int
  ) throws(LiteralError) -> LiteralFlow {
    for case .binds(let name, let expression) in conditions {
      // If the block used the shadowed name before, it would not compile.
      guard try scope(of: name, line: expression.line) == nil, declarations.functions[name] == nil else {
        throw LiteralError(.unknownName, line: expression.line)
      }
    }
    var through = self
    let holds = try through.test(conditions)
    var leaving = holds ? try copied(line: line) : self
    guard case .left(let exit, otherwise: nil) = try leaving.run(otherwise) else {
      throw LiteralError(.controlFlow, line: line)
    }
    self = holds ? through : leaving
    return holds ? .next : .left(exit, otherwise: through)
  }

  // MARK: Loops

  private mutating func runLoop(
    over sequence: LiteralExpression, name: String, where filter: LiteralExpression?, _ body: [LiteralStatement]
  ) throws(LiteralError) {
    let line = sequence.line
    let (type, elements) = try sequenceElements(try infer(sequence), line: line)
    var hasRun = false
    for element in elements {
      let ran = try runOnce(name, LiteralTyped(type, element.value), where: filter, body, line: line)
      hasRun = hasRun || ran
    }
    if hasRun { return }
    try tryOut(line: line) { (copy) throws(LiteralError) in
      let standIn = LiteralTyped(type, try copy.standIn(for: type, line: line))
      _ = try copy.runOnce(name, standIn, where: filter, body, line: line, isForced: true)
    }
  }

  private mutating func runOnce(
    _ name: String, _ element: LiteralTyped, where filter: LiteralExpression?, _ body: [LiteralStatement], line: Int,
    isForced: Bool = false
  ) throws(LiteralError) -> Bool {
    let before = pending
    var scope = LiteralScope()
    scope.variables[name] = LiteralVariable(type: element.type, isMutable: false, value: element.value)
    scopes.append(scope)
    defer { leaveScope() }
    if let filter, try !boolean(filter), !isForced { return false }
    if case .left(.result, _) = try run(body) { throw LiteralError(.controlFlow, line: line) }
    guard pending == before else { throw LiteralError(.unknownName, line: line) }
    return true
  }

  /// `switch` with a `default` at its end.
  private mutating func runChoice(
    _ expression: LiteralExpression, _ cases: [LiteralCase], line: Int
  ) throws(LiteralError) -> LiteralFlow {
    let subject = try infer(expression)
    guard subject.type.isEquatable || subject.type == .single(.dependencyKind), let last = cases.last,
      last.patterns == nil, cases.count > 1
    else {
      throw LiteralError(.controlFlow, line: line)
    }
    var chosen: Int?
    for (index, choice) in cases.enumerated() {
      guard let patterns = choice.patterns else {
        guard index == cases.count - 1 else { throw LiteralError(.controlFlow, line: line) }
        break
      }
      for pattern in patterns where try matches(pattern, subject) { chosen = chosen ?? index }
    }
    var others: [(flow: LiteralFlow, end: LiteralInterpreter)] = []
    let taken = chosen ?? cases.count - 1
    for (index, choice) in cases.enumerated() where index != taken {
      var other = try copied(line: line)
      others.append((try other.run(choice.body), other))
    }
    var flow = try run(cases[taken].body)
    for other in others { flow = try joined(flow, other.flow, other.end, line: line) }
    return flow
  }

  private mutating func matches(
    _ pattern: LiteralExpression, _ subject: LiteralTyped
  ) throws(LiteralError) -> Bool {
    if subject.type == .single(.dependencyKind) { return try matchesKind(pattern) }
    guard let isEqual = try evaluate(pattern, as: subject.type).isEqual(to: subject.value) else {
      throw LiteralError(.wrongType, line: pattern.line)
    }
    return isEqual
  }
}

extension LiteralFlow {
  /// The flow after the scope of its block.
  fileprivate var leavingScope: LiteralFlow {
    guard case .left(let exit, var otherwise?) = self else { return self }
    otherwise.leaveScope()
    return .left(exit, otherwise: otherwise)
  }

  /// The state in which the code after it continues, given that after the statement; `nil` if none does.
  fileprivate func end(of state: LiteralInterpreter) -> LiteralInterpreter? {
    if case .left(_, let otherwise) = self { otherwise } else { state }
  }
}

extension LiteralInterpreter {
  /// Checks a pattern of `Package.Dependency.Kind`, in code that does not run.
  private mutating func matchesKind(_ pattern: LiteralExpression) throws(LiteralError) -> Bool {
    let labels: [String: [String?]] = [
      "sourceControl": ["name", "location", "requirement"], "fileSystem": ["name", "path"],
      "registry": ["id", "requirement"],
    ]
    guard isTrial, case .member(base: nil, let name, let arguments?) = pattern.form,
      arguments.map(\.label) == labels[name]
    else { throw LiteralError(.controlFlow, line: pattern.line) }
    for argument in arguments {
      if case .name("_") = argument.value.form { continue }
      guard ["location", "path", "id"].contains(argument.label ?? "") else {
        throw LiteralError(.controlFlow, line: pattern.line)
      }
      _ = try string(argument.value)
    }
    return false
  }
}

extension LiteralCondition {
  fileprivate var line: Int {
    switch self {
    case .holds(let expression), .binds(_, let expression), .matches(_, let expression): expression.line
    }
  }
}
