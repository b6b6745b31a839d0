extension LiteralInterpreter {
  // MARK: The manifest's own functions

  /// Calls a function of the manifest, or reads a computed variable if there are no arguments.
  mutating func call(
    _ function: LiteralFunction, _ arguments: [LiteralArgument]?, of type: LiteralType? = nil,
    subject: (type: LiteralType, value: LiteralValue)? = nil, line: Int
  ) throws(LiteralError) -> LiteralTyped {
    var values: [LiteralValue] = []
    guard (arguments == nil) == (function.parameters == nil) else { throw LiteralError(.arguments, line: line) }
    if let arguments {
      var rest = try LiteralArguments(arguments, line: line)
      for parameter in function.parameters ?? [] {
        let parameterType = try self.type(parameter.type, enclosing: type, line: function.line)
        if let expression = rest.take(parameter.label) {
          values.append(try evaluate(expression, as: parameterType))
        } else if let standard = parameter.standard {
          values.append(try evaluate(standard: standard, as: parameterType))
        } else {
          throw LiteralError(.arguments, line: line)
        }
      }
      try rest.end()
    }
    return try run(function, values, of: type, subject: subject)
  }

  /// The default value of a parameter, which cannot use the caller's variables.
  mutating func evaluate(
    standard: LiteralExpression, as type: LiteralType
  ) throws(LiteralError) -> LiteralValue {
    scopes.append(LiteralScope(isFunction: true))
    defer { leaveScope() }
    return try evaluate(standard, as: type)
  }

  /// Runs a function's body.
  mutating func run(
    _ function: LiteralFunction, _ arguments: [LiteralValue], of type: LiteralType?,
    subject: (type: LiteralType, value: LiteralValue)?
  ) throws(LiteralError) -> LiteralTyped {
    var scope = LiteralScope()
    scope.isFunction = true
    for (parameter, value) in zip(function.parameters ?? [], arguments) {
      let parameterType = try self.type(parameter.type, enclosing: type, line: function.line)
      let variable = LiteralVariable(type: parameterType, isMutable: false, value: value)
      guard scope.variables.updateValue(variable, forKey: parameter.name) == nil else {
        throw LiteralError(.declaration, line: function.line)
      }
    }
    let result: LiteralType =
      if let name = function.result { try self.type(name, enclosing: type, line: function.line) } else { .unit }
    let outer = frame
    frame = LiteralFrame(
      result: result, subject: subject, seesVariables: toolsVersion < ToolsVersion(6, 0), depth: outer.depth)
    defer { frame = outer }
    return LiteralTyped(result, try runBody(function.body, in: scope, result: result, line: function.line))
  }

  /// The maximum nesting depth of calls of functions and closures.
  private static let depthLimit = 12

  private mutating func runBody(
    _ body: [LiteralStatement], in scope: LiteralScope, result: LiteralType, line: Int
  ) throws(LiteralError) -> LiteralValue {
    frame.depth += 1
    guard frame.depth <= Self.depthLimit else { throw LiteralError(.nesting, line: line) }
    if body.count == 1, case .expression(let expression) = body[0].form, result != .unit {
      scopes.append(scope)
      defer { leaveScope() }
      return try evaluate(expression, as: result)
    }
    switch try run(body, in: scope) {
    case .left(.result(let value), otherwise: nil): return value
    case .left(.nextElement, _): throw LiteralError(.controlFlow, line: line)
    case .left(.result, _), .next:
      guard result == .unit else { throw LiteralError(.controlFlow, line: line) }
      return .unit
    }
  }

  // MARK: Closures

  /// Runs a closure, or reads the property that a key path names.
  ///
  /// - Parameters:
  ///   - type: the expected type of the result; `nil` if it is inferred.
  mutating func apply(
    _ expression: LiteralExpression, to arguments: [LiteralTyped], wanting type: LiteralType?
  ) throws(LiteralError) -> LiteralTyped {
    let line = expression.line
    try budget.spend(line: line)
    if case .keyPath(let name) = expression.form, arguments.count == 1 {
      let value = try property(name, of: arguments[0], line: line)
      guard type == nil || type == value.type else { throw LiteralError(.wrongType, line: line) }
      return value
    }
    guard case .closure(let closure) = expression.form else { throw LiteralError(.closure, line: line) }
    let names = closure.parameters.isEmpty ? arguments.indices.map { "$\($0)" } : closure.parameters
    // With several arguments, `$0` alone would be a tuple of all of them.
    guard names.count == arguments.count, arguments.count < 2 || !closure.parameters.isEmpty else {
      throw LiteralError(.closure, line: line)
    }
    let scope = try scope(of: names, arguments, line: line)
    let isUsed = budget.usesArgument
    budget.usesArgument = false
    let value = try run(closure, in: scope, wanting: type, line: line)
    // An argument must be used or named.
    guard !closure.parameters.isEmpty || arguments.isEmpty || budget.usesArgument else {
      throw LiteralError(.closure, line: line)
    }
    budget.usesArgument = isUsed
    return value
  }

  private func scope(
    of names: [String], _ arguments: [LiteralTyped], line: Int
  ) throws(LiteralError) -> LiteralScope {
    var scope = LiteralScope()
    for (name, argument) in zip(names, arguments) {
      let variable = LiteralVariable(type: argument.type, isMutable: false, value: argument.value)
      guard scope.variables.updateValue(variable, forKey: name) == nil else {
        throw LiteralError(.closure, line: line)
      }
    }
    return scope
  }

  private mutating func run(
    _ closure: LiteralClosure, in scope: LiteralScope, wanting type: LiteralType?, line: Int
  ) throws(LiteralError) -> LiteralTyped {
    let outer = frame
    defer { frame = outer }
    frame.result = type
    if let type { return LiteralTyped(type, try runBody(closure.body, in: scope, result: type, line: line)) }
    frame.depth += 1
    guard closure.body.count == 1, frame.depth <= Self.depthLimit else { throw LiteralError(.closure, line: line) }
    scopes.append(scope)
    defer { leaveScope() }
    switch closure.body[0].form {
    case .expression(let expression), .result(let expression?): return try infer(expression)
    default: throw LiteralError(.closure, line: line)
    }
  }
}
