/// Why one node depends on another: the paths between them.
package struct Why: Sendable, Hashable {
  package let graph: SelectedGraph
  package let from: Int
  /// The same as `from` if the question is about cycles through it.
  package let to: Int
  /// The nodes of each path, both ends included: the shortest first, then in the order of their ids. Only the first
  /// unless more were requested; none if `from` does not depend on `to`.
  package let paths: [[Int]]
  /// The number of paths as short as the first.
  package let shortestCount: Tally
  /// The number of paths. None passes a node twice.
  package let count: Tally
  /// The nodes on every path except its ends, in the paths' order.
  package let onEveryPath: [Int]
  /// The number of steps from `to` to `from`, if there is no path in the requested direction.
  package let stepsBack: Int?

  /// - Parameters:
  ///   - limit: the maximum number of paths; only the first if absent.
  /// - Complexity: O(nodes + edges), and that of `IndexedGraph.simplePaths`.
  package init(_ from: Int, to: Int, in graph: SelectedGraph, limit: Int? = nil) {
    self.graph = graph
    self.from = from
    self.to = to
    // A cycle through a node is a path from it to a second self, where all that leads to it ends.
    let end = from == to ? graph.nodes.count : to
    let indexed = from == to ? graph.graph.redirecting(from, to: end) : graph.graph
    let found =
      limit.map { indexed.simplePaths(from: from, to: end, limit: $0).paths }
      ?? indexed.shortestPath(from: from, to: end).map { [$0] } ?? []
    paths = found.map { path in path.map { $0 == end ? to : $0 } }
    let shortest = indexed.shortestPathCount(from: from, to: end)
    shortestCount = Tally(value: shortest, isExact: shortest < .max)
    count = indexed.simplePathCount(from: from, to: end, limit: max(limit ?? 0, 1000))
    let dominators = indexed.immediateDominators(from: [from])
    onEveryPath = sequence(first: end) { dominators[$0] }.dropFirst().filter { $0 != from }.reversed()
    stepsBack = found.isEmpty && from != to ? graph.graph.shortestPath(from: to, to: from).map { $0.count - 1 } : nil
  }

  /// The edges of the paths, each once, sorted by their ends.
  package var steps: [SelectedGraph.Edge] {
    let ends = Set(paths.flatMap { path in zip(path, path.dropFirst()).map { [$0, $1] } })
    return ends.sorted { $0.lexicographicallyPrecedes($1) }.compactMap { graph.edge(from: $0[0], to: $0[1]) }
  }
}

extension Why {
  /// The graph to search for paths, and the vertex where they end.
  var indexed: IndexedGraph { from == to ? graph.graph.redirecting(from, to: end) : graph.graph }
  var end: Int { from == to ? graph.nodes.count : to }
}

extension IndexedGraph {
  /// The graph with all edges to a vertex leading to a new one instead, whose number is the vertex count.
  fileprivate func redirecting(_ vertex: Int, to end: Int) -> IndexedGraph {
    IndexedGraph(vertexCount: end + 1, edges: edges.lazy.map { ($0.from, $0.to == vertex ? end : $0.to) })
  }
}
