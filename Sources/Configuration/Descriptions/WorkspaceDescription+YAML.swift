package import Synthesis

extension WorkspaceDescription {
  /// Parses the description of a workspace to synthesize.
  /// - Throws: `ConfigurationError`, also if the description can be parsed but not synthesized.
  package init(yaml bytes: [UInt8], file: String) throws(ConfigurationError) {
    let root = try YAMLValue(bytes: bytes, file: file)
    let mapping = try root.mapping(of: ["name", "seed", "packages", "modules"])
    let entries = try mapping.required("modules").list()
    let modules = try entries.map { (entry) throws(ConfigurationError) in try Module(entry) }
    self.init(
      name: try mapping.required("name").text(),
      seed: try mapping["seed"]?.number(in: 0...UInt64.max) ?? 1,
      packages: try mapping["packages"]?.choice() ?? .one,
      modules: modules)
    do {
      try validate()
    } catch {
      // Of two modules with the same name, the last one is reported.
      let line = modules.lastIndex { $0.name == error.module }.flatMap { entries[$0].line }
      throw ConfigurationError(file: file, line: line, .description(error))
    }
  }
}

extension WorkspaceDescription.Module {
  fileprivate init(_ value: YAMLValue) throws(ConfigurationError) {
    let mapping = try value.mapping(of: [
      "name", "kind", "layer", "lines", "files", "dependencies", "sample-app-of", "swiftpm", "services",
      "view-builders", "provides",
    ])
    let most = UInt64(WorkspaceDescription.Limits.lines)
    func count(_ key: String) throws(ConfigurationError) -> Int {
      Int(try mapping[key]?.number(in: 0...UInt64(WorkspaceDescription.Limits.contracts)) ?? 0)
    }
    self.init(
      name: try mapping.required("name").text(),
      kind: try mapping.required("kind").choice(),
      layer: try mapping["layer"]?.text(),
      lines: Int(try mapping.required("lines").number(in: 1...most)),
      files: try mapping["files"].map { (value) throws(ConfigurationError) in Int(try value.number(in: 1...most)) },
      dependencies: try mapping["dependencies"]?.texts() ?? [],
      sampleAppOf: try mapping["sample-app-of"]?.text(),
      isAppPackage: try mapping["swiftpm"]?.truth() ?? false,
      contracts: [.service: try count("services"), .viewBuilder: try count("view-builders")],
      provides: try mapping["provides"]?.texts() ?? [])
  }
}
