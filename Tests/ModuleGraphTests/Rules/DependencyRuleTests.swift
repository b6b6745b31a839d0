import ModuleGraph
import Testing

@Suite struct DependencyRuleTests {
  private let layered = RuleExample(
    ["App": ["Cart", "Core", "Loose"], "Cart": ["Core", "Search"], "Search": [], "Core": ["Cart"], "Loose": ["App"]],
    layers: ["app": ["App"], "feature": ["Cart", "Search"], "core": ["Core"]])

  @Test func `a layer may not depend on a higher one, directly or through modules of no layer`() throws {
    #expect(
      try layered.messages("layers") == ["Core depends on Cart: “feature” is a higher layer than “core”"])
    let example = RuleExample(
      ["App": [], "Core": ["Loose"], "Loose": ["Other"], "Other": ["App"]], layers: ["app": ["App"], "core": ["Core"]])
    let check = try example.check([Rule(id: "r", type: "layers")])
    #expect(
      check.violations.map(\.message) == [
        "Core depends on App through Loose, Other: “app” is a higher layer than “core”"
      ])
    #expect(check.violations.first?.path.map(\.name) == ["Core", "Loose", "Other", "App"])
    #expect(check.violations.first?.subject == ["Example/Core", "Example/App"])
  }

  @Test func `a closed layer may not be skipped, and independent ones hold no dependencies`() throws {
    #expect(
      try layered.messages("layers", ["closed": .layers(.named(["feature"])), "layers": .layers(.all)]).contains(
        "App depends on Core: “app” skips the closed layer “feature”"))
    #expect(
      try layered.messages("layers", ["independent": .layers(.all)]) == [
        "Cart depends on Search: the modules of “feature” are independent",
        "Core depends on Cart: “feature” is a higher layer than “core”",
      ])
  }

  @Test func `a closed layer is not skipped from any height above it, and holds back only what is below it`() throws {
    let example = RuleExample(
      [
        "App": ["Cart", "Pay", "Core", "Base"], "Cart": ["Pay", "Core"], "Pay": ["Core", "Base"], "Core": [],
        "Base": [],
      ],
      layers: ["app": ["App"], "feature": ["Cart"], "service": ["Pay"], "core": ["Core"], "base": ["Base"]])
    func messages(_ closed: String...) throws -> [String] {
      try example.messages("layers", ["closed": .layers(.named(closed))])
    }
    #expect(
      try messages("service") == [
        "App depends on Base: “app” skips the closed layer “service”",
        "App depends on Core: “app” skips the closed layer “service”",
        "Cart depends on Core: “feature” skips the closed layer “service”",
      ])
    #expect(
      try messages("core") == [
        "App depends on Base: “app” skips the closed layer “core”",
        "Pay depends on Base: “service” skips the closed layer “core”",
      ])
    #expect(try messages("app", "base").isEmpty)
    #expect(
      try messages("service", "core").first == "App depends on Base: “app” skips the closed layer “service”")
  }

  @Test func `an exhaustive rule wants each module in a layer`() throws {
    #expect(try layered.messages("layers", ["exhaustive": .flag(true)]).contains("Loose is in no layer"))
  }

  @Test func `a rule may have an order of its own`() throws {
    let two = try layered.messages("layers", ["layers": .layers(.named(["core", "feature"]))])
    #expect(two == ["Cart depends on Core: “core” is a higher layer than “feature”"])
  }

  @Test func `independent modules do not know one another`() throws {
    let example = RuleExample(["AF": ["BF", "Core"], "BF": [], "CF": ["Core"], "Core": ["Glue"], "Glue": ["BF"]])
    #expect(try example.messages("independent", ["modules": .named("*F")]) == ["AF depends on BF"])
    #expect(
      try example.messages("independent", ["modules": .named("*F"), "transitive": .flag(true)]) == [
        "AF depends on BF", "CF depends on BF through Core, Glue",
      ])
  }

  @Test func `modules of one package may know each other where the rule is about packages`() throws {
    let graph = ModuleGraph.of([
      ("A/AF", .regular, ["A/AFUI", "B/BF"]), ("A/AFUI", .regular, []), ("B/BF", .regular, []),
    ])
    let values: [String: RuleValues.Value] = ["modules": .named("*"), "between": .choice("packages")]
    #expect(try RuleExample(graph).messages("independent", values) == ["AF depends on BF"])
  }

  @Test func `a forbidden dependency is found with its chain, once`() throws {
    let example = RuleExample(["A": ["B", "M"], "M": ["N"], "N": ["X"], "B": ["X"], "X": ["Y"], "Y": []])
    #expect(try example.messages("forbidden", ["from": .named("A"), "to": .named("X")]).isEmpty)
    let transitive: [String: RuleValues.Value] = ["to": .named("X", "Y"), "transitive": .flag(true)]
    #expect(
      try example.messages("forbidden", transitive.merging(["from": .named("A")]) { $1 }) == [
        "A depends on X through B"
      ])
    // What B does is not A's fault as well, and what X does is nobody's.
    #expect(
      try example.messages("forbidden", transitive.merging(["from": .named("A", "B")]) { $1 }) == [
        "A depends on X through M, N", "B depends on X",
      ])
  }

  @Test func `products of other packages are forbidden by name, by id, by package and by kind, not by a bare pattern`()
    throws
  {
    let graph = ModuleGraph.of([
      ("Core", .regular, ["swift-nio/NIO", "Own"]), ("Own", .regular, []), ("swift-nio/NIO", .external, []),
    ])
    let example = RuleExample(graph)
    let nio = ["Core depends on NIO"]
    for to: RuleValues.Value in [
      .named("NIO"), .named("swift-nio/*"), .kind(.external), .selected { $0.packages = ["swift-*"] },
    ] {
      #expect(try example.messages("forbidden", ["from": .named("Core"), "to": to]) == nio)
    }
    #expect(try example.messages("forbidden", ["from": .named("Core"), "to": .named("*")]) == ["Core depends on Own"])
    #expect(try example.messages("allowed-only", ["from": .named("Core"), "to": .named("*")]) == nio)
  }

  @Test func `tests are meant only by name or kind`() throws {
    let graph = ModuleGraph.of([
      ("A", .regular, []), ("B", .regular, []), ("C", .regular, []), ("ATests", .test, ["A", "B"]),
    ])
    let example = RuleExample(graph)
    #expect(try example.messages("protected", ["to": .named("B"), "from": .named("A")]).isEmpty)
    #expect(try example.messages("forbidden", ["from": .named("A*"), "to": .named("B")]).isEmpty)
    let found = ["ATests depends on B"]
    #expect(try example.messages("forbidden", ["from": .kind(.test), "to": .named("B")]) == found)
    #expect(try example.messages("forbidden", ["from": .named("ATests"), "to": .named("B")]) == found)
  }

  @Test func `only some may depend on protected modules, and these on one another`() throws {
    let example = RuleExample(["App": ["S"], "F": ["S", "T"], "S": ["T"], "T": []])
    #expect(
      try example.messages("protected", ["to": .named("S", "T"), "from": .named("App")]) == [
        "F depends on S", "F depends on T",
      ])
  }

  @Test func `selectors combine conditions, tags and exceptions`() throws {
    let graph = ModuleGraph.of([
      ("A/Pay", .regular, ["Z/Zoo"]), ("A/PayUI", .regular, ["Z/Zoo"]), ("B/Pay2", .executable, ["Z/Zoo"]),
      ("Z/Zoo", .regular, []),
    ])
    let example = RuleExample(graph, layers: ["ui": ["*UI"], "rest": ["*"]], tags: ["money": ["Pay*"]])
    func dependents(_ build: (inout ModuleSelector.Term) -> Void) throws -> [String] {
      try example.messages("forbidden", ["from": .selected(build), "to": .named("Zoo")])
        .map { String($0.prefix { $0 != " " }) }
    }
    #expect(try dependents { $0.tags = ["money"] } == ["Pay", "PayUI", "Pay2"])
    #expect(try dependents { ($0.tags, $0.packages) = (["money"], ["A"]) } == ["Pay", "PayUI"])
    #expect(try dependents { ($0.tags, $0.except) = (["money"], ["*UI"]) } == ["Pay", "Pay2"])
    #expect(try dependents { ($0.tags, $0.kinds) = (["money"], [.executable]) } == ["Pay2"])
    #expect(try dependents { $0.layers = ["ui"] } == ["PayUI"])
  }

  @Test func `cycles are found among modules, packages and layers`() throws {
    #expect(try RuleExample(["A": ["B"], "B": ["A"], "C": ["A"]]).messages("acyclic") == ["A → B → A"])
    let graph = ModuleGraph.of([
      ("A/One", .regular, ["B/Two"]), ("B/Two", .regular, []), ("B/Three", .regular, ["A/Four"]),
      ("A/Four", .regular, []),
    ])
    let example = RuleExample(graph, layers: ["x": ["One", "Four"], "y": ["T*"]])
    #expect(try example.messages("acyclic").isEmpty)
    let check = try example.check([Rule(id: "r", type: "acyclic", values: RuleValues(["of": .choice("packages")]))])
    #expect(check.violations.map(\.message) == ["A → B → A"])
    #expect(check.violations.first?.subject == ["package:A", "package:B"])
    #expect(check.violations.first?.dependencies.map { "\($0.from.name) \($0.to.name)" } == ["One Two", "Three Four"])
    #expect(try example.messages("acyclic", ["of": .choice("layers")]) == ["x → y → x"])
  }

  @Test func `a cycle of layers has two of them, and may lead through modules of none`() throws {
    let alone = RuleExample(["Core": ["Glue"], "Glue": ["Base"], "Base": []], layers: ["core": ["Core", "Base"]])
    #expect(try alone.messages("acyclic", ["of": .choice("layers")]).isEmpty)
    let through = RuleExample(
      ["Core": ["Glue"], "Glue": ["View"], "View": ["Base"], "Base": []],
      layers: ["ui": ["View"], "core": ["Core", "Base"]])
    #expect(
      try through.messages("acyclic", ["of": .choice("layers")]) == [
        "Glue (in no layer) → ui → core → Glue (in no layer)"
      ]
    )
  }

  @Test func `a finding names the manifest's line`() throws {
    let graph = ModuleGraph.of([("A", .regular, ["B", "C"]), ("B", .regular, []), ("C", .regular, [])])
    let check = try RuleExample(graph).check([
      Rule(id: "r", type: "forbidden", values: RuleValues(["from": .named("A"), "to": .named("C")]))
    ])
    #expect(check.violations.first?.places == [Dependency.Location(file: "Package.swift", line: 11)])
  }
}
