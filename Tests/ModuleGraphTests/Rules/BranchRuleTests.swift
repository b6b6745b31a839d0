import ModuleGraph
import Testing

/// What a branch adds.
@Suite struct BranchRuleTests {
  private func graph(_ modules: KeyValuePairs<String, [String]>, lines: [String: Int] = [:]) -> ModuleGraph {
    .of(modules.map { (id: $0.key, kind: .regular, dependencies: $0.value) }, lines: lines)
  }

  private func check(
    _ before: ModuleGraph, _ after: ModuleGraph, _ values: [String: RuleValues.Value]
  ) throws -> RuleCheck {
    var example = RuleExample(after)
    example.settings.earlier = before
    return try example.check([Rule(id: "r", type: "max-growth", values: RuleValues(values))])
  }

  private let flat: KeyValuePairs<String, [String]> = ["App": ["A", "B"], "A": ["Core"], "B": ["Core"], "Core": []]
  private let high: KeyValuePairs<String, [String]> = [
    "App": ["A", "B"], "A": ["B"], "B": ["Core"], "Core": ["Base"], "Base": [],
  ]

  @Test func `the longest way down may not grow, and may shrink`() throws {
    let grown = try check(graph(flat), graph(high), [:])
    #expect(
      grown.violations.map(\.message) == [
        "the longest dependency chain has 4 steps, 2 more than before; it may not grow"
      ])
    try #require(!grown.violations.isEmpty)
    #expect(grown.violations[0].path.map(\.name) == ["App", "A", "B", "Core", "Base"])
    #expect(grown.violations[0].amount == Violation.Amount(2, limit: 0))
    #expect(try check(graph(flat), graph(high), ["max": .number(2)]).violations.isEmpty)
    let better = try check(graph(high), graph(flat), [:])
    #expect(better.violations.isEmpty)
    #expect(better.improvements.map(\.message) == ["the longest dependency chain has 2 steps, 2 fewer than before"])
    let circle = try check(
      graph(flat), graph(["App": ["A", "B"], "A": ["Core"], "B": ["Core"], "Core": ["App"]]), [:])
    #expect(circle.violations.isEmpty && circle.improvements.isEmpty)
  }

  @Test func `of lines, what several others depend on may not grow`() throws {
    let (before, after) = (["Core": 100, "A": 100], ["Core": 151, "A": 900])
    let values = ["of": RuleValues.Value.choice("lines"), "max": .number(50)]
    let found = try check(graph(flat, lines: before), graph(flat, lines: after), values)
    #expect(found.violations.map(\.message) == ["Core has 151 lines, 51 more than before; the limit is 50"])
    #expect(try check(graph(flat, lines: before), graph(flat, lines: ["Core": 150]), values).violations.isEmpty)
    #expect(try check(graph(flat), graph(flat, lines: after), values).violations.isEmpty)
    let named = try check(
      graph(flat, lines: before), graph(flat, lines: after), values.merging(["modules": .named("A")]) { $1 })
    #expect(named.violations.map(\.message) == ["A has 900 lines, 800 more than before; the limit is 50"])
  }

  @Test func `of dependents, what a change compiles again may not grow`() throws {
    let found = try check(
      graph(flat), graph(["App": ["A", "B", "C"], "A": ["Core"], "B": ["Core"], "C": ["Core"], "Core": []]),
      ["of": .choice("dependents")])
    #expect(
      found.violations.map(\.message)
        == ["a change in Core recompiles 4 other modules, 1 more than before; it may not grow"])
  }

  @Test func `of changes, a module's share of the commits may not grow, unless the history is not known`() throws {
    var example = RuleExample(graph(flat))
    example.settings.earlier = graph(flat)
    let values: [String: RuleValues.Value] = [
      "of": .choice("share-of-changes"), "modules": .named("App"), "max": .number(2),
    ]
    let app = try #require(graph(flat).modules.first { $0.name == "App" }?.id)
    example.settings.changeShares = ChangeShares(before: [app: 31], now: [app: 34])
    #expect(
      try example.messages("max-growth", values) == [
        "App was changed by 34 % of the commits, 3 percentage points more than before; the limit is 2"
      ])
    example.settings.changeShares = ChangeShares(before: [app: 32], now: [app: 34])
    #expect(try example.messages("max-growth", values).isEmpty)
    example.settings.changeShares = nil
    let check = try example.check([Rule(id: "r", type: "max-growth", values: RuleValues(values))])
    #expect(
      check.undecided.map(\.message) == ["the history of App does not reach back half a year in this clone"])
  }

  @Test func `without an earlier state nothing has grown`() throws {
    #expect(try RuleExample(graph(high)).messages("max-growth").isEmpty)
  }

  @Test func `a cycle that shrank is no new one, and none that was mended`() throws {
    let rule = Rule(id: "new-cycle", type: "acyclic")
    func judged(
      _ before: KeyValuePairs<String, [String]>, _ after: KeyValuePairs<String, [String]>
    ) throws -> JudgedCheck {
      let earlier = JudgedCheck(try RuleExample(before).check([rule])).baseline
      return JudgedCheck(try RuleExample(after).check([rule]), known: .earlier(earlier))
    }
    let (three, two): (KeyValuePairs<String, [String]>, KeyValuePairs<String, [String]>) = (
      ["A": ["B"], "B": ["C"], "C": ["A"]], ["A": ["B"], "B": ["A"], "C": ["A"]]
    )
    let shrunk = try judged(three, two)
    #expect(shrunk.counting.isEmpty && shrunk.mended.isEmpty && shrunk.isBranch)
    #expect(try judged(two, three).counting.count == 1)
    #expect(try judged(three, ["A": ["B"], "B": [], "C": []]).mended.count == 1)
  }

  private static let forbidden = Rule(
    id: "b", type: "forbidden", values: RuleValues(["from": .named("A"), "to": .named("B")]))
  private static let rules = [
    Rule(id: "few", type: "max-dependencies", values: RuleValues(["max": .number(2)])),
    Rule(id: "all", type: "max-growth", severity: .info), forbidden, Rule(id: "new-cycle", type: "acyclic"),
  ]

  private func grouped(
    _ before: KeyValuePairs<String, [String]>?, _ after: KeyValuePairs<String, [String]>, _ rules: [Rule] = rules
  ) throws -> [[String]] {
    var example = RuleExample(graph(after))
    example.settings.earlier = before.map { graph($0) }
    let earlier = JudgedCheck(try before.map { try RuleExample(graph($0)).check(rules) } ?? example.check([])).baseline
    let judged = JudgedCheck(try example.check(rules), known: before.map { _ in .earlier(earlier) })
    #expect(judged.grouped.flatMap { $0 }.count == judged.counting.count)
    return judged.grouped.map { $0.map(\.violation.rule) }
  }

  @Test func `what one added dependency causes is one finding, the most severe and most direct first`() throws {
    let before: KeyValuePairs<String, [String]> = ["A": ["C", "D"], "B": ["C"], "C": [], "D": []]
    let edge: KeyValuePairs<String, [String]> = ["A": ["B", "C", "D"], "B": ["C"], "C": [], "D": []]
    #expect(try grouped(before, edge) == [["b", "few", "all"]])
    let cycle: KeyValuePairs<String, [String]> = ["A": ["C", "D", "B"], "B": ["C", "A"], "C": [], "D": []]
    let withBack: KeyValuePairs<String, [String]> = ["A": ["C", "D"], "B": ["C", "A"], "C": [], "D": []]
    #expect(try grouped(withBack, cycle) == [["b", "few", "new-cycle"]])
  }

  @Test func `what takes two added dependencies, or is caused by another one, is a finding of its own`() throws {
    // Without either of the two, there is no cycle.
    #expect(
      try grouped(["A": ["C"], "B": [], "C": []], ["A": ["B", "C"], "B": ["A"], "C": []]) == [["b"], ["new-cycle"]])
    let others: KeyValuePairs<String, [String]> = ["A": ["C"], "B": ["C", "D"], "C": [], "D": [], "E": []]
    #expect(
      try grouped(others, ["A": ["B", "C"], "B": ["C", "D", "E"], "C": [], "D": [], "E": []])
        == [["few"], ["b", "all"]])
  }

  @Test func `without an earlier state, what is about one dependency alone is one finding`() throws {
    let apart = Rule(id: "apart", type: "independent", values: RuleValues(["modules": .named("A", "B", "C")]))
    #expect(
      try grouped(nil, ["A": ["B", "C"], "B": ["C"], "C": []], [apart, Self.forbidden])
        == [["apart", "b"], ["apart"], ["apart"]])
  }

  @Test func `a dependency that makes a chain longer says so in a check for machines, whatever else it breaks`() throws
  {
    var example = RuleExample(graph(high))
    example.settings.earlier = graph(flat)
    let growth = Rule(id: "growth", type: "max-growth", severity: .info)
    #expect(try example.check([Self.forbidden, growth]).violations.map(\.rule) == ["b", "growth"])
    #expect(
      try example.check([growth]).violations.map(\.message) == [
        "the longest dependency chain has 4 steps, 2 more than before"
      ])
  }

  /// Otherwise the same comment would be needed by `check --base`, and refused by `check`.
  @Test func `only the check of a branch finds that a comment on its rules is unused`() throws {
    let comments = ["grown", "height-growth", "new-cycle", "flat"].map { rule in
      IgnoreComment(rule: rule, reason: "why", place: .init(file: "Package.swift", line: 1), excusedLine: 2)
    }
    let check = try RuleExample(graph(flat)).check([
      Rule(id: "grown", type: "max-growth"),
      Rule(id: "flat", type: "max-height", values: RuleValues(["max": .number(9)])),
    ])
    #expect(JudgedCheck(check, comments: comments).unusedComments.map(\.rule) == ["flat"])
    #expect(JudgedCheck(check, known: .earlier(Baseline()), comments: comments).unusedComments == comments)
  }

  @Test func `some rules hold for a branch in any case, unless the configuration states them itself`() {
    let layers = Layers([Layer(name: "app", modules: [Glob("App")])])
    #expect(BranchRules.all(besides: [], layers: Layers()).map(\.id) == ["new-cycle", "height-growth"])
    #expect(BranchRules.all(besides: [], layers: layers).map(\.id) == ["new-cycle", "new-upward", "height-growth"])
    let stated = [Rule(id: "a", type: "acyclic"), Rule(id: "b", type: "layers"), Rule(id: "c", type: "max-growth")]
    #expect(BranchRules.all(besides: stated, layers: layers).isEmpty)
    let packages = Rule(id: "p", type: "acyclic", values: RuleValues(["of": .choice("packages")]))
    #expect(BranchRules.all(besides: [packages], layers: Layers()).map(\.id) == ["new-cycle", "height-growth"])
  }
}
