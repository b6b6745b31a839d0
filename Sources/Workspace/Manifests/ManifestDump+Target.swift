import ManifestSyntax
import ModuleGraph

/// An entry of `targets`.
struct ManifestDumpTarget: Decodable {
  let target: ManifestTarget

  private enum CodingKeys: String, CodingKey {
    case name, type, path, url, sources, exclude, resources, dependencies, pluginUsages, settings
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let resources = try container.decodeIfPresent([Resource].self, forKey: .resources) ?? []
    let dependencies = try container.decodeIfPresent([TargetDependency].self, forKey: .dependencies) ?? []
    let plugins = try container.decodeIfPresent([PluginUsage].self, forKey: .pluginUsages) ?? []
    let settings = try container.decodeIfPresent([DumpedSetting].self, forKey: .settings) ?? []
    target = ManifestTarget(
      name: try container.decode(String.self, forKey: .name),
      kind: try container.decode(Module.Kind.self, forKey: .type),
      path: try container.decodeIfPresent(String.self, forKey: .path),
      url: try container.decodeIfPresent(String.self, forKey: .url),
      sources: try container.decodeIfPresent([String].self, forKey: .sources),
      exclude: try container.decodeIfPresent([String].self, forKey: .exclude) ?? [],
      resources: resources.map(\.resource),
      dependencies: dependencies.map(\.dependency),
      pluginUsages: plugins.map(\.usage), swiftSettings: settings.compactMap { $0.setting(of: "swift") },
      cSettings: settings.compactMap { $0.setting(of: "c") }, cxxSettings: settings.compactMap { $0.setting(of: "cxx") }
    )
  }
}

/// `{ "path": "…", "rule": { "process": { … } } }`.
private struct Resource: Decodable {
  private struct RulePayload: Decodable {}

  private enum CodingKeys: String, CodingKey {
    case path, rule
  }

  let resource: ManifestResource

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let rule = try container.decode([String: RulePayload].self, forKey: .rule).keys.first
    guard let rule = rule.flatMap(ManifestResource.Rule.init(rawValue:)) else {
      throw DecodingError.dataCorruptedError(
        forKey: .rule, in: container, debugDescription: "a resource rule of an unknown kind")
    }
    resource = ManifestResource(path: try container.decode(String.self, forKey: .path), rule: rule)
  }
}

/// `{ "target": [name, condition] }`, `{ "byName": [name, condition] }` or
/// `{ "product": [name, package, moduleAliases, condition] }`.
private struct TargetDependency: Decodable {
  private enum CodingKeys: String, CodingKey {
    case target, product, byName
  }

  let dependency: ManifestTargetDependency

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard let key = container.allKeys.first else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "a target dependency of an unknown kind"))
    }
    var parts = try container.nestedUnkeyedContainer(forKey: key)
    let name = try parts.decode(String.self)
    let reference: ManifestTargetDependency.Reference
    var aliases: [String: String]?
    switch key {
    case .target: reference = .target(name)
    case .byName: reference = .byName(name)
    case .product:
      reference = .product(name, package: try parts.decodeIfPresent(String.self))
      aliases = try parts.decodeIfPresent([String: String].self)
    }
    let condition = parts.isAtEnd ? nil : try parts.decodeIfPresent(DumpedCondition.self)
    dependency = ManifestTargetDependency(
      reference: reference, condition: condition?.condition, moduleAliases: aliases ?? [:])
  }
}

/// `{ "platformNames": ["linux"], "config": "debug", "traits": ["T"] }`.
private struct DumpedCondition: Decodable {
  let platformNames: [String]?
  let config: String?
  let traits: [String]?

  var condition: Condition? {
    Condition(platforms: platformNames ?? [], configuration: config, traits: traits ?? [])
  }
}

/// `{ "plugin": [name, package] }`.
private struct PluginUsage: Decodable {
  let usage: ManifestPluginUsage

  private enum CodingKeys: String, CodingKey {
    case plugin
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    var parts = try container.nestedUnkeyedContainer(forKey: .plugin)
    usage = ManifestPluginUsage(
      name: try parts.decode(String.self), package: try parts.decodeIfPresent(String.self))
  }
}

/// `{ "tool": "swift", "kind": { "define": { "_0": "NAME" } }, "condition": { … } }`.
private struct DumpedSetting: Decodable {
  private let tool: String
  private let setting: TargetSetting?

  func setting(of tool: String) -> TargetSetting? { self.tool == tool ? setting : nil }

  private enum CodingKeys: String, CodingKey {
    case tool, kind, condition
  }

  private struct Name: Decodable {
    let _0: String
  }

  private struct Names: Decodable {
    let _0: [String]
  }

  /// The kinds that conditions in sources can see.
  private struct Kind: Decodable {
    let define: Name?
    let enableUpcomingFeature: Name?
    let enableExperimentalFeature: Name?
    let swiftLanguageMode: Name?
    let unsafeFlags: Names?
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    tool = try container.decode(String.self, forKey: .tool)
    let kind = try container.decode(Kind.self, forKey: .kind)
    let condition = try container.decodeIfPresent(DumpedCondition.self, forKey: .condition)?.condition
    let known: TargetSetting.Kind? =
      kind.define.map { .define($0._0) } ?? kind.enableUpcomingFeature.map { .feature($0._0) }
      ?? kind.enableExperimentalFeature.map { .feature($0._0) } ?? kind.swiftLanguageMode.map { .languageMode($0._0) }
      ?? kind.unsafeFlags.map { .flags($0._0) }
    setting = known.map { TargetSetting($0, condition: condition) }
  }
}
