extension IndexedGraph {
  /// An order of the vertices with few backward edges.
  ///
  /// Sinks go to the end, sources to the beginning; if there are neither, the vertex whose out-degree exceeds its
  /// in-degree most goes to the beginning. Eades, Lin and Smyth, Inf. Process. Lett. 47 (1993).
  /// - Complexity: O(vertices + edges).
  var greedyOrder: [Int] {
    var queue = GreedyQueue(graph: self)
    var (beginning, end): ([Int], [Int]) = ([], [])
    while let (vertex, isSink) = queue.removeNext() {
      if isSink { end.append(vertex) } else { beginning.append(vertex) }
    }
    return beginning + end.reversed()
  }
}

/// The vertices without a place yet. Outdated entries in its stacks are skipped when they are popped.
private struct GreedyQueue {
  private let graph: IndexedGraph
  private let reversed: IndexedGraph
  private var outDegrees: [Int]
  private var inDegrees: [Int]
  private var isRemoved: [Bool]
  private var sinks: [Int] = []
  private var sources: [Int] = []
  /// Indexed by out-degree minus in-degree; the first bucket is for an in-degree of the vertex count.
  private var buckets: [[Int]]
  private var highest = 0

  init(graph: IndexedGraph) {
    let reversed = graph.reversed
    self.graph = graph
    self.reversed = reversed
    outDegrees = (0..<graph.vertexCount).map { graph.successors(of: $0).count }
    inDegrees = (0..<graph.vertexCount).map { reversed.successors(of: $0).count }
    isRemoved = Array(repeating: false, count: graph.vertexCount)
    buckets = Array(repeating: [], count: 2 * graph.vertexCount + 1)
    // Of equal ones, the first must be on top.
    for vertex in isRemoved.indices.reversed() { file(vertex) }
  }

  private func bucket(of vertex: Int) -> Int { outDegrees[vertex] - inDegrees[vertex] + graph.vertexCount }

  private mutating func file(_ vertex: Int) {
    if outDegrees[vertex] == 0 { sinks.append(vertex) }
    if inDegrees[vertex] == 0 { sources.append(vertex) }
    let bucket = bucket(of: vertex)
    buckets[bucket].append(vertex)
    highest = Swift.max(highest, bucket)
  }

  mutating func removeNext() -> (vertex: Int, isSink: Bool)? {
    while let sink = sinks.popLast() {
      if !isRemoved[sink] { return remove(sink, isSink: true) }
    }
    while let source = sources.popLast() {
      if !isRemoved[source] { return remove(source, isSink: false) }
    }
    while highest > 0 {
      guard let vertex = buckets[highest].popLast() else {
        highest -= 1
        continue
      }
      if !isRemoved[vertex], bucket(of: vertex) == highest { return remove(vertex, isSink: false) }
    }
    return nil
  }

  private mutating func remove(_ vertex: Int, isSink: Bool) -> (vertex: Int, isSink: Bool) {
    isRemoved[vertex] = true
    for successor in graph.successors(of: vertex) where !isRemoved[successor] {
      inDegrees[successor] -= 1
      file(successor)
    }
    for predecessor in reversed.successors(of: vertex) where !isRemoved[predecessor] {
      outDegrees[predecessor] -= 1
      file(predecessor)
    }
    return (vertex, isSink)
  }
}
