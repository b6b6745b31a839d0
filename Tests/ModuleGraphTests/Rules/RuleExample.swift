import ModuleGraph

/// A graph and its rules, in few words.
struct RuleExample {
  var graph: ModuleGraph
  var settings = RuleSettings()

  init(_ graph: ModuleGraph, layers: KeyValuePairs<String, [String]> = [:], tags: KeyValuePairs<String, [String]> = [:])
  {
    self.graph = graph
    settings.layers = Layers(layers.map { Layer(name: $0.key, modules: $0.value.map { Glob($0) }) })
    settings.tags = Tags(tags.map { Tags.Tag(name: $0.key, modules: $0.value) })
  }

  init(
    _ adjacency: KeyValuePairs<String, [String]>, layers: KeyValuePairs<String, [String]> = [:],
    tags: KeyValuePairs<String, [String]> = [:]
  ) {
    self.init(ModuleGraph(adjacency), layers: layers, tags: tags)
  }

  /// What one rule of a type finds.
  func messages(_ type: String, _ values: [String: RuleValues.Value] = [:]) throws(RuleProblems) -> [String] {
    try check([Rule(id: "r", type: type, values: RuleValues(values))]).violations.map(\.message)
  }

  func check(_ rules: [Rule]) throws(RuleProblems) -> RuleCheck {
    try RuleCheck(graph, rules: rules, settings: settings)
  }

  /// What is wrong with the rules.
  func problems(_ rules: [Rule]) -> [String] {
    do throws(RuleProblems) {
      _ = try check(rules)
      return []
    } catch { return error.all.map(\.description) }
  }

  func problems(_ type: String, _ values: [String: RuleValues.Value] = [:]) -> [String] {
    problems([Rule(id: "r", type: type, values: RuleValues(values))])
  }
}

extension RuleValues.Value {
  /// The modules that names or patterns mean.
  static func named(_ words: String...) -> Self { .modules(ModuleSelector([ModuleSelector.Term(modules: words)])) }
  static func layer(_ name: String) -> Self { selected { $0.layers = [name] } }
  static func kind(_ kind: Module.Kind) -> Self { selected { $0.kinds = [kind] } }

  static func selected(_ build: (inout ModuleSelector.Term) -> Void) -> Self {
    var term = ModuleSelector.Term()
    build(&term)
    return .modules(ModuleSelector([term]))
  }
}

extension ModuleGraph {
  /// Modules of several kinds and packages: `P/App executable → P/Core`.
  static func of(
    _ modules: [(id: String, kind: Module.Kind, dependencies: [String])], lines: [String: Int] = [:],
    packages: [Package] = [], kinds: [String: Dependency.Kind] = [:]
  ) -> ModuleGraph {
    func id(_ text: String) -> ModuleID { ModuleID(text) ?? ModuleID(package: "P", name: text) }
    return ModuleGraph(
      packages: packages,
      modules: modules.map { Module(id: id($0.id), kind: $0.kind, lines: lines[$0.id]) },
      dependencies: modules.flatMap { module in
        module.dependencies.enumerated().map { line, name in
          Dependency(
            from: id(module.id), to: id(name), kind: kinds["\(module.id) \(name)"] ?? .target,
            location: Dependency.Location(file: "Package.swift", line: 10 + line))
        }
      })
  }
}
