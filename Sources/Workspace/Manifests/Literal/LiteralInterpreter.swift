/// Understands the literal expressions of a manifest as `PackageDescription` declares them.
///
/// Each function takes an expression where a value of one type is wanted, as the type checker would, and gives up on
/// what it does not know.
struct LiteralInterpreter {
  /// How many elements a manifest may come to; constants that add each other up could be many times its length.
  static let elementLimit = 200_000

  let toolsVersion: ToolsVersion
  let packageFolder: String
  let imports: Set<String>
  private var constants: [String: (type: LiteralType, value: LiteralExpression)] = [:]
  private var elementCount = 0
  /// The traits that conditions of settings name; the package must have them.
  var settingTraits: Set<String> = []

  init(toolsVersion: ToolsVersion, packageFolder: String, imports: Set<String>) {
    self.toolsVersion = toolsVersion
    self.packageFolder = packageFolder
    self.imports = imports
  }

  func require(_ version: ToolsVersion, _ line: Int) throws(LiteralRefusal) {
    guard toolsVersion >= version else { throw LiteralRefusal(.unavailable, line: line) }
  }

  // MARK: Constants

  /// Takes a constant in, after trying whether it has a value of its type.
  mutating func declare(_ constant: LiteralConstant) throws(LiteralRefusal) {
    let refusal = LiteralRefusal(.unknownMember, line: constant.line)
    guard constants[constant.name] == nil else { throw LiteralRefusal(.syntax, line: constant.line) }
    let type: LiteralType
    if let annotation = constant.type {
      guard let annotated = LiteralType(annotation: annotation) else { throw refusal }
      // From 5.7 on `.when` gives an optional.
      guard annotated.element != .targetCondition || toolsVersion < ToolsVersion(5, 7) else { throw refusal }
      type = annotated
    } else {
      type = try inferredType(of: constant.value)
    }
    try check(constant.value, is: type)
    // What a name stands for is stored, so that no chain of names is ever followed twice.
    constants[constant.name] = (type, try resolved(constant.value, as: type))
  }

  /// The type that the compiler gives an expression when nothing else says it.
  private mutating func inferredType(of expression: LiteralExpression) throws(LiteralRefusal) -> LiteralType {
    let refusal = LiteralRefusal(.wrongType, line: expression.line)
    switch expression.form {
    case .string: return LiteralType(.string)
    case .boolean: return LiteralType(.boolean)
    case .name(let name):
      guard let type = constants[name]?.type else { throw LiteralRefusal(.unknownName, line: expression.line) }
      return type
    case .member(base: .some(let base), _, _):
      guard let element = LiteralType.Element(rawValue: base) else {
        throw LiteralRefusal(.unknownMember, line: expression.line)
      }
      return LiteralType(element)
    case .array(let elements):
      guard let first = elements.first else { throw refusal }
      let type = try inferredType(of: first)
      guard !type.isArray else { throw refusal }
      for element in elements.dropFirst() where try inferredType(of: element) != type { throw refusal }
      return LiteralType(type.element, isArray: true)
    case .sum(let operands):
      let types = try operands.map { operand throws(LiteralRefusal) in try inferredType(of: operand) }
      guard let type = types.first, type.isArray, types.allSatisfy({ $0 == type }) else { throw refusal }
      return type
    default: throw refusal
    }
  }

  /// The expression that a name stands for; any other expression as it is.
  func resolved(_ expression: LiteralExpression, as type: LiteralType) throws(LiteralRefusal) -> LiteralExpression {
    var expression = expression
    while case .name(let name) = expression.form {
      guard let constant = constants[name] else { throw LiteralRefusal(.unknownName, line: expression.line) }
      guard constant.type == type else { throw LiteralRefusal(.wrongType, line: expression.line) }
      expression = constant.value
    }
    return expression
  }

  // MARK: Arrays

  /// The elements of an array, constants and sums worked out.
  mutating func elements(
    _ expression: LiteralExpression, of element: LiteralType.Element
  ) throws(LiteralRefusal) -> [LiteralExpression] {
    let resolved = try resolved(expression, as: LiteralType(element, isArray: true))
    switch resolved.form {
    case .array(let elements):
      elementCount += elements.count + 1
      guard elementCount <= Self.elementLimit else { throw LiteralRefusal(.nesting, line: expression.line) }
      return elements
    case .sum(let operands):
      var all: [LiteralExpression] = []
      for operand in operands { all += try elements(operand, of: element) }
      return all
    default: throw LiteralRefusal(.wrongType, line: expression.line)
    }
  }

  /// The array of an optional argument; `nil` where it is absent or `nil`.
  mutating func optionalElements(
    _ expression: LiteralExpression?, of element: LiteralType.Element
  ) throws(LiteralRefusal) -> [LiteralExpression]? {
    guard let expression, !expression.isNull else { return nil }
    return try elements(expression, of: element)
  }

  // MARK: Plain values

  func string(_ expression: LiteralExpression) throws(LiteralRefusal) -> String {
    guard case .string(let value) = try resolved(expression, as: LiteralType(.string)).form else {
      throw LiteralRefusal(.wrongType, line: expression.line)
    }
    return value
  }

  func optionalString(_ expression: LiteralExpression?) throws(LiteralRefusal) -> String? {
    guard let expression, !expression.isNull else { return nil }
    return try string(expression)
  }

  func boolean(_ expression: LiteralExpression) throws(LiteralRefusal) -> Bool {
    guard case .boolean(let value) = try resolved(expression, as: LiteralType(.boolean)).form else {
      throw LiteralRefusal(.wrongType, line: expression.line)
    }
    return value
  }

  mutating func strings(_ expression: LiteralExpression) throws(LiteralRefusal) -> [String] {
    let elements = try elements(expression, of: .string)
    return try elements.map { element throws(LiteralRefusal) in try string(element) }
  }

  mutating func optionalStrings(_ expression: LiteralExpression?) throws(LiteralRefusal) -> [String]? {
    guard let expression, !expression.isNull else { return nil }
    return try strings(expression)
  }

  /// A `Set<String>`: an array literal, since no constant has that type. Sorted, each once.
  func stringSet(_ expression: LiteralExpression) throws(LiteralRefusal) -> [String] {
    guard case .array(let elements) = expression.form else {
      throw LiteralRefusal(.wrongType, line: expression.line)
    }
    let strings = try elements.map { element throws(LiteralRefusal) in try string(element) }
    return Set(strings).sorted()
  }

  // MARK: Members

  /// The member that an expression names, implicit or with its type before it.
  func member(
    _ expression: LiteralExpression, of element: LiteralType.Element
  ) throws(LiteralRefusal) -> (name: String, arguments: [LiteralArgument]?) {
    guard case .member(let base, let name, let arguments) = try resolved(expression, as: LiteralType(element)).form
    else { throw LiteralRefusal(.wrongType, line: expression.line) }
    guard base == nil || base == element.rawValue else { throw LiteralRefusal(.unknownMember, line: expression.line) }
    return (name, arguments)
  }
}

extension LiteralExpression {
  var isNull: Bool {
    if case .null = form { true } else { false }
  }
}

/// The arguments of a call, taken in the order in which the function declares its parameters.
struct LiteralArguments {
  private var rest: ArraySlice<LiteralArgument>
  let line: Int

  /// - Throws: where there are no parentheses.
  init(_ arguments: [LiteralArgument]?, line: Int) throws(LiteralRefusal) {
    guard let arguments else { throw LiteralRefusal(.arguments, line: line) }
    rest = arguments[...]
    self.line = line
  }

  /// The next argument, where it has this label; `nil` is for a parameter without one.
  mutating func take(_ label: String?) -> LiteralExpression? {
    guard let first = rest.first, first.label == label else { return nil }
    return rest.removeFirst().value
  }

  /// The next argument, which must have this label.
  mutating func required(_ label: String?) throws(LiteralRefusal) -> LiteralExpression {
    guard let value = take(label) else { throw LiteralRefusal(.arguments, line: line) }
    return value
  }

  /// - Throws: where arguments are left.
  func end() throws(LiteralRefusal) {
    guard rest.isEmpty else { throw LiteralRefusal(.arguments, line: rest.first?.value.line ?? line) }
  }
}
