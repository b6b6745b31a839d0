import ModuleGraph
import Testing

@Suite struct RuleProblemTests {
  private let example = RuleExample(
    ["App": ["Cart"], "Cart": ["Core"], "Core": []], layers: ["app": ["App"], "core": ["C*"]])

  @Test func `words that match nothing come with the nearest name and the line`() {
    #expect(
      example.problems("forbidden", ["from": .named("Kart"), "to": .named("Core")]) == [
        "rule “r”: no module of the workspace matches “Kart”; did you mean “Cart”?"
      ])
    #expect(
      example.problems("forbidden", ["from": .layer("cora"), "to": .named("Core")]) == [
        "rule “r”: no layer of the workspace matches “cora”; did you mean “core”?"
      ])
    #expect(
      example.problems("layers", ["closed": .layers(.named(["ap"]))]) == [
        "rule “r”: no layer of the workspace matches “ap”; did you mean “app”?"
      ])
    let tagged = RuleExample(["App": ["Cart"]], tags: ["x": ["Kart"], "y": ["*"]])
    #expect(
      tagged.problems("independent", ["modules": .selected { $0.tags = ["y"] }]) == [
        "`tags:`: no module of the workspace matches “Kart”; did you mean “Cart”?"
      ])
    #expect(
      example.problems("independent", ["modules": .selected { ($0.kinds, $0.modules) = ([.macro], ["C*"]) }]) == [
        "rule “r”: “modules” selects no module: its conditions are mutually exclusive"
      ])
  }

  @Test func `a package that is called by its name in its manifest is suggested by its key`() {
    let package = Package(
      key: "swift-kit", identity: "swift-kit", name: "FooKit", path: "swift-kit", toolsVersion: "6.0.0",
      dependencies: [])
    let core = Module(id: ModuleID(package: "swift-kit", name: "Core"), kind: .regular)
    let example = RuleExample(ModuleGraph(packages: [package], modules: [core]))
    #expect(
      example.problems("independent", ["modules": .selected { $0.packages = ["FooKit"] }])
        == ["rule “r”: no package of the workspace matches “FooKit”; did you mean “swift-kit”?"])
  }

  @Test func `a rule that can never be broken is an error`() {
    #expect(
      example.problems("independent", ["modules": .named("App")]) == [
        "rule “r”: it can never be broken: it selects one module"
      ])
    #expect(
      example.problems("forbidden", ["from": .named("App"), "to": .named("App")]) == [
        "rule “r”: it can never be broken: “from” and “to” are the same module"
      ])
    #expect(
      example.problems("protected", ["from": .named("*"), "to": .named("Core")]) == [
        "rule “r”: it can never be broken: “from” selects every module"
      ])
    #expect(RuleExample(["A": []]).problems("layers") == ["rule “r”: it requires layers; define them under `layers:`"])
  }

  @Test func `rules that cannot hold together are an error of the later one`() {
    let up = Rule(id: "up", type: "layers", values: RuleValues(["layers": .layers(.named(["core", "app"]))]), line: 9)
    #expect(
      example.problems([Rule(id: "down", type: "layers", line: 4), up]) == [
        "rule “up”: it contradicts the rule “down”: the layers “core” and “app” have the opposite order there"
      ])
    let modules = ["modules": RuleValues.Value.named("Core"), "from": .named("App")]
    #expect(
      example.problems([
        Rule(id: "in", type: "linked", values: RuleValues(modules)),
        Rule(id: "out", type: "not-linked", values: RuleValues(modules)),
      ]) == ["rule “out”: it contradicts the rule “in”: Core must be linked and must not be"])
    // The same apps, stated on another line and in other words, with one more.
    func linking(_ apps: [String], line: Int) -> RuleValues {
      RuleValues(
        modules.merging(["from": .modules(ModuleSelector(apps.map { .init(modules: [$0]) }, line: line))]) { $1 })
    }
    let (some, more) = (linking(["App"], line: 2), linking(["Ap*", "Cart"], line: 3))
    #expect(
      example.problems([
        Rule(id: "in", type: "linked", values: some), Rule(id: "out", type: "not-linked", values: more),
      ]) == ["rule “out”: it contradicts the rule “in”: Core must be linked and must not be"])
    #expect(
      example.problems([
        Rule(id: "in", type: "linked", values: more), Rule(id: "out", type: "not-linked", values: some),
      ]).isEmpty)
    let ends = ["to": RuleValues.Value.named("Core"), "from": .named("Cart")]
    #expect(
      example.problems([
        Rule(id: "no", type: "forbidden", values: RuleValues(ends)),
        Rule(id: "only", type: "protected", values: RuleValues(ends)),
      ]) == [
        "rule “only”: it contradicts the rule “no”: together, they allow nothing to depend on the protected modules"
      ])
  }

  private func layers(_ id: String, _ names: String...) -> Rule {
    Rule(id: id, type: "layers", values: RuleValues(["layers": .layers(.named(names))]))
  }

  @Test func `orders of layers that form a cycle together are an error`() {
    let graph = RuleExample(
      ["A": ["B"], "B": ["C"], "C": []], layers: ["a": ["A"], "b": ["B"], "c": ["C"]])
    #expect(
      graph.problems([layers("one", "a", "b"), layers("two", "b", "c"), layers("three", "c", "a")]) == [
        "rule “three”: it contradicts the rules “one” and “two”: those put “a” above “b” above “c”"
      ])
    #expect(graph.problems([layers("one", "a", "b"), layers("two", "b", "c"), layers("three", "a", "c")]) == [])
    #expect(graph.problems([layers("one", "a", "a")]) == ["rule “one”: “layers” lists “a” twice"])
  }

  @Test func `what several rules protect can still be used`() {
    func only(_ id: String, _ from: String..., to: RuleValues.Value = .named("C")) -> Rule {
      Rule(
        id: id, type: "protected",
        values: RuleValues(["to": to, "from": .modules(ModuleSelector([ModuleSelector.Term(modules: from)]))]))
    }
    let graph = RuleExample(["App": ["A", "B"], "A": ["C"], "B": ["C"], "C": ["D"], "D": []])
    #expect(
      graph.problems([only("one", "A"), only("two", "B")]) == [
        "rule “two”: it contradicts the rule “one”: together, they allow nothing to depend on C"
      ])
    #expect(
      graph.problems([only("one", "A", "B"), only("two", "B", "App"), only("three", "A", "App")]) == [
        "rule “three”: it contradicts the rules “one” and “two”: together, they allow nothing to depend on C"
      ])
    #expect(graph.problems([only("one", "A", "B"), only("two", "B")]) == [])
    #expect(graph.problems([only("one", "A"), only("two", "B", to: .named("D"))]) == [])
  }

  @Test func `what must be linked can be reached`() {
    let ends = ["from": RuleValues.Value.named("App"), "to": .named("Core"), "transitive": .flag(true)]
    let linked = Rule(
      id: "in", type: "linked", values: RuleValues(["modules": .named("Core"), "from": .named("App")]))
    #expect(
      example.problems([linked, Rule(id: "no", type: "forbidden", values: RuleValues(ends))]) == [
        "rule “no”: it contradicts the rule “in”: Core must be linked and may not be reached"
      ])
    let direct = ends.filter { $0.key != "transitive" }
    #expect(example.problems([linked, Rule(id: "no", type: "forbidden", values: RuleValues(direct))]) == [])
  }

  @Test func `in the graph of another revision unknown words are no error`() throws {
    let rule = Rule(
      id: "r", type: "forbidden", values: RuleValues(["from": .named("New"), "to": .named("Core")]))
    let check = try RuleCheck(example.graph, rules: [rule], settings: example.settings, isCurrent: false)
    #expect(check.violations.isEmpty)
  }

  @Test func `every type explains itself, and its name is unique`() {
    #expect(Set(RuleTypes.all.map { $0.name }).count == RuleTypes.all.count)
    for type in RuleTypes.all {
      #expect(type.summary.hasSuffix(".") && type.example.contains("type: \(type.name)"))
    }
  }
}
