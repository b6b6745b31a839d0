package import Synthesis

extension ScaffoldTemplate {
  /// Parses the `template.yml` of a template.
  /// - Parameters:
  ///   - name: that of the template's folder.
  ///   - file: the file's name, for errors.
  package init(yaml bytes: [UInt8], name: String, file: String) throws(ConfigurationError) {
    let mapping = try YAMLValue(bytes: bytes, file: file).mapping(of: [
      "summary", "suffix", "parameters", "modules", "message",
    ])
    let parameters = try mapping["parameters"]?.entries().map { (entry) throws(ConfigurationError) in
      try Parameter(entry.key, entry.value)
    }
    let modules = try mapping["modules"]?.list().map { (entry) throws(ConfigurationError) in try Module(entry) }
    self.init(
      name: name, summary: try mapping["summary"]?.text() ?? "", suffix: try mapping["suffix"]?.textOrEmpty(),
      parameters: parameters ?? [], modules: modules ?? [], message: try mapping["message"]?.text() ?? "")
  }
}

extension ScaffoldTemplate.Parameter {
  fileprivate init(_ name: String, _ value: YAMLValue) throws(ConfigurationError) {
    let mapping = try value.mapping(of: ["default", "pattern", "help"])
    self.init(
      name: name, standard: try mapping["default"]?.textOrEmpty(), pattern: try mapping["pattern"]?.text(),
      help: try mapping["help"]?.text())
  }
}

extension ScaffoldTemplate.Module {
  fileprivate init(_ value: YAMLValue) throws(ConfigurationError) {
    let mapping = try value.mapping(of: ["name", "kind", "layer", "dependencies", "resources", "dependents"])
    func texts(_ key: String) throws(ConfigurationError) -> [String] { try mapping[key]?.texts() ?? [] }
    self.init(
      name: try mapping.required("name").text(), kind: try mapping["kind"]?.choice() ?? .library,
      layer: try mapping["layer"]?.text(), dependencies: try texts("dependencies"), resources: try texts("resources"),
      dependents: try texts("dependents"))
  }
}
