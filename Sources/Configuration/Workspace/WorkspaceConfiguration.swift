package import Advice
package import BuildAnalysis
package import ModuleGraph

/// The contents of a `.modgauge.yml`. Options override them.
package struct WorkspaceConfiguration: Hashable, Sendable {
  package static let fileName = ".modgauge.yml"

  /// Folders that discovery skips.
  package let exclude: [Glob]
  /// Environment variables that manifests can read in addition to the fixed minimum.
  package let manifestEnvironment: [String: String]
  /// The layers of the architecture, from top to bottom.
  package let layers: Layers
  /// Which modules are the combined app, features and sample apps; includes the layers.
  package let roles: RoleSettings
  package let bench: BenchmarkSettings
  /// Names for sets of modules.
  package let tags: Tags
  /// The architecture rules, in the order of the file.
  package let rules: [Rule]
  /// The file of accepted violations, relative to the configuration's folder.
  package let baseline: String?
  /// The limits of `compare --gate`.
  package let gate: GateSettings
  /// The file of the history of runs, relative to the configuration's folder.
  package let history: String?
  /// The changed files that touch nothing, or everything, though no target builds them.
  package let affected: AffectedSettings
  /// The kinds of advice that are switched off.
  package let adviceOff: [AdviceOff]

  /// Without arguments, this is the configuration that applies if there is no file.
  package init(
    exclude: [Glob] = [], manifestEnvironment: [String: String] = [:], layers: Layers = Layers(),
    roles: RoleSettings = RoleSettings(), bench: BenchmarkSettings = BenchmarkSettings(), tags: Tags = Tags(),
    rules: [Rule] = [], baseline: String? = nil, gate: GateSettings = GateSettings(), history: String? = nil,
    affected: AffectedSettings = AffectedSettings(), adviceOff: [AdviceOff] = []
  ) {
    self.exclude = exclude
    self.manifestEnvironment = manifestEnvironment
    self.layers = layers
    self.roles = roles
    self.bench = bench
    self.tags = tags
    self.rules = rules
    self.baseline = baseline
    self.gate = gate
    self.history = history
    self.affected = affected
    self.adviceOff = adviceOff
  }

  /// The layers, tags and roles that rules refer to.
  package var ruleSettings: RuleSettings { RuleSettings(layers: layers, tags: tags, roles: roles) }

  /// Parses a configuration; an empty file changes nothing.
  package init(yaml bytes: [UInt8], file: String) throws(ConfigurationError) {
    let root: YAMLValue
    do { root = try YAMLValue(bytes: bytes, file: file) } catch {
      guard error.problem == .empty else { throw error }
      self.init()
      return
    }
    let mapping = try root.mapping(of: Self.keys)
    var exclude: [Glob] = []
    for pattern in try mapping["exclude"]?.list() ?? [] { exclude.append(try pattern.relativeGlob()) }
    let layers = try mapping["layers"]?.layers() ?? Layers()
    self.init(
      exclude: exclude, manifestEnvironment: try mapping["manifest-env"]?.variables() ?? [:], layers: layers,
      roles: try RoleSettings(mapping, layers: layers), bench: try BenchmarkSettings(mapping),
      tags: try Tags(mapping), rules: try [Rule](mapping), baseline: try mapping["baseline"]?.text(),
      gate: try GateSettings(mapping), history: try mapping["history"]?.text(),
      affected: try AffectedSettings(mapping), adviceOff: try [AdviceOff](mapping))
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
    var patterns: [String: [Glob]] = [:]
    for key in ["ignore", "all"] {
      for pattern in try mapping?[key]?.list() ?? [] { patterns[key, default: []].append(Glob(try pattern.text())) }
    }
    self.init(ignore: patterns["ignore"] ?? [], all: patterns["all"] ?? [])
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
      var patterns: [Glob] = []
      for pattern in try mapping.required("modules").list() { patterns.append(Glob(try pattern.text())) }
      layers.append(Layer(name: text, modules: patterns))
    }
    return Layers(layers)
  }
}
