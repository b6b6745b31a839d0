extension Why {
  /// The steps of many paths at once.
  package struct Passage: Sendable, Hashable {
    /// Sorted by their ends.
    package let edges: [SelectedGraph.Edge]
    /// Whether it contains all requested paths.
    package let isWhole: Bool
    /// The number of enumerated paths, if not all were.
    package let pathCount: Int
  }

  /// The steps of all shortest paths, or of all paths that pass no node twice.
  ///
  /// If there is no cycle between the two ends, the paths need not be enumerated, however many there are.
  /// - Complexity: O(nodes + edges), and that of `IndexedGraph.simplePaths` if there are cycles.
  package func passage(allPaths: Bool) -> Passage {
    let indexed = indexed
    let found = allPaths ? indexed.simplePathEdges(from: from, to: end, limit: 1000) : nil
    let edges = found?.edges ?? indexed.shortestPathEdges(from: from, to: end)
    return Passage(
      edges: edges.compactMap { graph.edge(from: $0.from, to: $0.to == end ? to : $0.to) }
        .sorted { ($0.from, $0.to) < ($1.from, $1.to) },
      isWhole: found?.isComplete ?? true, pathCount: found?.pathCount ?? 0)
  }
}

extension IndexedGraph {
  /// The edges of all paths with the fewest edges, sorted.
  /// - Complexity: O(vertices + edges).
  func shortestPathEdges(from: Int, to: Int) -> [(from: Int, to: Int)] {
    let (onward, backward) = (distances(from: [from]), reversed.distances(from: [to]))
    guard let length = onward[to] else { return [] }
    return edges.filter { edge in
      guard let before = onward[edge.from], let after = backward[edge.to] else { return false }
      return before + 1 + after == length
    }
  }
}
