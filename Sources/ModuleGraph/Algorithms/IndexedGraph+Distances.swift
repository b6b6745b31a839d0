extension IndexedGraph {
  /// The number of edges of the shortest path from any of the given vertices to each vertex; `nil` if there is no path.
  /// - Complexity: O(vertices + edges). Breadth-first search.
  package func distances(from sources: some Sequence<Int>) -> [Int?] {
    var distances = [Int?](repeating: nil, count: vertexCount)
    for (distance, level) in levels(from: sources).enumerated() {
      for vertex in level { distances[vertex] = distance }
    }
    return distances
  }

  /// The vertices that can be reached from any of the given ones, grouped by the length of the shortest path: the given
  /// ones, their successors, and so on. Each level is sorted.
  /// - Complexity: O(vertices + edges), and the sorting of the levels. Breadth-first search.
  package func levels(from sources: some Sequence<Int>) -> [[Int]] {
    var isReached = [Bool](repeating: false, count: vertexCount)
    var levels: [[Int]] = []
    var level: [Int] = []
    for source in sources where !isReached[source] {
      isReached[source] = true
      level.append(source)
    }
    while !level.isEmpty {
      levels.append(level.sorted())
      var next: [Int] = []
      for vertex in level {
        for successor in successors(of: vertex) where !isReached[successor] {
          isReached[successor] = true
          next.append(successor)
        }
      }
      level = next
    }
    return levels
  }
}
