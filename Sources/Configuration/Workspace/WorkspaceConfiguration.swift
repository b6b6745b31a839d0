package import Advice
package import BuildAnalysis
package import ModuleGraph

/// The contents of a `.modgauge.yml`. Options override them.
package struct WorkspaceConfiguration: Hashable, Sendable {
  package static let fileName = ".modgauge.yml"

  /// Folders that discovery skips.
  package private(set) var exclude: [Glob] = []
  /// Environment variables that manifests can read in addition to the fixed minimum.
  package private(set) var manifestEnvironment: [String: String] = [:]
  /// The layers of the architecture, from top to bottom.
  package private(set) var layers = Layers()
  /// Which modules are the combined app, features and sample apps; includes the layers.
  package private(set) var roles = RoleSettings()
  package private(set) var bench = BenchmarkSettings()
  /// Names for sets of modules.
  package private(set) var tags = Tags()
  /// The architecture rules, in the order of the file.
  package private(set) var rules: [Rule] = []
  /// The file of accepted violations, relative to the configuration's folder.
  package private(set) var baseline: String?
  /// The limits of `compare --gate`.
  package private(set) var gate = GateSettings()
  /// The file of the history of runs, relative to the configuration's folder.
  package private(set) var history: String?
  /// The changed files that touch nothing, or everything, though no target builds them.
  package private(set) var affected = AffectedSettings()
  package private(set) var adviceOff: [AdviceOff] = []

  /// The configuration that applies if there is no file.
  package init() {}

  package var ruleSettings: RuleSettings { RuleSettings(layers: layers, tags: tags, roles: roles) }

  /// Parses a configuration; an empty file changes nothing.
  package init(yaml bytes: [UInt8], file: String) throws(ConfigurationError) {
    let root: YAMLValue
    do { root = try YAMLValue(bytes: bytes, file: file) } catch {
      guard error.problem == .empty else { throw error }
      return
    }
    let mapping = try root.mapping(of: Self.keys)
    exclude =
      try mapping["exclude"]?.list().map { (pattern) throws(ConfigurationError) in try pattern.relativeGlob() } ?? []
    layers = try mapping["layers"]?.layers() ?? Layers()
    manifestEnvironment = try mapping["manifest-env"]?.variables() ?? [:]
    roles = try RoleSettings(mapping, layers: layers)
    bench = try BenchmarkSettings(mapping)
    tags = try Tags(mapping)
    rules = try [Rule](mapping)
    baseline = try mapping["baseline"]?.text()
    gate = try GateSettings(mapping)
    history = try mapping["history"]?.text()
    affected = try AffectedSettings(mapping)
    adviceOff = try [AdviceOff](mapping)
  }

  private static let keys = [
    "exclude", "manifest-env", "layers", "combined", "features", "sample-apps", "bench", "tags", "rules",
    "baseline", "gate", "history", "affected", "advise",
  ]
}

extension RoleSettings {
  fileprivate init(_ root: YAMLMapping, layers: Layers) throws(ConfigurationError) {
    self.init(layers: layers)
    if let app = try root["combined"]?.text() { combined = Stated([app], by: "`combined:`") }
    if let words = try root["features"]?.texts() { features = Stated(words, by: "`features:`") }
    if let words = try root["sample-apps"]?.texts(), !words.isEmpty { sampleApps = Stated(words, by: "`sample-apps:`") }
  }
}

extension AffectedSettings {
  fileprivate init(_ root: YAMLMapping) throws(ConfigurationError) {
    let mapping = try root["affected"]?.mapping(of: ["ignore", "all"])
    let (ignore, all) = (try mapping?["ignore"]?.texts() ?? [], try mapping?["all"]?.texts() ?? [])
    self.init(ignore: ignore.map { Glob($0) }, all: all.map { Glob($0) })
  }
}

extension [AdviceOff] {
  fileprivate init(_ root: YAMLMapping) throws(ConfigurationError) {
    self = []
    for entry in try root["advise"]?.mapping(of: ["off"])["off"]?.list() ?? [] {
      let mapping = try entry.mapping(of: ["id", "reason"])
      let id = try mapping.required("id").word(among: AdviceKind.all.map(\.id))
      append(AdviceOff(id: id, reason: try mapping.required("reason").text()))
    }
  }
}

extension YAMLValue {
  /// A pattern that does not leave the folder that it is relative to.
  fileprivate func relativeGlob() throws(ConfigurationError) -> Glob {
    let text = try text()
    guard !text.hasPrefix("/"), !text.split(separator: "/").contains("..") else {
      throw failure(.notBelow(key: key, text: Self.shortened(text)))
    }
    return Glob(text)
  }

  /// Environment variables by name; values may be empty strings.
  fileprivate func variables() throws(ConfigurationError) -> [String: String] {
    var variables: [String: String] = [:]
    for (name, value) in try entries() {
      guard !name.isEmpty, !name.contains("="), !name.contains("\0") else {
        throw value.failure(.variable(Self.shortened(name)))
      }
      variables[name] = try value.textOrEmpty()
    }
    return variables
  }

  /// Layers from top to bottom, each with a unique name.
  fileprivate func layers() throws(ConfigurationError) -> Layers {
    var layers: [Layer] = []
    for entry in try list() {
      let mapping = try entry.mapping(of: ["name", "modules"])
      let name = try mapping.required("name")
      let text = try name.text()
      guard !layers.contains(where: { $0.name == text }) else { throw name.failure(.layerTwice(Self.shortened(text))) }
      layers.append(Layer(name: text, modules: try mapping.required("modules").texts().map { Glob($0) }))
    }
    return Layers(layers)
  }
}
