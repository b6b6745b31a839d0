import ModuleGraph
import Testing

@Suite struct BaselineTests {
  private let apart = Rule(id: "apart", type: "independent", values: RuleValues(["modules": .named("*F")]))
  private let small = Rule(
    id: "small", type: "max-dependencies", severity: .warning, values: RuleValues(["max": .number(1)]))

  private func check(_ adjacency: KeyValuePairs<String, [String]>) throws -> RuleCheck {
    try RuleExample(adjacency).check([apart, small])
  }
  @Test func `the violations of one state that the other lacks are those that it brings`() throws {
    let (before, after) = (try check(["AF": ["BF"], "BF": []]), try check(["AF": ["BF"], "BF": ["CF"], "CF": []]))
    #expect(after.violations(missingIn: before).count == after.violations.count - before.violations.count)
    #expect(!after.violations(missingIn: before).isEmpty && before.violations(missingIn: after).isEmpty)
  }

  private let today: KeyValuePairs<String, [String]> = ["AF": ["BF", "Core"], "BF": [], "Core": []]

  @Test func `known violations pass, new ones fail`() throws {
    let known = Baseline(try check(today).violations)
    let judged = JudgedCheck(try check(today), known: .baseline(known))
    #expect(judged.counting.isEmpty && judged.stale.isEmpty && !judged.fails(at: .info))
    let later = JudgedCheck(try check(["AF": ["BF", "Core"], "BF": ["AF"], "Core": []]), known: .baseline(known))
    #expect(later.counting.map(\.violation.message) == ["BF depends on AF"])
    #expect(later.fails(at: .error))
  }

  @Test func `an entry that no longer occurs is stale, and fails`() throws {
    let known = Baseline(try check(today).violations)
    let judged = JudgedCheck(try check(["AF": ["BF"], "BF": [], "Core": []]), known: .baseline(known))
    #expect(judged.stale.map(\.key.rule) == ["small"])
    #expect(judged.fails(at: .error))
    #expect(
      !JudgedCheck(try RuleExample(today).check([apart]), known: .baseline(known), isWhole: false).fails(at: .info))
  }

  @Test func `what is gone since an earlier state was mended, and fails nothing`() throws {
    let known = Baseline(try check(today).violations)
    let judged = JudgedCheck(try check(["AF": ["BF"], "BF": [], "Core": []]), known: .earlier(known))
    #expect(judged.mended.map(\.key.rule) == ["small"])
    #expect(judged.stale.isEmpty && !judged.fails(at: .info))
  }

  @Test func `a figure may fall and not rise`() throws {
    let known = Baseline(try check(today).violations)
    let more = JudgedCheck(
      try check(["AF": ["BF", "Core", "More"], "BF": [], "Core": [], "More": []]), known: .baseline(known))
    #expect(more.counting.map(\.standing) == [.grown(from: 2)])
    #expect(!more.fails(at: .error) && more.fails(at: .warning))
    #expect(known.exceeded(by: more.baseline) == ["small"])
    #expect(more.baseline.exceeded(by: known).isEmpty)
  }

  @Test func `a figure that has fallen is said, and pruning keeps it from rising again`() throws {
    let known = Baseline([Baseline.Entry(.init(rule: "small", subject: ["P/AF"]), amount: 5)])
    let check = try RuleExample(
      ModuleGraph.of([("AF", .regular, ["B", "C"]), ("B", .regular, []), ("C", .regular, [])])
    )
    .check([small])
    let judged = JudgedCheck(check, known: .baseline(known))
    #expect(judged.fallen.map(\.before) == [5] && judged.counting.isEmpty && !judged.fails(at: .info))
    let pruned = known.pruned(by: judged.baseline)
    #expect(pruned.entries.map(\.amount) == [2])
    #expect(JudgedCheck(check, known: .baseline(pruned)).fallen.isEmpty)
  }

  @Test func `a baseline knows more of a rule only if that rule was known`() {
    func baseline(_ rules: String...) -> Baseline {
      Baseline(rules.enumerated().map { Baseline.Entry(.init(rule: $1, subject: ["\($0)"])) })
    }
    #expect(baseline("a", "a").exceeded(by: baseline("a", "b", "b")).isEmpty)
    #expect(baseline("a").exceeded(by: baseline("a", "a")) == ["a"])
  }

  @Test func `a comment with a reason excuses the violation on its line, one without effect fails`() throws {
    let graph = ModuleGraph.of([("AF", .regular, ["BF"]), ("BF", .regular, [])])
    func comment(_ rule: String, _ reason: String?, line: Int) -> IgnoreComment {
      IgnoreComment(
        rule: rule, reason: reason, place: .init(file: "Package.swift", line: line), excusedLine: line + 1)
    }
    let check = try RuleExample(graph).check([apart])
    let excused = JudgedCheck(check, comments: [comment("apart", "until May", line: 9)])
    #expect(excused.findings.map(\.standing) == [.excused(reason: "until May")])
    #expect(!excused.fails(at: .info) && excused.baseline.entries.isEmpty)
    for useless in [comment("apart", nil, line: 9), comment("apart", "x", line: 3), comment("other", "x", line: 9)] {
      let judged = JudgedCheck(check, comments: [useless])
      #expect(judged.unusedComments == [useless] && judged.counting.count == 1)
    }
  }
}
