internal import ModuleGraph

/// A target, and where its dependencies stand.
struct ReadTarget {
  var target: ManifestTarget
  var dependencyLines: [Int]
}

extension LiteralInterpreter {
  /// An entry of the package's `targets`.
  mutating func target(_ expression: LiteralExpression) throws(LiteralRefusal) -> ReadTarget {
    let line = expression.line
    let (member, list) = try member(expression, of: .target)
    var arguments = try LiteralArguments(list, line: line)
    let target: ReadTarget
    switch member {
    case "target": target = try sourceTarget(.regular, &arguments)
    case "executableTarget":
      try require(ToolsVersion(5, 4), line)
      target = try sourceTarget(.executable, &arguments)
    case "testTarget": target = try sourceTarget(.test, &arguments)
    case "macro":
      try require(ToolsVersion(5, 9), line)
      guard imports.contains("CompilerPluginSupport") else { throw LiteralRefusal(.unknownMember, line: line) }
      target = try sourceTarget(.macro, &arguments)
    case "plugin":
      try require(ToolsVersion(5, 5), line)
      target = try sourceTarget(.plugin, &arguments)
    case "systemLibrary": target = try systemLibrary(&arguments)
    case "binaryTarget":
      try require(ToolsVersion(5, 3), line)
      target = try binaryTarget(&arguments)
    default: throw LiteralRefusal(.unknownMember, line: line)
    }
    try arguments.end()
    return target
  }

  /// A target with sources. Its parameters are those of `target`, without the ones that its kind does not have.
  private mutating func sourceTarget(
    _ kind: Module.Kind, _ arguments: inout LiteralArguments
  ) throws(LiteralRefusal) -> ReadTarget {
    let name = try string(try arguments.required("name"))
    if kind == .plugin { try checkCapability(try arguments.required("capability")) }
    var dependencies: [ManifestTargetDependency] = []
    var lines: [Int] = []
    if let list = arguments.take("dependencies") {
      for dependency in try elements(list, of: .targetDependency) {
        dependencies.append(try targetDependency(dependency))
        lines.append(dependency.line)
      }
    }
    let path = try optionalString(arguments.take("path"))
    let exclude = try arguments.take("exclude").map { list throws(LiteralRefusal) in try paths(list) } ?? []
    var sources: [String]?
    if let list = arguments.take("sources"), !list.isNull { sources = try paths(list) }
    let resources = try resources(of: kind, &arguments)
    try checkHeadersAndAccess(of: kind, &arguments)
    try checkSettings(of: kind, &arguments)
    let target = ManifestTarget(
      name: name, kind: kind, path: path, url: nil, sources: sources, exclude: exclude, resources: resources,
      dependencies: dependencies, pluginUsages: try pluginUsages(of: kind, &arguments))
    return ReadTarget(target: target, dependencyLines: lines)
  }

  /// Paths that SwiftPM wants relative.
  private mutating func paths(_ expression: LiteralExpression) throws(LiteralRefusal) -> [String] {
    let paths = try strings(expression)
    guard paths.allSatisfy(Self.isRelative) else { throw LiteralRefusal(.invalidValue, line: expression.line) }
    return paths
  }

  private static func isRelative(_ path: String) -> Bool {
    path.utf8.first.map { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "~") } ?? false
  }

  private mutating func resources(
    of kind: Module.Kind, _ arguments: inout LiteralArguments
  ) throws(LiteralRefusal) -> [ManifestResource] {
    guard kind != .macro, kind != .plugin, let list = arguments.take("resources") else { return [] }
    try require(ToolsVersion(5, 3), list.line)
    var resources: [ManifestResource] = []
    for element in try optionalElements(list, of: .resource) ?? [] { resources.append(try resource(element)) }
    return resources
  }

  func resource(_ expression: LiteralExpression) throws(LiteralRefusal) -> ManifestResource {
    let (member, list) = try member(expression, of: .resource)
    var arguments = try LiteralArguments(list, line: expression.line)
    guard let rule = ManifestResource.Rule(rawValue: member) else {
      throw LiteralRefusal(.unknownMember, line: expression.line)
    }
    if rule == .embedInCode { try require(ToolsVersion(5, 9), expression.line) }
    let path = try string(try arguments.required(nil))
    guard Self.isRelative(path) else { throw LiteralRefusal(.invalidValue, line: expression.line) }
    if rule == .process, let localization = arguments.take("localization"), !localization.isNull {
      switch localization.form {
      case .member(base: nil, name: "base", arguments: nil), .member(base: nil, name: "default", arguments: nil): break
      default: throw LiteralRefusal(.unknownMember, line: localization.line)
      }
    }
    try arguments.end()
    return ManifestResource(path: Path.normalized(path), rule: rule)
  }

  private func checkHeadersAndAccess(
    of kind: Module.Kind, _ arguments: inout LiteralArguments
  ) throws(LiteralRefusal) {
    if kind == .regular || kind == .executable { _ = try optionalString(arguments.take("publicHeadersPath")) }
    if let access = arguments.take("packageAccess") {
      try require(ToolsVersion(5, 9), access.line)
      _ = try boolean(access)
    }
  }

  private mutating func pluginUsages(
    of kind: Module.Kind, _ arguments: inout LiteralArguments
  ) throws(LiteralRefusal) -> [ManifestPluginUsage] {
    guard kind != .plugin, let list = arguments.take("plugins") else { return [] }
    try require(ToolsVersion(5, 5), list.line)
    var usages: [ManifestPluginUsage] = []
    for element in try optionalElements(list, of: .pluginUsage) ?? [] { usages.append(try pluginUsage(element)) }
    return usages
  }

  func pluginUsage(_ expression: LiteralExpression) throws(LiteralRefusal) -> ManifestPluginUsage {
    let resolved = try resolved(expression, as: LiteralType(.pluginUsage))
    if case .string(let name) = resolved.form { return ManifestPluginUsage(name: name, package: nil) }
    let (member, list) = try member(resolved, of: .pluginUsage)
    guard member == "plugin" else { throw LiteralRefusal(.unknownMember, line: expression.line) }
    var arguments = try LiteralArguments(list, line: expression.line)
    let name = try string(try arguments.required("name"))
    let package = try optionalString(arguments.take("package"))
    try arguments.end()
    return ManifestPluginUsage(name: name, package: package)
  }

  // MARK: Targets without sources

  private mutating func systemLibrary(_ arguments: inout LiteralArguments) throws(LiteralRefusal) -> ReadTarget {
    let name = try string(try arguments.required("name"))
    let path = try optionalString(arguments.take("path"))
    _ = try optionalString(arguments.take("pkgConfig"))
    try checkProviders(arguments.take("providers"))
    return Self.target(name, .system, path: path)
  }

  private func binaryTarget(_ arguments: inout LiteralArguments) throws(LiteralRefusal) -> ReadTarget {
    let name = try string(try arguments.required("name"))
    if let path = arguments.take("path") { return Self.target(name, .binary, path: try string(path)) }
    let url = try string(try arguments.required("url"))
    _ = try string(try arguments.required("checksum"))
    return Self.target(name, .binary, url: url)
  }

  static func target(
    _ name: String, _ kind: Module.Kind, path: String? = nil, url: String? = nil
  ) -> ReadTarget {
    let target = ManifestTarget(
      name: name, kind: kind, path: path, url: url, sources: nil, exclude: [], resources: [], dependencies: [],
      pluginUsages: [])
    return ReadTarget(target: target, dependencyLines: [])
  }
}
