internal import ModuleGraph

extension LiteralInterpreter {
  /// Works out what `Package(…)` says.
  mutating func manifest(
    _ package: LiteralExpression, hasModuleMap: Bool
  ) throws(LiteralRefusal) -> LiteralManifest {
    var arguments = try packageArguments(package)
    let name = try string(try arguments.required("name"))
    try checkHead(&arguments)
    var products: [ManifestProduct] = []
    if let list = arguments.take("products") {
      for product in try elements(list, of: .product) { products.append(try self.product(product)) }
    }
    let traitList = arguments.take("traits")
    let traits = try traitList.map { list throws(LiteralRefusal) in try self.traits(list) } ?? []
    var dependencies: [ManifestDependency] = []
    if let list = arguments.take("dependencies") {
      for dependency in try elements(list, of: .packageDependency) {
        dependencies.append(try packageDependency(dependency))
      }
    }
    var targets: [ReadTarget] = []
    if let list = arguments.take("targets") {
      for target in try elements(list, of: .target) { targets.append(try self.target(target)) }
    }
    try checkTail(&arguments, hasTraits: traitList != nil)
    if products.isEmpty, targets.isEmpty, hasModuleMap {
      products = [ManifestProduct(name: name, kind: .library, linkage: .automatic, targets: [name])]
      targets = [Self.target(name, .system, path: "")]
    }
    let manifest = Manifest(
      name: name, toolsVersion: "\(toolsVersion)", dependencies: dependencies, products: products,
      targets: targets.map(\.target), traits: traits)
    try LiteralValidation(manifest: manifest, toolsVersion: toolsVersion, settingTraits: settingTraits)
      .validate(line: package.line)
    return LiteralManifest(manifest: manifest, dependencyLines: targets.map(\.dependencyLines))
  }

  private func packageArguments(_ package: LiteralExpression) throws(LiteralRefusal) -> LiteralArguments {
    switch package.form {
    case .construction("Package", let arguments): try LiteralArguments(arguments, line: package.line)
    case .member(base: nil, name: "init", let arguments): try LiteralArguments(arguments, line: package.line)
    default: throw LiteralRefusal(.syntax, line: package.line)
    }
  }

  /// What stands before the products.
  private mutating func checkHead(_ arguments: inout LiteralArguments) throws(LiteralRefusal) {
    if let localization = arguments.take("defaultLocalization") {
      try require(ToolsVersion(5, 3), localization.line)
      switch localization.form {
      case .string, .null: break
      default: throw LiteralRefusal(.wrongType, line: localization.line)
      }
    }
    if let platforms = arguments.take("platforms") {
      try require(ToolsVersion(5, 0), platforms.line)
      if !platforms.isNull { try checkPlatforms(platforms) }
    }
    _ = try optionalString(arguments.take("pkgConfig"))
    try checkProviders(arguments.take("providers"))
  }

  /// What stands after the targets.
  private mutating func checkTail(
    _ arguments: inout LiteralArguments, hasTraits: Bool
  ) throws(LiteralRefusal) {
    if let modes = arguments.take("swiftLanguageModes") {
      try require(ToolsVersion(6, 0), modes.line)
      if !modes.isNull { try checkLanguageModes(modes, of: .languageMode) }
    } else if let versions = arguments.take("swiftLanguageVersions") {
      // In 4.0 and 4.1 they were numbers.
      try require(ToolsVersion(4, 2), versions.line)
      guard !hasTraits else { throw LiteralRefusal(.arguments, line: versions.line) }
      if !versions.isNull { try checkLanguageModes(versions, of: .languageVersion) }
    }
    if let standard = arguments.take("cLanguageStandard"), !standard.isNull {
      try checkStandard(standard, of: Self.cStandards)
    }
    if let standard = arguments.take("cxxLanguageStandard"), !standard.isNull {
      try checkStandard(standard, of: Self.cxxStandards)
    }
    try arguments.end()
  }

  // MARK: Products

  mutating func product(_ expression: LiteralExpression) throws(LiteralRefusal) -> ManifestProduct {
    let (member, list) = try member(expression, of: .product)
    var arguments = try LiteralArguments(list, line: expression.line)
    let name = try string(try arguments.required("name"))
    var linkage: Product.Linkage?
    let kind: Product.Kind
    switch member {
    case "library":
      kind = .library
      linkage = .automatic
      if let type = arguments.take("type"), !type.isNull { linkage = try self.linkage(type) }
    case "executable": kind = .executable
    case "plugin":
      try require(ToolsVersion(5, 5), expression.line)
      kind = .plugin
    default: throw LiteralRefusal(.unknownMember, line: expression.line)
    }
    let targets = try strings(try arguments.required("targets"))
    try arguments.end()
    return ManifestProduct(name: name, kind: kind, linkage: linkage, targets: targets)
  }

  private func linkage(_ expression: LiteralExpression) throws(LiteralRefusal) -> Product.Linkage {
    switch expression.form {
    case .member(base: nil, name: "static", arguments: nil): .static
    case .member(base: nil, name: "dynamic", arguments: nil): .dynamic
    default: throw LiteralRefusal(.unknownMember, line: expression.line)
    }
  }

  // MARK: Traits

  private mutating func traits(_ expression: LiteralExpression) throws(LiteralRefusal) -> [ManifestTrait] {
    try require(ToolsVersion(6, 1), expression.line)
    // A `Set<Trait>`: no constant of ours has that type.
    guard case .array(let elements) = expression.form else {
      throw LiteralRefusal(.wrongType, line: expression.line)
    }
    var traits: [ManifestTrait] = []
    for element in elements { traits.append(try trait(element)) }
    return traits.sorted { $0.name < $1.name }
  }

  mutating func trait(_ expression: LiteralExpression) throws(LiteralRefusal) -> ManifestTrait {
    let resolved = try resolved(expression, as: LiteralType(.trait))
    let line = expression.line
    let member: String
    var arguments: LiteralArguments
    switch resolved.form {
    case .string(let name): return ManifestTrait(name: name, enabledTraits: [])
    case .construction("Trait", let list):
      member = "init"
      arguments = try LiteralArguments(list, line: line)
    default:
      let (name, list) = try self.member(resolved, of: .trait)
      member = name
      arguments = try LiteralArguments(list, line: line)
    }
    guard ["init", "trait", "default"].contains(member) else { throw LiteralRefusal(.unknownMember, line: line) }
    var name = "default"
    if member != "default" {
      name = try string(try arguments.required("name"))
      _ = try optionalString(arguments.take("description"))
    }
    var enabled: [String] = []
    if let list = arguments.take("enabledTraits") {
      enabled = try stringSet(list)
    } else if member == "default" {
      throw LiteralRefusal(.arguments, line: line)
    }
    try arguments.end()
    return ManifestTrait(name: name, enabledTraits: enabled)
  }
}
