extension IndexedGraph {
  /// All vertices in topological order: dependents come before what they depend on. The members of a component are
  /// adjacent and sorted.
  /// - Complexity: O(vertices + edges).
  package var topologicalOrder: [Int] {
    let condensation = condensation
    return (0..<condensation.count).reversed().flatMap(condensation.members)
  }

  /// The length of the longest path from each vertex, in edges between components: the members of a cycle share one
  /// height, and a vertex without successors outside its component has height 0.
  /// - Complexity: O(vertices + edges).
  package var heights: [Int] {
    let condensation = condensation
    let graph = condensation.graph
    var heights = [Int](repeating: 0, count: condensation.count)
    for component in 0..<condensation.count {
      for successor in graph.successors(of: component) {
        heights[component] = max(heights[component], heights[successor] + 1)
      }
    }
    return condensation.componentOf.map { heights[$0] }
  }

  /// A longest path from a vertex. Within a cycle all heights are equal, and the path may leave it at any vertex.
  /// - Parameter heights: of all vertices.
  package func wayDown(from start: Int, _ heights: [Int]) -> [Int] {
    Array(
      sequence(first: start) { vertex in successors(of: vertex).first { heights[$0] == heights[vertex] - 1 } })
  }

  /// The length of the longest path from a root to each vertex, in edges between components. A root is a vertex without
  /// predecessors outside its component; it has depth 0.
  /// - Complexity: O(vertices + edges).
  package var depths: [Int] { reversed.heights }
}
