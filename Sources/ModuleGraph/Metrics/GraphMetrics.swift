/// The figures of a graph as a whole, and of each of its nodes.
package struct GraphMetrics: Sendable, Hashable {
  package let graph: SelectedGraph
  /// In the order of the graph's nodes.
  package let nodes: [NodeMetrics]
  /// Absent where no node's lines were counted.
  package let lines: Int?
  /// A longest way down, from its top; a cycle on the way is one step, and stands there by its first node.
  package let longestChain: [Int]
  /// Edges that a longer path implies, sorted; none of those within cycles.
  package let redundantEdges: [SelectedGraph.Edge]
  /// How many sets of nodes depend on one another.
  package let cycleCount: Int

  /// The steps of the longest way down.
  package var height: Int { nodes.lazy.map(\.height).max() ?? 0 }

  /// Edges ÷ those that there could be; absent for fewer than two nodes.
  package var density: Double? {
    let count = graph.nodes.count
    return count < 2 ? nil : Double(nodes.lazy.map(\.fanOut).reduce(0, +)) / Double(count * (count - 1))
  }

  /// - Complexity: O(nodes · edges ÷ 64 + nodes²).
  package init(_ graph: SelectedGraph) {
    self.graph = graph
    let indexed = graph.graph
    let reversed = indexed.reversed
    let (heights, depths) = (indexed.heights, indexed.depths)
    let (below, above) = (indexed.transitiveSuccessorCounts, reversed.transitiveSuccessorCounts)
    let ownLines = graph.nodes.map(\.lines)
    let counted = ownLines.compactMap { $0 }
    let total = counted.reduce(0, +)
    let recompiled = total > 0 ? reversed.transitiveSuccessorSums(of: ownLines.map { $0 ?? 0 }) : nil
    nodes = graph.nodes.indices.map { node in
      NodeMetrics(
        node: node, sources: graph.nodes[node].sources, lines: ownLines[node],
        fanIn: reversed.successors(of: node).count { $0 != node },
        fanOut: indexed.successors(of: node).count { $0 != node },
        dependencies: below[node], dependents: above[node], height: heights[node], depth: depths[node],
        recompiledShare: recompiled.map { Double($0[node]) / Double(total) })
    }
    lines = counted.isEmpty ? nil : total
    longestChain = indexed.longestChain.map { $0[0] }
    let reduced = indexed.transitiveReduction
    redundantEdges = graph.edges.filter { !reduced.hasEdge(from: $0.from, to: $0.to) }
    cycleCount = indexed.cyclicComponents.count
  }
}
