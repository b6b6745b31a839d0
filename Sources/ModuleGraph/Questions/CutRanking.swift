/// Dependencies by how much less a change would recompile without one of them.
///
/// Every change is assumed to recompile what contains it, and everything that depends on that.
package struct CutRanking: Sendable, Hashable {
  package struct Row: Sendable, Hashable {
    /// Indices of nodes.
    package let from: Int
    package let to: Int
    /// The mean share of all known lines that a change recompiles only because of this dependency.
    package let saved: Double
  }

  package let graph: SelectedGraph
  /// The mean share of all known lines that a change recompiles.
  package let share: Double
  /// By decreasing saving, then by the graph's order; without those that save nothing, and without those of executables
  /// and apps, which are there to assemble others.
  package let rows: [Row]
  /// The number of commits that the mean is taken over; `nil` if changes are weighted by the lines of modules.
  package let commits: Int?

  /// - Parameters:
  ///   - graph: the whole graph.
  ///   - commits: the modules that each commit changed; if none of them is in the graph, each module changes as often as
  ///     it has lines.
  /// - Returns: `nil` if no lines are known.
  /// - Complexity: O(different changes · edges · log of the nodes).
  package init?(_ graph: SelectedGraph, commits: [Set<ModuleID>]) {
    let lines = graph.nodes.map { Double($0.lines?.value ?? 0) }
    let all = lines.reduce(0, +)
    guard all > 0 else { return nil }
    let places = graph.placeOfModule
    var weights: [[Int]: Double] = [:]
    for commit in commits {
      let changed = Set(commit.compactMap { places[$0] }).sorted()
      if !changed.isEmpty { weights[changed, default: 0] += 1 }
    }
    self.commits = weights.isEmpty ? nil : Int(weights.values.reduce(0, +))
    if weights.isEmpty { for node in lines.indices where lines[node] > 0 { weights[[node]] = lines[node] } }
    let sum = weights.values.reduce(0, +) * all
    var search = Search(graph.graph, lines)
    // In a fixed order: sums of floating-point numbers depend on it.
    for (changed, weight) in weights.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      search.add(changed, weight: weight / sum)
    }
    self.graph = graph
    share = search.recompiled
    rows = graph.edges.compactMap { edge in
      guard let saved = search.saved[[edge.from, edge.to]], !graph.nodes[edge.from].assembles else { return nil }
      return Row(from: edge.from, to: edge.to, saved: saved)
    }.sorted { ($1.saved, $0.from, $0.to) < ($0.saved, $1.from, $1.to) }
  }

  /// Sums what changes recompile, and what of it depends on a single edge.
  private struct Search {
    private let graph: IndexedGraph
    private let dependents: IndexedGraph
    private let lines: [Double]
    var recompiled = 0.0
    var saved: [[Int]: Double] = [:]

    init(_ graph: IndexedGraph, _ lines: [Double]) {
      (self.graph, self.lines) = (graph, lines)
      dependents = graph.reversed
    }

    /// A node that only one of its dependencies makes recompile is recompiled because of that edge alone, and so is what
    /// it dominates: what can be reached only through it.
    mutating func add(_ changed: [Int], weight: Double) {
      let reached = dependents.distances(from: changed).map { $0 != nil }
      let dominators = dependents.immediateDominators(from: changed)
      var behind = lines
      for node in reached.indices where reached[node] {
        recompiled += weight * lines[node]
        for other in sequence(first: node, next: { dominators[$0] }).dropFirst() { behind[other] += lines[node] }
      }
      let isChanged = Set(changed)
      for node in reached.indices where reached[node] && !isChanged.contains(node) {
        let causes = graph.successors(of: node).filter { cause in
          reached[cause] && !sequence(first: cause, next: { dominators[$0] }).contains(node)
        }
        if causes.count == 1, behind[node] > 0 { saved[[node, causes[0]], default: 0] += weight * behind[node] }
      }
    }
  }
}

extension SelectedGraph.Node {
  fileprivate var assembles: Bool { modules.allSatisfy { $0.kind == .executable || $0.kind == .app } }
}
