/// The cycles of a graph, one entry for each set of nodes that depend on one another.
package struct Cycles: Sendable, Hashable {
  package struct Component: Sendable, Hashable {
    /// Nodes that all depend on one another, or one that depends on itself; sorted.
    package let nodes: [Int]
    /// A shortest cycle among them, beginning with its least node, which is not repeated at the end.
    package let shortest: [Int]
    /// Whether the cycle is known to be a shortest one.
    package let isShortest: Bool
    /// A small set of edges whose removal leaves no cycle among the nodes, sorted.
    package let breaking: [SelectedGraph.Edge]
    /// Whether the set is known to be of minimum size.
    package let isFewest: Bool

    /// The edges of the shortest cycle, in its order.
    package func steps(in graph: SelectedGraph) -> [SelectedGraph.Edge] {
      zip(shortest, shortest.dropFirst() + shortest.prefix(1)).compactMap { graph.edge(from: $0, to: $1) }
    }
  }

  package let graph: SelectedGraph
  /// Sorted by their first node.
  package let components: [Component]

  /// - Complexity: O(nodes + edges), and for each component that of `IndexedGraph.shortestCycle(within:)` and
  ///   `feedbackEdges(within:)`.
  package init(_ graph: SelectedGraph) {
    self.graph = graph
    let indexed = graph.graph
    components = indexed.cyclicComponents.map { members in
      let breaking = indexed.feedbackEdges(within: members)
      let shortest = indexed.shortestCycle(within: members)
      return Component(
        nodes: members, shortest: shortest?.vertices ?? [], isShortest: shortest?.isShortest ?? false,
        breaking: breaking.edges.compactMap { graph.edge(from: $0.from, to: $0.to) }, isFewest: breaking.isMinimum)
    }
  }
}
