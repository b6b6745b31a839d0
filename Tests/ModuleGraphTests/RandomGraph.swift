import ModuleGraph

/// A random graph for property tests; its seed is its name in a failure.
struct RandomGraph: CustomStringConvertible, Sendable {
  let seed: UInt64
  let vertexCount: Int
  let edges: [(from: Int, to: Int)]

  /// - Parameter acyclic: whether every edge leads to a smaller number.
  init(seed: UInt64, acyclic: Bool) {
    var generator = SeededGenerator(seed: seed)
    let vertexCount = 1 + generator.below(24)
    let edgeCount = generator.below(3 * vertexCount)
    self.seed = seed
    self.vertexCount = vertexCount
    edges = (0..<edgeCount).compactMap { _ in
      let (first, second) = (generator.below(vertexCount), generator.below(vertexCount))
      guard acyclic else { return (from: first, to: second) }
      return first == second ? nil : (from: max(first, second), to: min(first, second))
    }
  }

  var indexed: IndexedGraph { IndexedGraph(vertexCount: vertexCount, edges: edges) }
  var description: String { "seed \(seed): \(vertexCount) vertices, \(edges)" }
}

extension IndexedGraph {
  /// What each vertex reaches in one step or more, by Warshall's algorithm: slow, short, and nothing like what it checks.
  var reachability: [[Bool]] {
    var reach = (0..<vertexCount).map { vertex in (0..<vertexCount).map { successors(of: vertex).contains($0) } }
    for middle in 0..<vertexCount {
      for from in 0..<vertexCount where reach[from][middle] {
        for to in 0..<vertexCount where reach[middle][to] { reach[from][to] = true }
      }
    }
    return reach
  }
}
