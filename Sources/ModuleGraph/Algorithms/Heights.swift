extension IndexedGraph {
  /// All vertices, such that every edge between components leads onward: dependents come first, what they depend on
  /// later. The members of a component stand together, sorted.
  /// - Complexity: O(vertices + edges).
  package var topologicalOrder: [Int] {
    let condensation = condensation
    return (0..<condensation.count).reversed().flatMap(condensation.members)
  }

  /// The length of the longest way down from each vertex, in edges between components: the members of a cycle share
  /// one height, and a vertex without successors outside its component has height 0.
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

  /// The length of the longest way from a root down to each vertex, in edges between components; a root is what nothing
  /// outside its component leads to, and has depth 0.
  /// - Complexity: O(vertices + edges).
  package var depths: [Int] { reversed.heights }
}
