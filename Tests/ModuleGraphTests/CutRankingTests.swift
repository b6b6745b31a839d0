import ModuleGraph
import Testing

@Suite struct CutRankingTests {
  /// The mean share of all lines that changes recompile, by walking the graph.
  private func share(_ graph: ModuleGraph, _ commits: [Set<ModuleID>]) -> Double {
    var dependents: [ModuleID: [ModuleID]] = [:]
    for dependency in graph.dependencies { dependents[dependency.to, default: []].append(dependency.from) }
    let lines = Dictionary(uniqueKeysWithValues: graph.modules.map { ($0.id, Double($0.lines ?? 0)) })
    let weighted =
      commits.isEmpty ? graph.modules.map { (Set([$0.id]), lines[$0.id] ?? 0) } : commits.map { ($0, 1) }
    let sums = weighted.map { changed, weight in
      var (reached, rest) = (changed, Array(changed))
      while let next = rest.popLast() {
        for other in dependents[next] ?? [] where reached.insert(other).inserted { rest.append(other) }
      }
      return weight * reached.reduce(0) { $0 + (lines[$1] ?? 0) }
    }
    let all = lines.values.reduce(0, +)
    return sums.reduce(0, +) / weighted.reduce(0) { $0 + $1.1 } / all
  }

  @Test(arguments: 0..<64)
  func `each saving is the difference that the graph without the edge makes`(seed: UInt64) throws {
    let random = RandomGraph(seed: seed)
    var generator = random.generator
    let graph = random.modules
    guard graph.modules.contains(where: { ($0.lines ?? 0) > 0 }) else { return }
    let ids = graph.modules.map(\.id)
    let commits =
      seed % 3 == 0 ? [] : (0..<5).map { _ in Set(generator.shuffled(ids).prefix(1 + generator.below(3))) }
    let ranking = try #require(CutRanking(SelectedGraph(graph), commits: commits))
    #expect(abs(ranking.share - share(graph, commits)) < 1e-9)
    let saved = Dictionary(uniqueKeysWithValues: ranking.rows.map { ([$0.from, $0.to], $0.saved) })
    let nodes = ranking.graph.nodes
    for edge in ranking.graph.edges {
      let rest = graph.dependencies.filter { !edge.dependencies.contains($0) }
      let without = share(ModuleGraph(modules: graph.modules, dependencies: rest), commits)
      let difference = ranking.share - without - (saved[[edge.from, edge.to]] ?? 0)
      #expect(abs(difference) < 1e-9, "\(nodes[edge.from].id) → \(nodes[edge.to].id)")
    }
    #expect(ranking.rows == ranking.rows.sorted { $0.saved > $1.saved || ($0.saved == $1.saved && $0.from < $1.from) })
  }

  @Test func `what assembles others is not cut, and commits count by what they change`() throws {
    let ids = ["App", "Base", "Feed"].map { ModuleID(package: "P", name: $0) }
    let graph = ModuleGraph(
      modules: zip(ids, [Module.Kind.executable, .regular, .regular]).map { Module(id: $0, kind: $1, lines: 100) },
      dependencies: [
        Dependency(from: ids[0], to: ids[2]), Dependency(from: ids[2], to: ids[1]),
      ])
    let ranking = try #require(CutRanking(SelectedGraph(graph), commits: [[ids[1]], [ids[0]], []]))
    #expect(ranking.commits == 2)
    // All three modules after the first commit, one after the second.
    #expect(abs(ranking.share - 2.0 / 3) < 1e-9)
    #expect(ranking.rows.map { [$0.from, $0.to] } == [[2, 1]])
    #expect(CutRanking(SelectedGraph(ModuleGraph(["A": ["B"]])), commits: []) == nil)
  }
}
