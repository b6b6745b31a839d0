import ManifestSyntax
import ModuleGraph

/// An entry of `targets`.
struct DumpedTarget: Decodable {
  /// `{ "path": "…", "rule": { "process": { … } } }`.
  struct Resource: Decodable {
    struct RulePayload: Decodable {}

    let path: String
    let rule: [String: RulePayload]
  }

  /// `{ "plugin": [name, package] }`.
  struct PluginUsage: Decodable {
    let plugin: [String?]
  }

  let name: String
  let type: Module.Kind
  let path, url: String?
  let sources, exclude: [String]?
  let resources: [Resource]?
  let dependencies: [TargetDependency]?
  let pluginUsages: [PluginUsage]?
  let settings: [DumpedSetting]?
}

extension ManifestTarget {
  init(_ target: DumpedTarget) throws {
    let settings = target.settings ?? []
    self.init(
      name: target.name, kind: target.type, path: target.path, url: target.url, sources: target.sources,
      exclude: target.exclude ?? [], resources: try (target.resources ?? []).map(ManifestResource.init),
      dependencies: (target.dependencies ?? []).map(\.dependency),
      pluginUsages: try (target.pluginUsages ?? []).map { usage in
        guard let name = usage.plugin.first ?? nil else { throw ManifestDump.unknown("the use of a plugin") }
        return ManifestPluginUsage(name: name, package: usage.plugin.dropFirst().first ?? nil)
      }, swiftSettings: settings.compactMap { $0.setting(of: "swift") },
      cSettings: settings.compactMap { $0.setting(of: "c") }, cxxSettings: settings.compactMap { $0.setting(of: "cxx") }
    )
  }
}

extension ManifestResource {
  fileprivate init(_ resource: DumpedTarget.Resource) throws {
    guard let rule = resource.rule.keys.first.flatMap(Rule.init) else { throw ManifestDump.unknown("a resource rule") }
    self.init(path: resource.path, rule: rule)
  }
}

/// `{ "target": [name, condition] }`, `{ "byName": [name, condition] }` or
/// `{ "product": [name, package, moduleAliases, condition] }`.
struct TargetDependency: Decodable {
  private enum CodingKeys: String, CodingKey {
    case target, product, byName
  }

  let dependency: ManifestTargetDependency

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard let key = container.allKeys.first else {
      throw ManifestDump.unknown("a target dependency")
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
struct DumpedCondition: Decodable {
  let platformNames: [String]?
  let config: String?
  let traits: [String]?

  var condition: Condition? {
    Condition(platforms: platformNames ?? [], configuration: config, traits: traits ?? [])
  }
}

/// `{ "tool": "swift", "kind": { "define": { "_0": "NAME" } }, "condition": { … } }`.
struct DumpedSetting: Decodable {
  struct Payload<Value: Decodable>: Decodable {
    let _0: Value
  }

  /// The kinds that conditions in sources can see.
  struct Kind: Decodable {
    let define, enableUpcomingFeature, enableExperimentalFeature, swiftLanguageMode: Payload<String>?
    let unsafeFlags: Payload<[String]>?
  }

  let tool: String
  let kind: Kind
  let condition: DumpedCondition?

  func setting(of tool: String) -> TargetSetting? {
    guard self.tool == tool else { return nil }
    let known: TargetSetting.Kind? =
      kind.define.map { .define($0._0) } ?? kind.enableUpcomingFeature.map { .feature($0._0) }
      ?? kind.enableExperimentalFeature.map { .feature($0._0) } ?? kind.swiftLanguageMode.map { .languageMode($0._0) }
      ?? kind.unsafeFlags.map { .flags($0._0) }
    return known.map { TargetSetting($0, condition: condition?.condition) }
  }
}
