import ImportSyntax
import ModuleGraph
import Testing

@Suite struct ImportsRuleTests {
  @Test func bothKindsOfDisagreementAreFoundUnlessOneIsNamed() throws {
    let both = try messages([:])
    #expect(
      both == [
        "App imports Core and does not declare it; it is built earlier only because other modules need it",
        "App declares Log and never imports it",
      ])
    try #require(both.count == 2)
    #expect(try messages(["find": .choice("undeclared")]) == [both[0]])
    #expect(try messages(["find": .choice("unused")]) == [both[1]])
    #expect(try messages(["modules": .named("Core")]).isEmpty)
  }

  @Test func anImportIsToldAtItsLine() throws {
    let check = try example.check([Rule(id: "r", type: "imports")])
    #expect(check.violations.map(\.places) == [[.init(file: "App.swift", line: 2)], []])
  }

  @Test func aViolationKnowsItsRemedy() throws {
    let check = try example.check([Rule(id: "r", type: "imports")])
    func id(_ name: String) -> ModuleID { ModuleID(package: "Example", name: name) }
    #expect(
      check.violations.map(\.remedy) == [
        .declare(id("Core"), by: id("App")), .remove([Dependency(from: id("App"), to: id("Log"))], usedBy: []),
      ])
    #expect(check.violations.compactMap(\.remedy?.module) == [id("App"), id("App")])
  }

  @Test func `what cannot be decided is told with the reason`() throws {
    let base = ModuleGraph(["App": ["Core", "Icons"]])
    let graph = ModuleGraph(
      modules: base.modules.map { Module(id: $0.id, kind: .regular, sources: 1) }, dependencies: base.dependencies)
    func id(_ name: String) -> ModuleID { ModuleID(package: "Example", name: name) }
    func words(find: String = "all", incomplete: Set<ModuleID>) throws -> [String] {
      var example = RuleExample(graph)
      example.settings.imports = ImportFindings(
        of: graph,
        imports: WorkspaceImports(uses: [id("App"): []], incomplete: incomplete, withResources: [id("Icons")]))
      let rule = Rule(id: "r", type: "imports", values: RuleValues(["find": .choice(find)]))
      return try example.check([rule]).undecided.map(\.message)
    }
    #expect(try words(incomplete: []) == ["App imports Icons nowhere, but may look up the resources at run time"])
    #expect(
      try words(incomplete: [id("App")]) == ["App may import Core, Icons in sources that could not be read"])
    #expect(try words(find: "undeclared", incomplete: []).isEmpty)
  }

  @Test(arguments: [
    (["macos"], "macOS"), (["ios", "windows"], "macOS, iOS and Windows"),
    (["android", "ios", "windows"], "macOS, iOS and 2 more"),
  ])
  func `platforms without a dependency are named`(others: [String], words: String) throws {
    let ids = ["App", "Core", "Top"].map { ModuleID(package: "P", name: $0) }
    let graph = ModuleGraph(
      modules: ids.map { Module(id: $0, kind: .regular, sources: 1) },
      dependencies: [
        Dependency(from: ids[0], to: ids[1], condition: Condition(platforms: ["linux"])),
        Dependency(from: ids[2], to: ids[1], condition: Condition(platforms: others)),
      ])
    let use = WorkspaceImports.Use(.module("Core"), location: .init(file: "App.swift", line: 1))
    var example = RuleExample(graph)
    example.settings.imports = ImportFindings(of: graph, imports: WorkspaceImports(uses: [ids[0]: [use]]))
    let violation = try example.check([Rule(id: "r", type: "imports")]).violations.first
    #expect(violation?.message == "App imports Core on \(words): declared for Linux alone")
    #expect(violation?.remedy == nil)
  }

  /// App imports Core, which it declares for some of the traits A, which enables B, B, and C.
  @Test(
    arguments: [
      (nil, ["A"], "without traits: declared for the trait A alone"),
      (.flag("C"), ["A"], "with the trait C: declared for the trait A alone"),
      (.all([.flag("B"), .flag("C")]), ["A"], "with the traits B, C: declared for the trait A alone"),
      (.flag("C"), ["A", "B"], "with the trait C: declared for the traits A, B alone"),
    ] as [(CompilationCondition?, [String], String)])
  func `traits without a dependency are named`(
    condition: CompilationCondition?, declared: [String], words: String
  ) throws {
    let ids = ["App", "Core"].map { ModuleID(package: "P", name: $0) }
    let graph = ModuleGraph(
      modules: ids.map { Module(id: $0, kind: .regular, sources: 1) },
      dependencies: [Dependency(from: ids[0], to: ids[1], condition: Condition(traits: declared))])
    let use = WorkspaceImports.Use(.module("Core"), condition: condition, location: .init(file: "a.swift", line: 1))
    let settings = CompilationSettings(
      [], packageModes: nil, toolsVersion: "6.1.0", traits: ["A": ["B"], "B": [], "C": []])
    let imports = WorkspaceImports(uses: [ids[0]: [use], ids[1]: []], settings: [ids[0]: settings])
    var example = RuleExample(graph)
    example.settings.imports = ImportFindings(of: graph, imports: imports)
    #expect(try example.messages("imports", ["find": .choice("undeclared")]) == ["App imports Core \(words)"])
  }

  private func messages(_ values: [String: RuleValues.Value]) throws -> [String] {
    try example.messages("imports", values)
  }

  /// App imports Feature and Core, and declares Feature and Log.
  private var example: RuleExample {
    let base = ModuleGraph(["App": ["Feature", "Log"], "Feature": ["Core"], "Log": []])
    let graph = ModuleGraph(
      packages: base.packages, modules: base.modules.map { Module(id: $0.id, kind: .regular, sources: 1) },
      dependencies: base.dependencies)
    func use(_ name: String, _ line: Int) -> WorkspaceImports.Use {
      WorkspaceImports.Use(.module(name), location: .init(file: "App.swift", line: line))
    }
    let lines = ["App": [use("Feature", 1), use("Core", 2)], "Feature": [use("Core", 1)]]
    let uses = Dictionary(uniqueKeysWithValues: graph.modules.map { ($0.id, lines[$0.name] ?? []) })
    var example = RuleExample(graph)
    example.settings.imports = ImportFindings(of: graph, imports: WorkspaceImports(uses: uses))
    return example
  }
}
