/// A feedback arc set: edges whose removal leaves a graph without cycles.
package struct FeedbackEdges: Sendable {
  /// Sorted by their first vertex, then their second. None is superfluous, unless the search was cut short.
  package let edges: [(from: Int, to: Int)]
  /// Whether the set is proved to be of minimum size.
  package let isMinimum: Bool
}

extension IndexedGraph {
  /// A feedback arc set of minimum size, or close to it.
  /// - Complexity: that of each component that holds a cycle.
  package var feedbackEdges: FeedbackEdges {
    let sets = cyclicComponents.map { feedbackEdges(within: $0) }
    return FeedbackEdges(
      edges: sets.flatMap(\.edges).sorted { ($0.from, $0.to) < ($1.from, $1.to) },
      isMinimum: sets.allSatisfy(\.isMinimum))
  }

  /// A feedback arc set of a strongly connected component, of minimum size or close to it.
  ///
  /// An order of the vertices represents the set of edges that lead backward in it. Up to `FeedbackEdges.exactLimit`
  /// vertices, the best order is found by dynamic programming over sets of vertices (Lawler, “A comment on minimum
  /// feedback arc sets”, IEEE Trans. Circuit Theory 11 (1964)); above, the greedy order of Eades, Lin and Smyth (“A
  /// fast and effective heuristic for the feedback arc set problem”, Inf. Process. Lett. 47 (1993)) is improved by
  /// moving single vertices. If there are as many edge-disjoint cycles, even that set is proved to be a minimum.
  /// Self-loops are in every set.
  /// - Parameter members: the component's vertices, sorted.
  /// - Complexity: O(2ⁿ · n) for n up to the limit; above, O(n² + edges · log edges) a round of moves, at most 16 rounds.
  package func feedbackEdges(within members: [Int]) -> FeedbackEdges {
    let component = subgraph(of: members)
    let loops = members.indices.filter { component.hasEdge(from: $0, to: $0) }.map { (from: $0, to: $0) }
    let graph = component.filteringEdges { $0 != $1 }
    var edges: [(from: Int, to: Int)]
    var isMinimum = true
    if members.count <= FeedbackEdges.exactLimit {
      edges = graph.edges(against: graph.bestOrder)
    } else {
      var order = LinearArrangement(graph)
      order.improve()
      var removal = EdgeRemoval(graph, removing: graph.edges(against: order.vertices))
      removal.restoreSpared()
      isMinimum = removal.isProvedMinimum
      edges = removal.edges
    }
    edges = (loops + edges).sorted { ($0.from, $0.to) < ($1.from, $1.to) }
    return FeedbackEdges(edges: edges.map { (members[$0.from], members[$0.to]) }, isMinimum: isMinimum)
  }

  private func edges(against order: [Int]) -> [(from: Int, to: Int)] {
    var positions = [Int](repeating: 0, count: vertexCount)
    for (position, vertex) in order.enumerated() { positions[vertex] = position }
    return edges.filter { positions[$0.from] > positions[$0.to] }
  }
}

extension FeedbackEdges {
  /// The largest component whose minimum is found by trying all sets of vertices: a million for 20.
  package static let exactLimit = 20
}

extension IndexedGraph {
  /// The order with the fewest backward edges, for at most 20 vertices without self-loops.
  fileprivate var bestOrder: [Int] {
    let masks = (0..<vertexCount).map { successors(of: $0).reduce(UInt32(0)) { $0 | 1 << UInt32($1) } }
    /// For each set of vertices, the minimum number of backward edges among them.
    var costs = [UInt16](repeating: 0, count: 1 << vertexCount)
    func cost(of set: Int, last vertex: Int) -> UInt16 {
      let rest = set & ~(1 << vertex)
      return costs[rest] + UInt16((masks[vertex] & UInt32(rest)).nonzeroBitCount)
    }
    for set in costs.indices.dropFirst() {
      var least = UInt16.max
      var left = set
      while left != 0 {
        least = min(least, cost(of: set, last: left.trailingZeroBitCount))
        left &= left - 1
      }
      costs[set] = least
    }
    var set = costs.count - 1
    var order: [Int] = []
    while let last = (0..<vertexCount).last(where: { set & 1 << $0 != 0 && cost(of: set, last: $0) == costs[set] }) {
      order.append(last)
      set &= ~(1 << last)
    }
    return order.reversed()
  }
}
