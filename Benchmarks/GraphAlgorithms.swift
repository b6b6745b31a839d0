import BuildAnalysis
import Foundation
import ModuleGraph
import Platform

/// What do the algorithms cost on the graph of a large company?
struct GraphAlgorithms: Question {
  let name = "graph-algorithms"
  let summary = """
    10,000 modules, 100,000 dependencies (`CompanyGraph`, seed 1): all figures under 0.5 s and 300 MB; the reduction ÷ \
    `tred` at most 0.01; components ÷ networkx's at most 0.33
    """

  func answer(pairs: Int, seed: UInt64) async throws -> [String] {
    let acyclic = CompanyGraph(seed: 1, cycles: 0).graph
    let cyclic = CompanyGraph(seed: 1, cycles: 20).graph
    let deep = IndexedGraph(vertexCount: 1_000_000, edges: (1..<1_000_000).map { (from: $0, to: $0 - 1) })
    return try await [
      Self.figures(acyclic, "without cycles", runs: pairs), Self.figures(cyclic, "with cycles", runs: pairs),
      Self.components(cyclic, pairs: pairs, seed: seed), Self.reduction(acyclic),
      "a chain of 1,000,000: greatest height \(deep.heights.max() ?? 0), longest chain \(deep.longestChain.count)",
    ]
  }

  private static func figures(_ graph: IndexedGraph, _ name: String, runs: Int) -> String {
    let seconds = (0..<max(1, runs)).map { _ in
      elapsed {
        consume(graph.stronglyConnectedComponents.count)
        consume(graph.topologicalOrder.count)
        consume(graph.heights.count)
        consume(graph.transitiveSuccessorCounts.count)
        consume(graph.transitivePredecessorCounts.count)
        consume(graph.transitiveReduction.edgeCount)
      }
    }
    let verdict = (seconds.max() ?? 1) < 0.5 ? "met" : "missed"
    return "\(name): median \(Pairs.text(seconds.median, 4)) s, \(seconds.count) runs, the slowest "
      + "\(Pairs.text(seconds.max(), 4)) s; peak memory \(peakMegabytes()) MB; goal 0.5 s and 300 MB: \(verdict)"
  }

  /// Python is timed by itself, after one call to warm up.
  private static func components(_ graph: IndexedGraph, pairs: Int, seed: UInt64) async throws -> String {
    let edges = try Command.workFolder + "/company-cyclic.txt"
    try text(graph, separator: " ").write(toFile: edges, atomically: true, encoding: .utf8)
    let answer = try await Pairs(
      count: pairs, seed: seed,
      first: { elapsed { consume(graph.stronglyConnectedComponents.count) } },
      second: {
        let words = try await Command(["python3", "-c", script, edges]).run().output
        return Double(words.trimmingCharacters(in: .whitespacesAndNewlines)) ?? .nan
      })
    return "components ÷ networkx: " + answer.line(goal: 0...(1.0 / 3))
  }

  private static let script = """
    import sys, time, networkx as nx
    graph = nx.read_edgelist(sys.argv[1], create_using=nx.DiGraph, nodetype=int)
    list(nx.strongly_connected_components(graph))
    start = time.perf_counter()
    list(nx.strongly_connected_components(graph))
    print(time.perf_counter() - start)
    """

  /// One run of `tred`: it takes minutes.
  private static func reduction(_ graph: IndexedGraph) async throws -> String {
    let file = try Command.workFolder + "/company.dot"
    try ("digraph {\n" + text(graph, separator: " -> ") + "}\n").write(toFile: file, atomically: true, encoding: .utf8)
    let (other, output) = try await Command(["tred", file]).run()
    let edgeCount = output.split(separator: "\n").count { $0.contains("->") }
    let reduced = graph.transitiveReduction
    let own = (0..<5).map { _ in elapsed { consume(graph.transitiveReduction.edgeCount) } }.max() ?? .nan
    let agreement =
      edgeCount == reduced.edgeCount ? "both keep \(edgeCount)" : "keeps \(reduced.edgeCount), not \(edgeCount)"
    return "reduction ÷ tred: ratio \(Pairs.text(own / other, 6)), the slowest of 5 runs and one run; \(agreement); "
      + "\(Pairs.text(own, 4)) s and \(Pairs.text(other, 1)) s; goal at most 0.01: \(own / other <= 0.01 ? "met" : "missed")"
  }

  private static func text(_ graph: IndexedGraph, separator: String) -> String {
    graph.edges.map { "\($0.from)\(separator)\($0.to)\n" }.joined()
  }

  private static func elapsed(_ work: () -> Void) -> Double {
    let start = ContinuousClock.now
    work()
    return start.duration(to: .now) / .seconds(1)
  }

  /// Keeps the compiler from leaving out work whose result nobody reads.
  @inline(never) @_optimize(none)
  private static func consume(_: Int) {}

  /// The most memory that this process has had so far.
  private static func peakMegabytes() -> Int {
    (ResourceUsage.own?.peakBytes ?? 0) >> 20
  }
}

/// A made-up company's modules: forty layers, the lower the more depended upon; nine in ten dependencies lead at most
/// five layers down.
struct CompanyGraph {
  let graph: IndexedGraph

  /// - Parameter cycles: how many dependencies lead up instead.
  init(modules: Int = 10_000, dependencies: Int = 100_000, layers: Int = 40, seed: UInt64, cycles: Int) {
    var generator = SeededGenerator(seed: seed)
    let size = modules / layers
    var pairs = Set<[Int]>()
    while pairs.count < dependencies {
      let from = size + generator.below(modules - size)
      let layer = from / size
      let down = generator.below(10) == 0 ? 1 + generator.below(layer) : 1 + generator.below(min(layer, 5))
      let first = (layer - down) * size
      // The lesser of two, so that a layer's first modules are depended upon the most.
      pairs.insert([from, first + min(generator.below(size), generator.below(size))])
    }
    var edges = pairs.sorted { $0.lexicographicallyPrecedes($1) }.map { (from: $0[0], to: $0[1]) }
    for index in 0..<cycles { edges[index * (edges.count / cycles)] = turned(edges[index * (edges.count / cycles)]) }
    let names = generator.shuffled(Array(0..<modules))
    graph = IndexedGraph(vertexCount: modules, edges: edges.map { (from: names[$0.from], to: names[$0.to]) })
  }
}

private func turned(_ edge: (from: Int, to: Int)) -> (from: Int, to: Int) { (edge.to, edge.from) }
