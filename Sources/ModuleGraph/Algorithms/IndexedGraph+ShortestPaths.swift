extension IndexedGraph {
  /// A path with the fewest edges, both ends included; among several, the lexicographically first by number. `nil` if
  /// there is none. The path from a vertex to itself is that vertex alone.
  /// - Complexity: O(vertices + edges). Breadth-first search from the end.
  package func shortestPath(from: Int, to: Int) -> [Int]? {
    let distances = reversed.distances(from: [to])
    guard var distance = distances[from] else { return nil }
    var path = [from]
    while distance > 0, let next = successors(of: path[path.count - 1]).first(where: { distances[$0] == distance - 1 })
    {
      path.append(next)
      distance -= 1
    }
    return path
  }

  /// The number of paths with the fewest edges: 0 if there is none, `Int.max` if there are more than that.
  /// - Complexity: O(vertices + edges).
  package func shortestPathCount(from: Int, to: Int) -> Int {
    var counts = [Int](repeating: 0, count: vertexCount)
    var previous: [Int] = []
    for level in reversed.levels(from: [to]) {
      // Only the level before has counts, so that edges to other levels add nothing.
      let sums = level.map { successors(of: $0).reduce($0 == to ? 1 : 0) { $0.addingSaturated(counts[$1]) } }
      for vertex in previous { counts[vertex] = 0 }
      for (vertex, sum) in zip(level, sums) { counts[vertex] = sum }
      if counts[from] > 0 { return counts[from] }
      previous = level
    }
    return 0
  }
}

extension Int {
  /// The sum, saturated at the greatest number.
  func addingSaturated(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
