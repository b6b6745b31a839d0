import ModuleGraph
import Testing

/// What holds in random graphs, whatever is asked; a failure names the seed.
@Suite struct RulePropertyTests {
  private func violations(
    _ random: RandomGraph, _ type: String, _ values: [String: RuleValues.Value]
  ) throws -> [Violation] {
    try RuleExample(random.modules).check([Rule(id: "r", type: type, values: RuleValues(values))]).violations
  }

  private func name(_ number: Int) -> String { String("\(1000 + number)".dropFirst()) }

  @Test(arguments: (1...80).map { RandomGraph(seed: $0) })
  func `a transitive rule finds a path wherever one leads, and its steps are dependencies`(random: RandomGraph) throws {
    guard random.vertexCount > 1 else { return }
    let graph = SelectedGraph(random.modules).graph
    let end = random.vertexCount - 1
    for start in 0..<min(end, 12) {
      let found = try violations(
        random, "forbidden",
        ["from": .named(name(start)), "to": .named(name(end)), "transitive": .flag(true)])
      let shortest = graph.shortestPath(from: start, to: end)
      #expect(found.count == (shortest == nil ? 0 : 1))
      guard let path = found.first?.path, !path.isEmpty else { continue }
      let numbers = path.compactMap { Int($0.name) }
      #expect(numbers.count == shortest?.count)
      for (from, to) in zip(numbers, numbers.dropFirst()) { #expect(graph.hasEdge(from: from, to: to)) }
    }
  }

  @Test(arguments: (1...80).map { RandomGraph(seed: $0) })
  func `the violations of today are a baseline that passes, and of which nothing is stale`(random: RandomGraph) throws {
    let rules = [
      Rule(id: "cycles", type: "acyclic"),
      Rule(id: "small", type: "max-lines", values: RuleValues(["max": .number(9)])),
      Rule(id: "wide", type: "max-dependencies", values: RuleValues(["max": .number(1)])),
      Rule(id: "flat", type: "max-height", values: RuleValues(["max": .number(1)])),
    ]
    let check = try RuleExample(random.modules).check(rules)
    let judged = JudgedCheck(check, known: .baseline(Baseline(check.violations)))
    #expect(judged.counting.isEmpty && judged.stale.isEmpty)
    #expect(Set(check.violations.map(\.key)).count == check.violations.count, "two violations have one key")
    #expect(judged.baseline.entries.count == check.violations.count)
  }
}
