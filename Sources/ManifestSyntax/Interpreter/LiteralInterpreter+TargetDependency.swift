internal import ModuleGraph

extension LiteralInterpreter {
  /// An entry of a target's `dependencies`.
  mutating func targetDependency(_ expression: LiteralExpression) throws(LiteralError) -> ManifestTargetDependency {
    let line = expression.line
    let (member, list) = try member(expression, of: .targetDependency)
    var arguments = try LiteralArguments(list, line: line)
    let name = try string(try arguments.required("name"))
    let reference: ManifestTargetDependency.Reference
    var aliases: [String: String] = [:]
    switch member {
    case "target", "targetItem": reference = .target(name)
    case "byName", "byNameItem": reference = .byName(name)
    case "product":
      reference = .product(name, package: try productPackage(&arguments))
      aliases = try self.aliases(&arguments)
    default: throw LiteralError(.unknownMember, line: line)
    }
    var condition: Condition?
    if let expression = arguments.take("condition") {
      try require(ToolsVersion(5, 3), line)
      condition = try optionalCondition(expression)
    } else if member == "byNameItem" || member == "targetItem" {
      throw LiteralError(.arguments, line: line)
    }
    try arguments.end()
    return ManifestTargetDependency(reference: reference, condition: condition, moduleAliases: aliases)
  }

  private mutating func optionalCondition(_ expression: LiteralExpression) throws(LiteralError) -> Condition? {
    guard case .targetCondition(let condition) = try evaluate(expression, as: .optional(.single(.targetCondition)))
    else { return nil }
    return condition
  }

  /// The package of a product, which is optional before 5.2.
  private mutating func productPackage(_ arguments: inout LiteralArguments) throws(LiteralError) -> String? {
    if let package = arguments.take("package") { return try string(package) }
    guard toolsVersion < ToolsVersion(5, 2) else { throw LiteralError(.arguments, line: arguments.line) }
    return nil
  }

  private mutating func aliases(_ arguments: inout LiteralArguments) throws(LiteralError) -> [String: String] {
    guard let aliases = arguments.take("moduleAliases") else { return [:] }
    try require(ToolsVersion(5, 7), aliases.line)
    if aliases.isNull { return [:] }
    guard case .dictionary(let pairs) = aliases.form else { throw LiteralError(.wrongType, line: aliases.line) }
    var read: [String: String] = [:]
    for pair in pairs {
      // A dictionary literal with duplicate keys would crash the manifest.
      guard read.updateValue(try string(pair.value), forKey: try string(pair.key)) == nil else {
        throw LiteralError(.invalidValue, line: pair.key.line)
      }
    }
    return read
  }

  /// `.when(platforms:)`; from 6.1 on, also with `traits:`.
  mutating func targetCondition(_ expression: LiteralExpression) throws(LiteralError) -> Condition? {
    let (member, list) = try member(expression, of: .targetCondition)
    guard member == "when" else { throw LiteralError(.unknownMember, line: expression.line) }
    var arguments = try LiteralArguments(list, line: expression.line)
    var platforms: [String]?
    if let list = arguments.take("platforms") { platforms = try self.platforms(list) }
    var traits: [String]?
    if let list = arguments.take("traits") {
      try require(ToolsVersion(6, 1), list.line)
      traits = try stringSet(list)
    }
    guard platforms != nil || traits != nil else { throw LiteralError(.arguments, line: expression.line) }
    try arguments.end()
    return Condition(platforms: platforms ?? [], traits: traits ?? [])
  }

  /// The names in an array of platforms, as SwiftPM writes them.
  mutating func platforms(_ expression: LiteralExpression) throws(LiteralError) -> [String] {
    try evaluate(expression, as: .list(of: .platform)).elements.compactMap { element in
      if case .platform(let name) = element.value { name } else { nil }
    }
  }

  mutating func platform(_ expression: LiteralExpression) throws(LiteralError) -> String {
    let (name, arguments) = try member(expression, of: .platform)
    if name == "custom" {
      try require(ToolsVersion(5, 6), expression.line)
      var arguments = try LiteralArguments(arguments, line: expression.line)
      let name = try string(try arguments.required(nil))
      try arguments.end()
      return name
    }
    guard arguments == nil, let version = PackageDescription.platforms[name] else {
      throw LiteralError(.unknownMember, line: expression.line)
    }
    try require(version, expression.line)
    return name.lowercased()
  }
}
