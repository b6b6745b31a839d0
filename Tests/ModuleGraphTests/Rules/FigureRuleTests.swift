import ModuleGraph
import Testing

@Suite struct FigureRuleTests {
  private let example = RuleExample([
    "App": ["F", "G", "Core"], "F": ["Core"], "G": ["Core"], "Core": ["Base"], "Base": [],
  ])

  @Test(arguments: [
    ("max-dependencies", 2, "App depends on 3 modules, the limit is 2"),
    ("max-dependents", 2, "Core has 3 dependents, the limit is 2"),
    ("max-transitive", 3, "App depends on 4 modules, directly or not, the limit is 3"),
    ("max-height", 2, "App has 3 steps below it, the limit is 2"),
  ])
  func `a figure above its limit is found, one at its limit is not`(type: String, limit: Int, message: String) throws {
    let check = try example.check([Rule(id: "r", type: type, values: RuleValues(["max": .number(limit)]))])
    #expect(check.violations.map(\.message) == [message])
    #expect(check.violations.first?.amount == Violation.Amount(limit + 1, limit: limit))
    #expect(try example.messages(type, ["max": .number(limit + 1)]).isEmpty)
    #expect(try example.messages(type, ["max": .number(limit), "modules": .named("Base")]).isEmpty)
  }

  @Test func `of modules that are too high the top ones are named, with the way down`() throws {
    let check = try example.check([Rule(id: "r", type: "max-height", values: RuleValues(["max": .number(0)]))])
    #expect(check.violations.map { $0.path.map(\.name) } == [["App", "F", "Core", "Base"]])
  }

  @Test func `unknown lines neither pass nor fail`() throws {
    let modules = [
      Module(id: ModuleID(package: "P", name: "Known"), kind: .regular, lines: 500),
      Module(id: ModuleID(package: "P", name: "Unknown"), kind: .regular),
      Module(id: ModuleID(package: "P", name: "Binary"), kind: .binary),
      Module(id: ModuleID(package: "P", name: "Partly"), kind: .framework, lines: 50, missingSources: 2),
      Module(id: ModuleID(package: "P", name: "PartlyLarge"), kind: .framework, lines: 150, missingSources: 2),
    ]
    let check = try RuleExample(ModuleGraph(modules: modules)).check([
      Rule(id: "r", type: "max-lines", values: RuleValues(["max": .number(100)]))
    ])
    #expect(
      check.violations.map(\.message) == [
        "Known has 500 lines, the limit is 100", "PartlyLarge has at least 150 lines, the limit is 100",
      ])
    #expect(
      check.undecided.map(\.message) == ["not all lines of Partly are known", "the line count of Unknown is unknown"])
  }

  private func partly(_ lines: Int, missing: Int? = nil) -> ModuleGraph {
    ModuleGraph(modules: [
      Module(
        id: ModuleID(package: "P", name: "App"), kind: .regular, sources: 1, lines: lines, missingSources: missing)
    ])
  }

  @Test func `what cannot be read is neither fixed nor better`() throws {
    func check(_ graph: ModuleGraph) throws -> RuleCheck {
      try RuleExample(graph).check([Rule(id: "r", type: "max-lines", values: RuleValues(["max": .number(100)]))])
    }
    let known = JudgedCheck(try check(partly(300))).baseline
    for known in [JudgedCheck.Known.baseline(known), .earlier(known)] {
      let small = JudgedCheck(try check(partly(50, missing: 1)), known: known)
      #expect(small.stale.isEmpty && small.mended.isEmpty)
      #expect(JudgedCheck(try check(partly(200, missing: 1)), known: known).fallen.isEmpty)
      #expect(JudgedCheck(try check(partly(200)), known: known).fallen.count == 1)
    }
    #expect(JudgedCheck(try check(partly(50)), known: .baseline(known)).stale.count == 1)
  }

  @Test func `growth of what cannot be read is open`() throws {
    for (now, before) in [(partly(50, missing: 1), partly(10)), (partly(50), partly(10, missing: 1))] {
      var example = RuleExample(now)
      example.settings.earlier = before
      let values = RuleValues(["of": .choice("lines"), "modules": .named("App")])
      let check = try example.check([Rule(id: "r", type: "max-growth", values: values)])
      #expect(check.violations.isEmpty && check.undecided.count == 1)
    }
  }

  private let app = RuleExample(
    .of(
      [
        ("App", .executable, ["Cart", "Gen"]), ("Cart", .regular, ["Core", "Mac"]), ("Core", .regular, []),
        ("Mac", .macro, ["Syntax"]), ("Syntax", .regular, []), ("Gen", .plugin, ["Tool"]), ("Tool", .executable, []),
        ("New", .regular, []), ("CartTests", .test, ["Cart"]),
      ], kinds: ["App Gen": .plugin]))

  @Test func `linked is what dependencies that link lead to`() throws {
    let all: RuleValues.Value = .named("Cart", "Core", "Syntax", "Tool", "New")
    #expect(
      try app.messages("linked", ["modules": all, "from": .named("App")]) == [
        "New is not linked into App", "Syntax is not linked into App", "Tool is not linked into App",
      ])
    let check = try app.check([
      Rule(id: "r", type: "not-linked", values: RuleValues(["modules": .named("Core", "New"), "from": .named("App")]))
    ])
    #expect(check.violations.map(\.message) == ["Core is linked into App through Cart"])
    #expect(check.violations.first?.places == [Dependency.Location(file: "Package.swift", line: 10)])
    #expect(check.violations.first?.path.map(\.name) == ["App", "Cart", "Core"])
    #expect(check.violations.first?.dependencies.map(\.to.name) == ["Cart", "Core"])
  }

  @Test func `without an app there is nothing to be linked into`() {
    #expect(
      RuleExample(["A": ["B"]]).problems("linked", ["modules": .named("A")]) == [
        "rule “r”: it can never be broken: there is no combined app; name the apps with “from”"
      ])
  }

  @Test func `a module has tests if a test module depends on it directly`() throws {
    #expect(
      try app.messages("has-tests") == [
        "no test module depends on Core", "no test module depends on New", "no test module depends on Syntax",
      ])
    #expect(try app.messages("has-tests", ["modules": .named("Cart")]).isEmpty)
  }

  @Test func `a feature without a sample app is found`() throws {
    var example = RuleExample(
      .of([
        ("App", .executable, ["CartFeature", "SearchFeature"]), ("CartFeature", .regular, ["Core"]),
        ("SearchFeature", .regular, ["Core"]), ("Core", .regular, []),
        ("CartFeatureDemo", .executable, ["CartFeature"]),
      ]))
    example.settings.roles.combined = RoleSettings.Stated(["App"], by: "combined:")
    #expect(
      try example.messages("has-sample-app", ["modules": .named("*Feature")]) == ["SearchFeature has no sample app"])
  }

  @Test func `an external package has one requirement and one address`() throws {
    func package(_ key: String, _ requirement: String, _ location: String) -> Package {
      Package(
        key: key, identity: key, name: key, path: key, toolsVersion: "6.0.0",
        dependencies: [PackageDependency(identity: "nio", requirement: requirement, location: location)])
    }
    let packages = [
      package("A", "1.0.0..<2.0.0", "https://e.org/nio.git"), package("B", "1.0.0..<2.0.0", "https://e.org/NIO"),
      package("C", "branch main", "https://fork.org/nio"),
    ]
    let graph = ModuleGraph.of(
      [
        ("A/A", .regular, ["nio/NIO"]), ("C/C", .regular, ["nio/NIO", "other/NIO"]), ("nio/NIO", .external, []),
        ("other/NIO", .external, []),
      ], packages: packages)
    #expect(
      try RuleExample(graph).messages("no-duplicate-external") == [
        "the product NIO comes from several packages: nio, other",
        "nio is required as branch main by C; 1.0.0..<2.0.0 by A, B",
        "nio is taken from https://fork.org/nio by C; https://e.org/nio by A, B",
      ])
    let check = try RuleExample(graph).check([Rule(id: "r", type: "no-duplicate-external")])
    let lines = ["A": 3, "B": 4, "C": 5].map { key, line in
      (PackageRequirement(package: key, identity: "nio"), Dependency.Location(file: "\(key).swift", line: line))
    }
    let placed = check.placing([:], Dictionary(uniqueKeysWithValues: lines)).violations
    #expect(
      placed.map { $0.places.map(\.file) }
        == [["A", "B", "C"], ["C", "A", "B"], ["C", "A", "B"]].map { $0.map { "\($0).swift" } })
    #expect(try RuleExample(.of([], packages: Array(packages.prefix(2)))).messages("no-duplicate-external").isEmpty)
  }
}
