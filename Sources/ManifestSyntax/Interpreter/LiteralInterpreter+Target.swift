internal import ModuleGraph

/// A target, with the lines of its dependencies.
typealias ReadTarget = (target: ManifestTarget, dependencyLines: [Int])

extension LiteralInterpreter {
  // MARK: Making targets

  /// An entry of the package's `targets`.
  mutating func target(_ expression: LiteralExpression) throws(LiteralError) -> LiteralValue {
    let line = expression.line
    let (member, list) = try member(expression, of: .target)
    guard let form = PackageDescription.targetCalls[member] else { throw LiteralError(.unknownMember, line: line) }
    try require(form.since, line)
    guard form.kind != .macro || imports.contains("CompilerPluginSupport") else {
      throw LiteralError(.unknownMember, line: line)
    }
    var arguments = try LiteralArguments(list, line: line)
    var properties: LiteralProperties = ["name": .string(try string(try arguments.required("name")))]
    switch form.kind {
    case .system: try takeSystemLibrary(&properties, &arguments)
    case .binary: try takeBinary(&properties, &arguments)
    default: try takeSources(of: form.kind, &properties, &arguments)
    }
    try arguments.end()
    targets.append(LiteralTarget(kind: form.kind, line: line, properties: properties))
    return .target(targets.count - 1)
  }

  /// Stores the arguments of a target with sources: those that `target` has, except those that the kind lacks.
  private mutating func takeSources(
    of kind: Module.Kind, _ properties: inout LiteralProperties, _ arguments: inout LiteralArguments
  ) throws(LiteralError) {
    if kind == .plugin { try checkCapability(try arguments.required("capability")) }
    try take("dependencies", as: .list(of: .targetDependency), &properties, &arguments)
    try take("path", as: .optional(.string), &properties, &arguments)
    try take("exclude", as: .strings, &properties, &arguments)
    try take("sources", as: .optional(.strings), &properties, &arguments)
    if kind != .macro, kind != .plugin {
      try take("resources", as: .optional(.list(of: .resource)), since: ToolsVersion(5, 3), &properties, &arguments)
    }
    if kind == .regular || kind == .executable {
      try take("publicHeadersPath", as: .optional(.string), &properties, &arguments)
    }
    if let access = arguments.take("packageAccess") {
      try require(ToolsVersion(5, 9), access.line)
      _ = try boolean(access)
    }
    if kind == .plugin { return }
    if kind != .macro {
      try take("cSettings", as: .optional(.list(of: .cSetting)), since: ToolsVersion(5, 0), &properties, &arguments)
      try take("cxxSettings", as: .optional(.list(of: .cxxSetting)), since: ToolsVersion(5, 0), &properties, &arguments)
    }
    try take(
      "swiftSettings", as: .optional(.list(of: .swiftSetting)), since: ToolsVersion(5, 0), &properties, &arguments)
    try take(
      "linkerSettings", as: .optional(.list(of: .linkerSetting)), since: ToolsVersion(5, 0), &properties, &arguments)
    try take("plugins", as: .optional(.list(of: .pluginUsage)), since: ToolsVersion(5, 5), &properties, &arguments)
  }

  private mutating func takeSystemLibrary(
    _ properties: inout LiteralProperties, _ arguments: inout LiteralArguments
  ) throws(LiteralError) {
    try take("path", as: .optional(.string), &properties, &arguments)
    _ = try optionalString(arguments.take("pkgConfig"))
    try checkProviders(arguments.take("providers"))
  }

  private mutating func takeBinary(
    _ properties: inout LiteralProperties, _ arguments: inout LiteralArguments
  ) throws(LiteralError) {
    if let path = arguments.take("path") {
      properties["path"] = .string(try string(path))
    } else {
      properties["url"] = .string(try string(try arguments.required("url")))
      _ = try string(try arguments.required("checksum"))
    }
  }

  // MARK: Final state of targets

  /// The final state of a target.
  func readTarget(_ number: Int) throws(LiteralError) -> ReadTarget {
    let target = targets[number]
    let dependencies = property("dependencies", ofTarget: number).elements
    let exclude = property("exclude", ofTarget: number).texts
    let stated = property("sources", ofTarget: number)
    var sources: [String]?
    if case .list = stated { sources = stated.texts }
    let paths = exclude + (sources ?? [])
    guard case .string(let name) = property("name", ofTarget: number), paths.allSatisfy(Self.isRelative) else {
      throw LiteralError(.invalidValue, line: target.line)
    }
    let read = ManifestTarget(
      name: name, kind: target.kind, path: text("path", ofTarget: number), url: text("url", ofTarget: number),
      sources: sources, exclude: exclude,
      resources: property("resources", ofTarget: number).elements.compactMap {
        if case .resource(let resource) = $0.value { resource } else { nil }
      },
      dependencies: dependencies.compactMap {
        if case .targetDependency(let dependency) = $0.value { dependency } else { nil }
      },
      pluginUsages: property("plugins", ofTarget: number).elements.compactMap {
        if case .pluginUsage(let usage) = $0.value { usage } else { nil }
      },
      swiftSettings: settings("swiftSettings", ofTarget: number),
      cSettings: settings("cSettings", ofTarget: number), cxxSettings: settings("cxxSettings", ofTarget: number))
    return (read, dependencies.map(\.line))
  }

  private func settings(_ name: String, ofTarget number: Int) -> [TargetSetting] {
    property(name, ofTarget: number).elements.compactMap {
      if case .setting(let setting) = $0.value { setting } else { nil }
    }
  }

  private func text(_ name: String, ofTarget number: Int) -> String? {
    if case .string(let text) = property(name, ofTarget: number) { text } else { nil }
  }

  /// The target of a package that consists only of a module map.
  static func systemTarget(_ name: String) -> ReadTarget {
    let target = ManifestTarget(
      name: name, kind: .system, path: "", url: nil, sources: nil, exclude: [], resources: [], dependencies: [],
      pluginUsages: [])
    return (target, [])
  }

  /// Whether SwiftPM interprets a path as relative to the target.
  private static func isRelative(_ path: String) -> Bool {
    path.utf8.first.map { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "~") } ?? false
  }

  // MARK: Parts of targets

  /// A member of `Target.TargetType`.
  func targetKind(_ expression: LiteralExpression) throws(LiteralError) -> Module.Kind {
    guard case (let name, nil) = try member(expression, of: .targetKind) else {
      throw LiteralError(.unknownMember, line: expression.line)
    }
    switch name {
    case "regular": return .regular
    case "executable": return .executable
    case "test": return .test
    case "system": return .system
    case "binary": return .binary
    case "plugin": return .plugin
    case "macro": return .macro
    default: throw LiteralError(.unknownMember, line: expression.line)
    }
  }

  mutating func resource(_ expression: LiteralExpression) throws(LiteralError) -> ManifestResource {
    let (member, list) = try member(expression, of: .resource)
    var arguments = try LiteralArguments(list, line: expression.line)
    guard let rule = ManifestResource.Rule(rawValue: member) else {
      throw LiteralError(.unknownMember, line: expression.line)
    }
    if rule == .embedInCode { try require(ToolsVersion(5, 9), expression.line) }
    let path = try string(try arguments.required(nil))
    guard Self.isRelative(path) else { throw LiteralError(.invalidValue, line: expression.line) }
    if rule == .process, let localization = arguments.take("localization"), !localization.isNull {
      switch localization.form {
      case .member(base: nil, name: "base", arguments: nil), .member(base: nil, name: "default", arguments: nil): break
      default: throw LiteralError(.unknownMember, line: localization.line)
      }
    }
    try arguments.end()
    return ManifestResource(path: PathText.normalized(path), rule: rule)
  }

  mutating func pluginUsage(_ expression: LiteralExpression) throws(LiteralError) -> ManifestPluginUsage {
    let (member, list) = try member(expression, of: .pluginUsage)
    guard member == "plugin" else { throw LiteralError(.unknownMember, line: expression.line) }
    var arguments = try LiteralArguments(list, line: expression.line)
    let name = try string(try arguments.required("name"))
    let package = try optionalString(arguments.take("package"))
    try arguments.end()
    return ManifestPluginUsage(name: name, package: package)
  }
}
