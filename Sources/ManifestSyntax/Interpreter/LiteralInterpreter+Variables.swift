extension LiteralInterpreter {
  // MARK: Declaring

  /// Declares a name in the innermost scope.
  mutating func declare(
    _ name: String, _ variable: LiteralVariable, line: Int
  ) throws(LiteralError) {
    let scope = scopes.count - 1
    guard scopes[scope].variables[name] == nil, declarations.functions[name] == nil || scope > 0 else {
      throw LiteralError(.syntax, line: line)
    }
    scopes[scope].undeclared.remove(name)
    scopes[scope].variables[name] = variable
    if variable.value == nil { pending.insert(Self.key(name, scope)) }
  }

  mutating func declare(_ constant: LiteralConstant) throws(LiteralError) {
    let line = constant.line
    var type: LiteralType?
    if let name = constant.type { type = try self.type(name, line: line) }
    var value: LiteralValue?
    if let expression = constant.value {
      if let type {
        value = try evaluate(expression, as: type)
      } else {
        let inferred = try infer(expression)
        type = inferred.type
        value = inferred.value
      }
    }
    guard let type, type != .unit else { throw LiteralError(.wrongType, line: line) }
    let variable = LiteralVariable(type: type, isMutable: constant.isMutable, value: value)
    try declare(constant.name, variable, line: line)
  }

  func type(
    _ name: LiteralTypeName, enclosing: LiteralType? = nil, line: Int
  ) throws(LiteralError) -> LiteralType {
    guard let type = LiteralType(name, enclosing: enclosing) else { throw LiteralError(.unknownMember, line: line) }
    try require(type.since, line)
    // From 5.7 on, `.when` returns an optional.
    if type == .single(.targetCondition), toolsVersion >= ToolsVersion(5, 7) {
      throw LiteralError(.unknownMember, line: line)
    }
    return type
  }

  // MARK: Looking up

  private static func key(_ name: String, _ scope: Int) -> String { "\(scope) \(name)" }

  /// The index of the scope that declares a name; `nil` if no constant or variable has this name.
  func scope(of name: String, line: Int) throws(LiteralError) -> Int? {
    var index = scopes.count - 1
    while index >= 0 {
      let scope = scopes[index]
      guard !scope.undeclared.contains(name) else { throw LiteralError(.unknownName, line: line) }
      if let variable = scope.variables[name] {
        guard index > 0 || frame.seesVariables || (!variable.isMutable && variable.type.isSendable) else {
          throw LiteralError(.unknownName, line: line)
        }
        return index
      }
      index = scope.isFunction ? min(index - 1, 0) : index - 1
    }
    return nil
  }

  /// The value of the constant, variable or computed variable with a name.
  mutating func named(_ name: String, line: Int) throws(LiteralError) -> LiteralTyped {
    try budget.spend(line: line)
    if name.hasPrefix("$") { budget.usesArgument = true }
    if name == "self", let subject = frame.subject { return LiteralTyped(subject.type, subject.value) }
    if let scope = try scope(of: name, line: line), let variable = scopes[scope].variables[name] {
      guard let value = variable.value else { throw LiteralError(.unknownName, line: line) }
      return LiteralTyped(variable.type, value)
    }
    if let function = declarations.functions[name], function.parameters == nil {
      // A computed variable is isolated to the main actor, as the others.
      guard frame.seesVariables else { throw LiteralError(.unknownName, line: line) }
      return try call(function, nil, line: line)
    }
    throw LiteralError(.unknownName, line: line)
  }

  // MARK: Places that can change

  /// What an assignment or a mutating method changes.
  enum Assignee {
    case variable(String, scope: Int)
    case target(Int, String)
    case package(String)
    /// After `?` on `nil`.
    case nowhere
  }

  mutating func place(_ expression: LiteralExpression) throws(LiteralError) -> (place: Assignee, type: LiteralType) {
    let line = expression.line
    switch expression.form {
    case .name(let name):
      guard let scope = try scope(of: name, line: line), let variable = scopes[scope].variables[name],
        variable.isMutable || variable.value == nil
      else { throw LiteralError(.unknownName, line: line) }
      return (.variable(name, scope: scope), variable.type)
    case .access(let base, let member): return try place(of: member, in: base, line: line)
    case .chain(let base):
      let (place, type) = try self.place(base)
      guard type.isOptional else { throw LiteralError(.wrongType, line: line) }
      if case .none? = value(at: place) { return (.nowhere, type.unwrapped) }
      return (place, type.unwrapped)
    case .force(let base):
      let (place, type) = try self.place(base)
      guard type.isOptional else { throw LiteralError(.wrongType, line: line) }
      if case .none? = value(at: place) { throw LiteralError(.invalidValue, line: line) }
      return (place, type.unwrapped)
    default: throw LiteralError(.syntax, line: line)
    }
  }

  private mutating func place(
    of member: String, in base: LiteralExpression, line: Int
  ) throws(LiteralError) -> (place: Assignee, type: LiteralType) {
    var owner: LiteralTyped
    var isPresent = true
    if case .chain(let optional) = base.form {
      owner = try infer(optional)
      guard owner.type.isOptional else { throw LiteralError(.wrongType, line: line) }
      if case .none = owner.value {
        isPresent = false
        owner = LiteralTyped(owner.type.unwrapped, .none)
      } else {
        owner = LiteralTyped(owner.type.unwrapped, owner.value)
      }
    } else {
      owner = try infer(base)
    }
    guard let property = LiteralProperty(member, of: owner.type), property.isMutable else {
      throw LiteralError(.unknownMember, line: line)
    }
    try require(property.since, line)
    guard isPresent else { return (.nowhere, property.type) }
    switch owner.value {
    case .target(let number): return (.target(number, member), property.type)
    case .package: return (.package(member), property.type)
    default: throw LiteralError(.unknownMember, line: line)
    }
  }

  /// The current value; `nil` if it is not initialized.
  func value(at place: Assignee) -> LiteralValue? {
    switch place {
    case .variable(let name, let scope): scopes[scope].variables[name]?.value
    case .target(let number, let member): property(member, ofTarget: number)
    case .package(let member): property(member)
    case .nowhere: LiteralValue.none
    }
  }

  mutating func set(_ place: Assignee, to value: LiteralValue, line: Int) throws(LiteralError) {
    switch place {
    case .variable(let name, let scope):
      pending.remove(Self.key(name, scope))
      if scopes[(scope + 1)...].contains(where: \.isFunction) || scope == 0 { changes += 1 }
      scopes[scope].variables[name]?.value = value
    case .target(let number, let member):
      changes += 1
      let isAllowed = LiteralProperty.settable(of: targets[number].kind).contains(member)
      guard isAllowed else { throw LiteralError(.invalidPackage, line: line) }
      targets[number].properties[member] = value
    case .package(let member):
      changes += 1
      package?.properties[member] = value
    case .nowhere: break
    }
  }
}

/// A value with its static type.
struct LiteralTyped {
  let type: LiteralType
  let value: LiteralValue

  init(_ type: LiteralType, _ value: LiteralValue) {
    self.type = type
    self.value = value
  }
}
