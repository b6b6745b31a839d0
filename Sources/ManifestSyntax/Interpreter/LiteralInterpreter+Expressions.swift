internal import ModuleGraph

extension LiteralInterpreter {
  // MARK: With an expected type

  /// Evaluates an expression with an expected type.
  mutating func evaluate(_ expression: LiteralExpression, as type: LiteralType) throws(LiteralError) -> LiteralValue {
    let line = expression.line
    try budget.spend(line: line)
    let wanted = type.unwrapped
    switch expression.form {
    case .null:
      guard type.isOptional else { throw LiteralError(.wrongType, line: line) }
      return .none
    case .string, .interpolation, .integer, .boolean: return try literal(expression, as: wanted)
    case .array(let elements): return try list(elements, as: wanted, line: line)
    case .dictionary(let pairs): return try self.pairs(pairs, as: wanted, line: line)
    case .sum(let operands): return try sum(operands, as: wanted, line: line)
    case .member(base: nil, let name, let arguments):
      return try implicitMember(name, arguments, of: wanted, expression)
    case .ternary(let condition, let first, let second):
      let holds = try boolean(condition)
      try tryOut(line: line) { (copy) throws(LiteralError) in
        _ = try copy.evaluate(holds ? second : first, as: type)
      }
      return try evaluate(holds ? first : second, as: type)
    case .operation(.coalesce, let first, let second):
      return try coalesced(first, second, as: wanted, line: line)
    case .call(let callee, let arguments):
      if let value = try call(callee, arguments, wanting: type, line: line) { return value }
      fallthrough
    default:
      let inferred = try infer(expression)
      guard inferred.type == type || inferred.type == wanted else { throw LiteralError(.wrongType, line: line) }
      return inferred.value
    }
  }

  /// The value of a literal, if the expected type can be expressed by it.
  private mutating func literal(
    _ expression: LiteralExpression, as type: LiteralType
  ) throws(LiteralError) -> LiteralValue {
    switch (expression.form, type) {
    case (.string(let text), .single(let element)):
      switch element {
      case .string: return .string(text)
      case .version: return .version(try version(expression))
      case .targetDependency:
        return .targetDependency(ManifestTargetDependency(reference: .byName(text), condition: nil))
      case .pluginUsage: return .pluginUsage(ManifestPluginUsage(name: text, package: nil))
      case .trait: return .trait(ManifestTrait(name: text, enabledTraits: []))
      case .dependencyTrait: return .dependencyTrait(.init(name: text, condition: []))
      default: break
      }
    case (.interpolation(let parts), .string): return try joined(try texts(of: parts), line: expression.line)
    case (.integer(let value), .integer): return .integer(value)
    case (.boolean(let value), .boolean): return .boolean(value)
    default: break
    }
    throw LiteralError(.wrongType, line: expression.line)
  }

  /// The texts of a string's parts: literal text, interpolated strings and interpolated integers.
  private mutating func texts(of parts: [LiteralExpression]) throws(LiteralError) -> [String] {
    var texts: [String] = []
    for part in parts {
      switch try infer(part).value {
      case .string(let text): texts.append(text)
      case .integer(let number): texts.append(String(number))
      default: throw LiteralError(.interpolation, line: part.line)
      }
    }
    return texts
  }

  func joined(_ texts: [String], line: Int) throws(LiteralError) -> LiteralValue {
    let text = texts.joined()
    try budget.spend(text.utf8.count / 64, line: line)
    guard text.utf8.count <= 1 << 16 else { throw LiteralError(.nesting, line: line) }
    return .string(text)
  }

  private mutating func list(
    _ elements: [LiteralExpression], as type: LiteralType, line: Int
  ) throws(LiteralError) -> LiteralValue {
    let elementType: LiteralType
    switch type {
    case .array(let type), .set(let type): elementType = type
    default: throw LiteralError(.wrongType, line: line)
    }
    var values: [LiteralElement] = []
    for element in elements {
      values.append(LiteralElement(value: try evaluate(element, as: elementType), line: element.line))
    }
    guard case .set = type else { return .list(values) }
    return .list(try unique(values))
  }

  private mutating func pairs(
    _ pairs: [(key: LiteralExpression, value: LiteralExpression)], as type: LiteralType, line: Int
  ) throws(LiteralError) -> LiteralValue {
    guard type == .pairs else { throw LiteralError(.wrongType, line: line) }
    var values: [(key: String, value: String)] = []
    for pair in pairs { values.append((try string(pair.key), try string(pair.value))) }
    return .pairs(values)
  }

  private mutating func sum(
    _ operands: [LiteralExpression], as type: LiteralType, line: Int
  ) throws(LiteralError) -> LiteralValue {
    switch type {
    case .array:
      var all: [LiteralElement] = []
      for operand in operands {
        all += try evaluate(operand, as: type).elements
        try budget.spend(all.count / 8, line: line)
      }
      return .list(all)
    case .string:
      var texts: [String] = []
      for operand in operands { texts.append(try string(operand)) }
      return try joined(texts, line: line)
    default: throw LiteralError(.wrongType, line: line)
    }
  }

  private mutating func coalesced(
    _ first: LiteralExpression, _ second: LiteralExpression, as type: LiteralType, line: Int
  ) throws(LiteralError) -> LiteralValue {
    let optional = try infer(first)
    guard optional.type == .optional(type) else { throw LiteralError(.wrongType, line: line) }
    if case .none = optional.value { return try evaluate(second, as: type) }
    try tryOut(line: line) { (copy) throws(LiteralError) in _ = try copy.evaluate(second, as: type) }
    return optional.value
  }

  // MARK: Without an expected type

  /// Evaluates an expression without an expected type, inferring its type as the compiler does.
  mutating func infer(_ expression: LiteralExpression) throws(LiteralError) -> LiteralTyped {
    let line = expression.line
    try budget.spend(line: line)
    switch expression.form {
    case .string, .interpolation: return LiteralTyped(.string, try evaluate(expression, as: .string))
    case .integer: return LiteralTyped(.integer, try evaluate(expression, as: .integer))
    case .boolean: return LiteralTyped(.boolean, try evaluate(expression, as: .boolean))
    case .unit: return LiteralTyped(.unit, .unit)
    case .name(let name): return try named(name, line: line)
    case .array(let elements): return try inferredList(elements, expression)
    case .emptyArray(let name): return LiteralTyped(.array(try type(name, line: line)), .list([]))
    case .sum(let operands): return try inferredSum(operands, expression)
    case .ternary(_, let first, _):
      let type = try typeOnly(of: first)
      return LiteralTyped(type, try evaluate(expression, as: type))
    case .operation(let operation, let first, let second):
      return try inferredOperation(operation, first, second, expression)
    case .not(let operand): return LiteralTyped(.boolean, .boolean(!(try boolean(operand))))
    case .range(let first, let last, let isClosed): return try range(first, last, isClosed: isClosed, line: line)
    case .member(let base?, let name, let arguments): return try member(name, arguments, of: base, expression)
    case .construction(let name, let arguments): return try construction(name, arguments, expression)
    case .access(let base, let name): return try access(name, in: base, line: line)
    case .call(let callee, let arguments): return try call(callee, arguments, line: line)
    case .element(let base, let index): return try element(of: base, at: index, line: line)
    case .force(let base):
      let optional = try infer(base)
      guard optional.type.isOptional else { throw LiteralError(.wrongType, line: line) }
      guard case .none = optional.value else { return LiteralTyped(optional.type.unwrapped, optional.value) }
      // In code that does not run, this is not a crash.
      guard isTrial else { throw LiteralError(.invalidValue, line: line) }
      return LiteralTyped(optional.type.unwrapped, try standIn(for: optional.type.unwrapped, line: line))
    case .attempt(let attempted): return try resourceValues(attempted)
    case .null, .dictionary, .member(base: nil, _, _), .chain, .closure, .keyPath:
      throw LiteralError(.wrongType, line: line)
    }
  }

  /// `URL(fileURLWithPath: path).resourceValues(forKeys: […])`, in code that does not run.
  private mutating func resourceValues(_ expression: LiteralExpression) throws(LiteralError) -> LiteralTyped {
    guard isTrial, imports.contains("Foundation"), case .call(let callee, let arguments) = expression.form,
      case .access(let base, "resourceValues") = callee.form, case .construction("URL", let path) = base.form,
      path.map(\.label) == ["fileURLWithPath"], arguments.map(\.label) == ["forKeys"],
      case .array(let keys) = arguments[0].value.form, keys.allSatisfy(\.isDirectoryKey)
    else { throw LiteralError(.dependsOnDisk, line: expression.line) }
    _ = try string(path[0].value)
    return LiteralTyped(.optional(.single(.resourceValues)), .none)
  }

  private mutating func inferredList(
    _ elements: [LiteralExpression], _ expression: LiteralExpression
  ) throws(LiteralError) -> LiteralTyped {
    guard let first = elements.first else { throw LiteralError(.wrongType, line: expression.line) }
    let type = try typeOnly(of: first)
    guard case .single = type else { throw LiteralError(.wrongType, line: expression.line) }
    for element in elements.dropFirst() {
      // Inferring a common type of different elements would require the compiler's rules.
      guard try typeOnly(of: element) == type else { throw LiteralError(.wrongType, line: element.line) }
    }
    return LiteralTyped(.array(type), try evaluate(expression, as: .array(type)))
  }

  private mutating func inferredSum(
    _ operands: [LiteralExpression], _ expression: LiteralExpression
  ) throws(LiteralError) -> LiteralTyped {
    let decisive = operands.first { operand in
      switch operand.form {
      case .array, .ternary: false
      default: true
      }
    }
    guard let operand = decisive ?? operands.first else { throw LiteralError(.wrongType, line: expression.line) }
    let type = try typeOnly(of: operand)
    return LiteralTyped(type, try evaluate(expression, as: type))
  }

  /// The type of an expression, inferred on a copy of the state.
  private mutating func typeOnly(of expression: LiteralExpression) throws(LiteralError) -> LiteralType {
    var copy = try copied(line: expression.line)
    return try copy.infer(expression).type
  }

  private mutating func range(
    _ first: LiteralExpression, _ last: LiteralExpression, isClosed: Bool, line: Int
  ) throws(LiteralError) -> LiteralTyped {
    guard case .integer(let start) = try evaluate(first, as: .integer),
      case .integer(let end) = try evaluate(last, as: .integer), start <= end, end < 1 << 20
    else { throw LiteralError(.invalidValue, line: line) }
    return LiteralTyped(.range, .range(start..<(isClosed ? end + 1 : end)))
  }

  // MARK: Operators

  private mutating func inferredOperation(
    _ operation: LiteralOperator, _ first: LiteralExpression, _ second: LiteralExpression,
    _ expression: LiteralExpression
  ) throws(LiteralError) -> LiteralTyped {
    switch operation {
    case .and, .or:
      let value = try boolean(first)
      if value == (operation == .or) {
        try tryOut(line: expression.line) { (copy) throws(LiteralError) in _ = try copy.boolean(second) }
        return LiteralTyped(.boolean, .boolean(value))
      }
      return LiteralTyped(.boolean, .boolean(try boolean(second)))
    case .coalesce:
      let type = try typeOnly(of: first)
      guard type.isOptional else { throw LiteralError(.wrongType, line: expression.line) }
      return LiteralTyped(type.unwrapped, try evaluate(expression, as: type.unwrapped))
    case .equal, .unequal:
      let isEqual = try isEqual(first, second, line: expression.line)
      return LiteralTyped(.boolean, .boolean(isEqual == (operation == .equal)))
    default: return LiteralTyped(.boolean, .boolean(try isOrdered(first, operation, second)))
    }
  }

  private mutating func isEqual(
    _ first: LiteralExpression, _ second: LiteralExpression, line: Int
  ) throws(LiteralError) -> Bool {
    let value = try infer(first)
    if second.isNull {
      guard value.type.isOptional else { throw LiteralError(.wrongType, line: line) }
      if case .none = value.value { return true }
      return false
    }
    guard value.type.unwrapped.isEquatable,
      let isEqual = value.value.isEqual(to: try evaluate(second, as: value.type))
    else { throw LiteralError(.wrongType, line: line) }
    return isEqual
  }

  private mutating func isOrdered(
    _ first: LiteralExpression, _ operation: LiteralOperator, _ second: LiteralExpression
  ) throws(LiteralError) -> Bool {
    guard case .integer(let one) = try infer(first).value,
      case .integer(let other) = try evaluate(second, as: .integer)
    else { throw LiteralError(.operators, line: first.line) }
    return switch operation {
    case .less: one < other
    case .greater: one > other
    case .notGreater: one <= other
    default: one >= other
    }
  }

  // MARK: Plain values

  mutating func string(_ expression: LiteralExpression) throws(LiteralError) -> String {
    guard case .string(let text) = try evaluate(expression, as: .string) else {
      throw LiteralError(.wrongType, line: expression.line)
    }
    return text
  }

  mutating func optionalString(_ expression: LiteralExpression?) throws(LiteralError) -> String? {
    guard let expression, case .string(let text) = try evaluate(expression, as: .optional(.string)) else { return nil }
    return text
  }

  mutating func boolean(_ expression: LiteralExpression) throws(LiteralError) -> Bool {
    guard case .boolean(let value) = try evaluate(expression, as: .boolean) else {
      throw LiteralError(.wrongType, line: expression.line)
    }
    return value
  }

  mutating func strings(_ expression: LiteralExpression) throws(LiteralError) -> [String] {
    try evaluate(expression, as: .strings).texts
  }

  /// A `Set<String>`, sorted and without duplicates.
  mutating func stringSet(_ expression: LiteralExpression) throws(LiteralError) -> [String] {
    Set(try evaluate(expression, as: .set(.string)).texts).sorted()
  }

  /// The elements of a set, without duplicates.
  func unique(_ elements: [LiteralElement]) throws(LiteralError) -> [LiteralElement] {
    var names: Set<String> = []
    var traits: Set<ManifestTrait> = []
    return elements.filter { element in
      switch element.value {
      case .string(let text): names.insert(text).inserted
      case .trait(let trait): traits.insert(trait).inserted
      default: true
      }
    }
  }

  /// A stand-in value of a type, for code that is only type-checked.
  mutating func standIn(for type: LiteralType, line: Int) throws(LiteralError) -> LiteralValue {
    switch type {
    case .optional(let type): return try standIn(for: type, line: line)
    case .array(let type), .set(let type):
      return .list([LiteralElement(value: try standIn(for: type, line: line), line: line)])
    case .pairs: return .pairs([("key", "value")])
    case .range: return .range(0..<1)
    case .environment: return .environment
    case .fileManager: return .checked
    case .unit: return .unit
    case .single(let element): return try standIn(for: element, line: line)
    }
  }

  private mutating func standIn(for element: LiteralType.Element, line: Int) throws(LiteralError) -> LiteralValue {
    switch element {
    case .string: return .string("standIn")
    case .boolean: return .boolean(false)
    case .integer: return .integer(0)
    case .platform: return .platform("linux")
    case .targetKind: return .targetKind(.regular)
    case .targetDependency:
      return .targetDependency(ManifestTargetDependency(reference: .byName("standIn"), condition: nil))
    case .packageDependency:
      return .packageDependency(ManifestDependency(identity: "", name: nil, source: .folder(path: "/")))
    case .product: return .product(ManifestProduct(name: "", kind: .library, linkage: .automatic, targets: []))
    case .resource: return .resource(ManifestResource(path: "standIn", rule: .process))
    case .trait: return .trait(ManifestTrait(name: "standIn", enabledTraits: []))
    case .target:
      guard isTrial else { throw LiteralError(.invalidValue, line: line) }
      targets.append(LiteralTarget(kind: .regular, line: line, properties: ["name": .string("standIn")]))
      return .target(targets.count - 1)
    case .cSetting, .cxxSetting, .swiftSetting, .linkerSetting, .resourceValues: return .checked
    default: throw LiteralError(.unknownMember, line: line)
    }
  }
}

extension LiteralExpression {
  fileprivate var isDirectoryKey: Bool {
    if case .member(base: nil, name: "isDirectoryKey", arguments: nil) = form { true } else { false }
  }
}

extension LiteralValue {
  var texts: [String] {
    elements.compactMap { if case .string(let text) = $0.value { text } else { nil } }
  }
}
