internal import ModuleGraph

extension LiteralInterpreter {
  // MARK: Members of types

  /// `.member` of the expected type.
  mutating func implicitMember(
    _ name: String, _ arguments: [LiteralArgument]?, of type: LiteralType, _ expression: LiteralExpression
  ) throws(LiteralError) -> LiteralValue {
    if let function = declarations.member(name, of: type, isStatic: true) {
      let value = try call(function, arguments, of: type, line: expression.line)
      guard value.type == type else { throw LiteralError(.wrongType, line: expression.line) }
      return value.value
    }
    guard case .single(let element) = type else { throw LiteralError(.unknownMember, line: expression.line) }
    return try standardMember(expression, of: element)
  }

  /// A member that `PackageDescription` declares for one of its types.
  private mutating func standardMember(
    _ expression: LiteralExpression, of element: LiteralType.Element
  ) throws(LiteralError) -> LiteralValue {
    switch element {
    case .string, .boolean, .integer, .dependencyKind, .resourceValues:
      throw LiteralError(.unknownMember, line: expression.line)
    case .package: return try makePackage(expression)
    case .version: return .version(try version(expression))
    case .product: return .product(try product(expression))
    case .target: return try target(expression)
    case .targetKind: return .targetKind(try targetKind(expression))
    case .targetDependency: return .targetDependency(try targetDependency(expression))
    case .targetCondition: return .targetCondition(try targetCondition(expression))
    case .pluginUsage: return .pluginUsage(try pluginUsage(expression))
    case .packageDependency: return .packageDependency(try packageDependency(expression))
    case .platform: return .platform(try platform(expression))
    case .supportedPlatform: return .supportedPlatform(try supportedPlatform(expression))
    case .resource: return .resource(try resource(expression))
    case .trait: return .trait(try trait(expression))
    case .dependencyTrait: return .dependencyTrait(try traitRequest(expression))
    case .linkage: return .linkage(try linkage(expression))
    case .cSetting, .cxxSetting, .swiftSetting, .linkerSetting: return try setting(expression, of: element)
    case .settingCondition: return .settingCondition(try settingCondition(expression))
    case .languageMode, .languageVersion: return .languageMode(try languageMode(expression, of: element))
    case .cStandard: return .languageStandard(try languageStandard(expression, of: Self.cStandards))
    case .cxxStandard: return .languageStandard(try languageStandard(expression, of: Self.cxxStandards))
    case .provider:
      try checkProvider(expression)
      return .checked
    }
  }

  /// `Type.member`
  mutating func member(
    _ name: String, _ arguments: [LiteralArgument]?, of base: String, _ expression: LiteralExpression
  ) throws(LiteralError) -> LiteralTyped {
    let line = expression.line
    if base == "Context" {
      try require(ToolsVersion(5, 6), line)
      switch (name, arguments) {
      case ("environment", nil): return LiteralTyped(.environment, .environment)
      case ("packageDirectory", nil): return LiteralTyped(.string, .string(packageFolder))
      default: throw LiteralError(.unknownMember, line: line)
      }
    }
    if base == "Package.Dependency", name == "Trait" {
      return LiteralTyped(.single(.dependencyTrait), .dependencyTrait(try traitRequest(expression)))
    }
    if base == "FileManager", name == "default", arguments == nil, importsFoundation {
      return LiteralTyped(.fileManager, .checked)
    }
    guard let element = LiteralType.Element(rawValue: base) else { throw LiteralError(.unknownMember, line: line) }
    let type = LiteralType.single(element)
    try require(type.since, line)
    if let function = declarations.member(name, of: type, isStatic: true) {
      return try call(function, arguments, of: type, line: line)
    }
    return LiteralTyped(type, try standardMember(expression, of: element))
  }

  /// `Type(…)`, or a call of one of the manifest's functions.
  mutating func construction(
    _ name: String, _ arguments: [LiteralArgument], _ expression: LiteralExpression
  ) throws(LiteralError) -> LiteralTyped {
    let line = expression.line
    switch name {
    case "Package": return LiteralTyped(.single(.package), try makePackage(expression))
    case "Version": return LiteralTyped(.single(.version), .version(try version(expression)))
    case "Trait": return LiteralTyped(.single(.trait), .trait(try trait(expression)))
    case "String":
      guard arguments.count == 1, arguments[0].label == nil else { throw LiteralError(.arguments, line: line) }
      switch try infer(arguments[0].value).value {
      case .string(let text): return LiteralTyped(.string, .string(text))
      case .integer(let number): return LiteralTyped(.string, .string(String(number)))
      default: throw LiteralError(.wrongType, line: line)
      }
    case "Set":
      guard arguments.count == 1, arguments[0].label == nil, case .array(let type) = try infer(arguments[0].value).type,
        type == .string
      else { throw LiteralError(.arguments, line: line) }
      return LiteralTyped(.set(type), .list(try unique(try evaluate(arguments[0].value, as: .array(type)).elements)))
    default: break
    }
    if let function = declarations.functions[name], try scope(of: name, line: line) == nil {
      guard function.parameters != nil else { throw LiteralError(.unknownName, line: line) }
      return try call(function, arguments, line: line)
    }
    // Within a member, the other members need no `self`.
    if let subject = frame.subject { return try method(name, arguments, of: subject, line: line) }
    throw LiteralError(.unknownName, line: line)
  }

  private var importsFoundation: Bool { !imports.isDisjoint(with: ["Foundation", "FoundationEssentials"]) }

  // MARK: Members of values

  /// `value.member`
  mutating func access(
    _ name: String, in base: LiteralExpression, line: Int
  ) throws(LiteralError) -> LiteralTyped {
    if case .member(base: "ProcessInfo", name: "processInfo", arguments: nil) = base.form {
      guard name == "environment", importsFoundation else { throw LiteralError(.unknownMember, line: line) }
      return LiteralTyped(.environment, .environment)
    }
    guard case .chain(let optional) = base.form else { return try property(name, of: try infer(base), line: line) }
    let owner = try infer(optional)
    guard owner.type.isOptional else { throw LiteralError(.wrongType, line: line) }
    if case .none = owner.value {
      var copy = try copied(line: line)
      let standIn = LiteralTyped(owner.type.unwrapped, try copy.standIn(for: owner.type.unwrapped, line: line))
      return LiteralTyped(.optional(try copy.property(name, of: standIn, line: line).type.unwrapped), .none)
    }
    let value = try property(name, of: LiteralTyped(owner.type.unwrapped, owner.value), line: line)
    return LiteralTyped(.optional(value.type.unwrapped), value.value)
  }

  mutating func property(
    _ name: String, of owner: LiteralTyped, line: Int
  ) throws(LiteralError) -> LiteralTyped {
    if let function = declarations.member(name, of: owner.type, isStatic: false), function.parameters == nil {
      return try call(function, nil, of: owner.type, subject: (owner.type, owner.value), line: line)
    }
    if let property = LiteralProperty(name, of: owner.type) {
      try require(property.since, line)
      return LiteralTyped(property.type, try stored(name, of: owner.value, line: line))
    }
    switch (owner.type, owner.value, name) {
    case (.array, .list(let elements), "isEmpty"), (.set, .list(let elements), "isEmpty"):
      return LiteralTyped(.boolean, .boolean(elements.isEmpty))
    case (.array, .list(let elements), "count"), (.set, .list(let elements), "count"):
      return LiteralTyped(.integer, .integer(elements.count))
    case (.array(let type), .list(let elements), "first") where !type.isOptional:
      return LiteralTyped(.optional(type), elements.first?.value ?? .none)
    case (.array(let type), .list(let elements), "last") where !type.isOptional:
      return LiteralTyped(.optional(type), elements.last?.value ?? .none)
    case (.string, .string(let text), "isEmpty"): return LiteralTyped(.boolean, .boolean(text.isEmpty))
    default: throw LiteralError(.unknownMember, line: line)
    }
  }

  private func stored(
    _ name: String, of owner: LiteralValue, line: Int
  ) throws(LiteralError) -> LiteralValue {
    switch owner {
    case .package where package != nil: property(name)
    case .target(let number): property(name, ofTarget: number)
    case .packageDependency where name == "kind": owner
    case .checked where name == "isDirectory": .none
    case .product(let product): .string(product.name)
    case .trait(let trait): .string(trait.name)
    default: throw LiteralError(.unknownMember, line: line)
    }
  }

  /// `list[0]`, or an environment variable.
  mutating func element(
    of base: LiteralExpression, at index: LiteralExpression, line: Int
  ) throws(LiteralError) -> LiteralTyped {
    let owner = try infer(base)
    switch (owner.type, owner.value) {
    case (.environment, _):
      let name = try string(index)
      // On Apple's systems, these variables may have other sources than the parent process.
      guard circumstances.build.os == "linux" || !(name.hasPrefix("_") || name.contains("XPC") || name.contains("DYLD"))
      else { throw LiteralError(.unknownMember, line: line) }
      return LiteralTyped(.optional(.string), circumstances.environment[name].map { .string($0) } ?? .none)
    case (.array(let type), .list(let elements)):
      guard case .integer(let number) = try evaluate(index, as: .integer), elements.indices.contains(number) else {
        throw LiteralError(.invalidValue, line: line)
      }
      return LiteralTyped(type, elements[number].value)
    default: throw LiteralError(.unknownMember, line: line)
    }
  }
}
