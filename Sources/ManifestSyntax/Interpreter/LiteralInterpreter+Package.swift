internal import ModuleGraph

extension LiteralInterpreter {
  mutating func manifest(_ file: LiteralFile, hasModuleMap: Bool) throws(LiteralError) -> LiteralManifest {
    try takeDeclarations(of: file.statements)
    try expectNames(of: file.statements)
    for statement in file.statements {
      guard case .next = try execute(statement) else { throw LiteralError(.controlFlow, line: statement.line) }
    }
    guard let package else { throw LiteralError(.syntax, line: 0) }
    try checkDeclarations()
    return try manifest(of: package, hasModuleMap: hasModuleMap)
  }

  /// The final state of the package.
  private mutating func manifest(
    of package: LiteralPackage, hasModuleMap: Bool
  ) throws(LiteralError) -> LiteralManifest {
    try checkPlatforms(property("platforms"), line: package.line)
    guard case .string(let name) = property("name") else { throw LiteralError(.wrongType, line: package.line) }
    var products = property("products").elements.compactMap { element in
      if case .product(let product) = element.value { product } else { nil }
    }
    var targets: [ReadTarget] = []
    for element in property("targets").elements {
      guard case .target(let number) = element.value else { continue }
      targets.append(try readTarget(number))
    }
    let traits = property("traits").elements.compactMap { element in
      if case .trait(let trait) = element.value { trait } else { nil }
    }
    let dependencies = property("dependencies").elements.compactMap { element in
      if case .packageDependency(let dependency) = element.value { dependency } else { nil }
    }
    if products.isEmpty, targets.isEmpty, hasModuleMap {
      products = [ManifestProduct(name: name, kind: .library, linkage: .automatic, targets: [name])]
      targets = [Self.systemTarget(name)]
    }
    let manifest = Manifest(
      name: name, toolsVersion: "\(toolsVersion)", dependencies: dependencies, products: products,
      targets: targets.map(\.target), traits: traits.sorted { $0.name < $1.name },
      swiftLanguageModes: languageModes, cLanguageStandard: languageStandard("cLanguageStandard"),
      cxxLanguageStandard: languageStandard("cxxLanguageStandard"))
    try LiteralValidation(manifest: manifest, toolsVersion: toolsVersion, settingTraits: settingTraits)
      .validate(line: package.line)
    return LiteralManifest(
      manifest: manifest, dependencyLines: targets.map(\.dependencyLines),
      repositoryFolders: repositoryFolders.sorted(), asksDisk: budget.asksDisk)
  }

  /// `nil` if the package states none.
  private var languageModes: [String]? {
    guard case .list(let elements) = property("swiftLanguageModes") else { return nil }
    return elements.compactMap { if case .languageMode(let mode) = $0.value { mode } else { nil } }
  }

  private func languageStandard(_ name: String) -> String? {
    if case .languageStandard(let standard) = property(name) { standard } else { nil }
  }

  // MARK: The package

  /// `Package(…)`, which must occur exactly once.
  mutating func makePackage(_ expression: LiteralExpression) throws(LiteralError) -> LiteralValue {
    let line = expression.line
    var arguments: LiteralArguments
    switch expression.form {
    case .construction("Package", let list): arguments = try LiteralArguments(list, line: line)
    case .member(base: _, name: "init", let list): arguments = try LiteralArguments(list, line: line)
    default: throw LiteralError(.unknownMember, line: line)
    }
    var properties: LiteralProperties = ["name": .string(try string(try arguments.required("name")))]
    if let localization = arguments.take("defaultLocalization") {
      try require(ToolsVersion(5, 3), localization.line)
      switch localization.form {
      case .string, .null: break
      default: throw LiteralError(.wrongType, line: localization.line)
      }
    }
    try take(
      "platforms", as: .optional(.list(of: .supportedPlatform)), since: ToolsVersion(5, 0), &properties, &arguments)
    _ = try optionalString(arguments.take("pkgConfig"))
    try checkProviders(arguments.take("providers"))
    try take("products", as: .list(of: .product), &properties, &arguments)
    try take("traits", as: .set(.single(.trait)), since: ToolsVersion(6, 1), &properties, &arguments)
    try take("dependencies", as: .list(of: .packageDependency), &properties, &arguments)
    try take("targets", as: .list(of: .target), &properties, &arguments)
    try takeLanguages(&properties, &arguments)
    try arguments.end()
    guard package == nil else { throw LiteralError(.invalidPackage, line: line) }
    changes += 1
    package = LiteralPackage(line: line, properties: properties)
    return .package
  }

  /// Stores an argument as a property if it is present.
  mutating func take(
    _ name: String, as type: @autoclosure () -> LiteralType, since version: ToolsVersion = ToolsVersion(4, 0),
    _ properties: inout LiteralProperties, _ arguments: inout LiteralArguments
  ) throws(LiteralError) {
    guard let expression = arguments.take(name) else { return }
    try require(version, expression.line)
    properties[name] = try evaluate(expression, as: type())
  }

  /// Reads the arguments after the targets.
  private mutating func takeLanguages(
    _ properties: inout LiteralProperties, _ arguments: inout LiteralArguments
  ) throws(LiteralError) {
    if let modes = arguments.take("swiftLanguageModes") {
      try require(ToolsVersion(6, 0), modes.line)
      properties["swiftLanguageModes"] = try evaluate(modes, as: .optional(.list(of: .languageMode)))
    } else if let versions = arguments.take("swiftLanguageVersions") {
      // In 4.0 and 4.1 they were integers.
      try require(ToolsVersion(4, 2), versions.line)
      guard properties["traits"] == nil else { throw LiteralError(.arguments, line: versions.line) }
      properties["swiftLanguageModes"] = try evaluate(versions, as: .optional(.list(of: .languageVersion)))
    }
    try take("cLanguageStandard", as: .optional(.single(.cStandard)), &properties, &arguments)
    try take("cxxLanguageStandard", as: .optional(.single(.cxxStandard)), &properties, &arguments)
  }

  // MARK: Products

  mutating func product(_ expression: LiteralExpression) throws(LiteralError) -> ManifestProduct {
    let (member, list) = try member(expression, of: .product)
    var arguments = try LiteralArguments(list, line: expression.line)
    let name = try string(try arguments.required("name"))
    if member == "iOSApplication" { return try app(name, &arguments) }
    var linkage: Product.Linkage?
    let kind: Product.Kind
    switch member {
    case "library":
      kind = .library
      linkage = .automatic
      if let type = arguments.take("type"),
        case .linkage(let stated) = try evaluate(type, as: .optional(.single(.linkage)))
      {
        linkage = stated
      }
    case "executable": kind = .executable
    case "plugin":
      try require(ToolsVersion(5, 5), expression.line)
      kind = .plugin
    default: throw LiteralError(.unknownMember, line: expression.line)
    }
    let targets = try strings(try arguments.required("targets"))
    try arguments.end()
    return ManifestProduct(name: name, kind: kind, linkage: linkage, targets: targets)
  }

  /// The arguments of `iOSApplication` after its name, as AppleProductTypes declares it. No toolchain here has that
  /// library, so that settings are checked for their labels and form only.
  private mutating func app(
    _ name: String, _ arguments: inout LiteralArguments
  ) throws(LiteralError) -> ManifestProduct {
    guard imports.contains("AppleProductTypes") else { throw LiteralError(.unknownMember, line: arguments.line) }
    try require(ToolsVersion(5, 5), arguments.line)
    let targets = try strings(try arguments.required("targets"))
    for label in ["bundleIdentifier", "teamIdentifier", "displayVersion", "bundleVersion"] {
      _ = try optionalString(arguments.take(label))
    }
    for label in ["appIcon", "iconAssetName", "accentColor", "accentColorAssetName"] {
      try checkForm(of: arguments.take(label))
    }
    for label in ["supportedDeviceFamilies", "supportedInterfaceOrientations"] {
      try checkForm(of: try arguments.required(label))
    }
    for label in ["capabilities", "appCategory"] { try checkForm(of: arguments.take(label)) }
    _ = try optionalString(arguments.take("additionalInfoPlistContentFilePath"))
    try arguments.end()
    return ManifestProduct(name: name, kind: .executable, linkage: nil, targets: targets, isApp: true)
  }

  /// Checks that an expression consists of literals, lists and members of types that only Xcode has.
  private mutating func checkForm(of expression: LiteralExpression?) throws(LiteralError) {
    guard let expression else { return }
    try budget.spend(line: expression.line)
    switch expression.form {
    case .string, .integer, .boolean, .null: break
    case .array(let elements): for element in elements { try checkForm(of: element) }
    case .dictionary(let pairs):
      for pair in pairs {
        try checkForm(of: pair.key)
        try checkForm(of: pair.value)
      }
    case .member(base: _, name: _, let arguments):
      for argument in arguments ?? [] { try checkForm(of: argument.value) }
    default: _ = try infer(expression)
    }
  }

  func linkage(_ expression: LiteralExpression) throws(LiteralError) -> Product.Linkage {
    switch expression.form {
    case .member(base: nil, name: "static", arguments: nil): .static
    case .member(base: nil, name: "dynamic", arguments: nil): .dynamic
    default: throw LiteralError(.unknownMember, line: expression.line)
    }
  }

  // MARK: Traits

  mutating func trait(_ expression: LiteralExpression) throws(LiteralError) -> ManifestTrait {
    let line = expression.line
    let member: String
    var arguments: LiteralArguments
    switch expression.form {
    case .construction("Trait", let list):
      member = "init"
      arguments = try LiteralArguments(list, line: line)
    default:
      let (name, list) = try self.member(expression, of: .trait)
      member = name
      arguments = try LiteralArguments(list, line: line)
    }
    guard ["init", "trait", "default"].contains(member) else { throw LiteralError(.unknownMember, line: line) }
    var name = "default"
    if member != "default" {
      name = try string(try arguments.required("name"))
      _ = try optionalString(arguments.take("description"))
    }
    var enabled: [String] = []
    if let list = arguments.take("enabledTraits") {
      enabled = try stringSet(list)
    } else if member == "default" {
      throw LiteralError(.arguments, line: line)
    }
    try arguments.end()
    return ManifestTrait(name: name, enabledTraits: enabled)
  }
}
