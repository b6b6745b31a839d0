extension IndexedGraph {
  /// The strongly connected components, each sorted. A component comes after all that it reaches.
  /// - Complexity: O(vertices + edges).
  package var stronglyConnectedComponents: [[Int]] {
    let condensation = condensation
    return (0..<condensation.count).map { Array(condensation.members(of: $0)) }
  }

  /// The number of each vertex's component, greater than those of all components that it reaches.
  ///
  /// Tarjan, “Depth-first search and linear graph algorithms”, SIAM J. Comput. 1 (1972), in the form of Pearce, “A
  /// space-efficient algorithm for finding strongly connected components”, Inf. Process. Lett. 116 (2016): a single
  /// rank for each vertex serves as order of discovery, low link and component. It is not recursive, so that deep
  /// graphs need no deep stack.
  var componentNumbers: (numbers: [Int], count: Int) {
    /// 0 before a vertex is visited; then the least rank that it is known to reach; finally `Int.max` minus its
    /// component's number, which no open vertex's rank exceeds.
    var ranks = [Int](repeating: 0, count: vertexCount)
    var path: [(vertex: Int, next: Int, rank: Int)] = []
    /// Vertices that are finished but whose component is still open.
    var waiting: [Int] = []
    var lastRank = 0
    var count = 0
    for root in 0..<vertexCount where ranks[root] == 0 {
      lastRank += 1
      ranks[root] = lastRank
      path.append((root, starts[root], lastRank))
      open: while case (let vertex, var next, let rank)? = path.popLast() {
        var least = ranks[vertex]
        while next < starts[vertex + 1] {
          let successor = targets[next]
          if ranks[successor] == 0 {
            // The edge is visited again when the successor is finished.
            ranks[vertex] = least
            path.append((vertex, next, rank))
            lastRank += 1
            ranks[successor] = lastRank
            path.append((successor, starts[successor], lastRank))
            continue open
          }
          least = Swift.min(least, ranks[successor])
          next += 1
        }
        ranks[vertex] = least
        if least < rank {
          waiting.append(vertex)
          continue
        }
        while let member = waiting.last, ranks[member] >= rank {
          waiting.removeLast()
          ranks[member] = Int.max - count
        }
        ranks[vertex] = Int.max - count
        count += 1
      }
    }
    return (ranks.map { Int.max - $0 }, count)
  }
}
