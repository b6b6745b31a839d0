/// The strongly connected components of a graph, and the acyclic graph of the edges between them.
package struct Condensation: Sendable, Hashable {
  /// The number of each vertex's component.
  package let componentOf: [Int]
  /// The edges between components. Each leads to a smaller number, so that in ascending order every component comes
  /// after all that it depends on.
  package let graph: IndexedGraph
  /// The vertices, sorted by component and then by number.
  let vertices: [Int]
  /// The index in `vertices` at which each component's members begin, and the end of the last: one more than there are
  /// components.
  let starts: [Int]

  /// The number of components.
  package var count: Int { graph.vertexCount }

  /// Sorted.
  package func members(of component: Int) -> ArraySlice<Int> {
    vertices[starts[component]..<starts[component + 1]]
  }

  /// - Complexity: O(vertices + edges).
  init(_ graph: IndexedGraph) {
    let (componentOf, count) = graph.componentNumbers
    var ends = [Int](repeating: 0, count: count + 1)
    for component in componentOf { ends[component + 1] += 1 }
    for component in 0..<count { ends[component + 1] += ends[component] }
    starts = ends
    var vertices = [Int](repeating: 0, count: graph.vertexCount)
    for (vertex, component) in componentOf.enumerated() {
      vertices[ends[component]] = vertex
      ends[component] += 1
    }
    var between: [(from: Int, to: Int)] = []
    between.reserveCapacity(graph.edgeCount)
    for vertex in 0..<graph.vertexCount {
      for target in graph.successors(of: vertex) where componentOf[target] != componentOf[vertex] {
        between.append((componentOf[vertex], componentOf[target]))
      }
    }
    self.vertices = vertices
    self.componentOf = componentOf
    self.graph = IndexedGraph(vertexCount: count, edges: between)
  }
}

extension IndexedGraph {
  /// The strongly connected components, and the acyclic graph of the edges between them.
  /// - Complexity: O(vertices + edges).
  package var condensation: Condensation { Condensation(self) }

  /// The components that contain a cycle: those with several vertices, and vertices with an edge to themselves. Each is
  /// sorted, and they are sorted by their first vertex.
  /// - Complexity: O(vertices + edges), and the sorting of the result.
  package var cyclicComponents: [[Int]] {
    stronglyConnectedComponents.filter { $0.count > 1 || hasEdge(from: $0[0], to: $0[0]) }.sorted { $0[0] < $1[0] }
  }
}
