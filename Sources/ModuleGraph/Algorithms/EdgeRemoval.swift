/// A set of edges whose removal leaves a graph without cycles, reduced as far as possible.
struct EdgeRemoval {
  private(set) var edges: [(from: Int, to: Int)]
  private let graph: IndexedGraph
  private var isRemoved: [Bool]
  /// The edge by which the current search reached each vertex.
  private var arrivals: [Int]
  /// How many more edges may be visited.
  private var work: Int

  /// - Parameters:
  ///   - edges: edges of the graph; without them it has no cycle.
  ///   - work: the maximum number of edges to visit.
  init(_ graph: IndexedGraph, removing edges: [(from: Int, to: Int)], work: Int = 100_000_000) {
    self.graph = graph
    self.edges = edges
    self.work = work
    isRemoved = Array(repeating: false, count: graph.edgeCount)
    arrivals = Array(repeating: -1, count: graph.vertexCount)
    for edge in edges { isRemoved[graph.index(of: edge)] = true }
  }

  /// Puts back each edge that closes no cycle, in the order of the edges.
  /// - Complexity: O(removed edges · edges ÷ 512).
  mutating func restoreSpared() {
    var left = work
    for start in stride(from: 0, to: edges.count, by: BitRow.bitCount) {
      left -= graph.edgeCount
      if left < 0 { break }
      let batch = edges[start..<min(start + BitRow.bitCount, edges.count)]
      for edge in graph.closingNoCycle(batch, without: isRemoved) { isRemoved[graph.index(of: edge)] = false }
    }
    edges = edges.filter { isRemoved[graph.index(of: $0)] }
  }

  /// Whether each removed edge closes a cycle of its own that shares no edge with the others' cycles, so that no
  /// smaller set can break them all. The cycles are chosen greedily, so that the answer may be `false` although the set
  /// is a minimum.
  /// - Complexity: O(removed edges · edges) at worst.
  var isProvedMinimum: Bool {
    var rest = self
    for edge in edges {
      guard rest.work > 0, let path = rest.path(from: edge.to, to: edge.from) else { return false }
      for edge in path { rest.isRemoved[edge] = true }
    }
    return true
  }

  /// The edges of a shortest path among those that are not removed.
  private mutating func path(from: Int, to: Int) -> [Int]? {
    var queue = [from]
    defer { for vertex in queue { arrivals[vertex] = -1 } }
    var origins = [-1]
    var head = 0
    while head < queue.count {
      let vertex = queue[head]
      work -= graph.successors(of: vertex).count
      for edge in graph.starts[vertex]..<graph.starts[vertex + 1] where !isRemoved[edge] {
        let target = graph.targets[edge]
        if target == from || arrivals[target] >= 0 { continue }
        arrivals[target] = edge
        queue.append(target)
        origins.append(head)
        if target == to {
          let places = sequence(first: queue.count - 1) { origins[$0] > 0 ? origins[$0] : nil }
          return places.map { arrivals[queue[$0]] }
        }
      }
      head += 1
    }
    return nil
  }
}

extension IndexedGraph {
  /// Those of some removed edges that close no cycle with the rest, which has none, and the accepted ones before them.
  ///
  /// - Parameters:
  ///   - edges: at most as many as a row has bits.
  ///   - isRemoved: for each edge, by its index in `targets`.
  fileprivate func closingNoCycle(
    _ edges: ArraySlice<(from: Int, to: Int)>, without isRemoved: [Bool]
  ) -> [(from: Int, to: Int)] {
    let rows = rows(reaching: edges.map(\.from), without: isRemoved)
    /// Which of the new edges' sources the target of each new edge reaches.
    var reached = edges.map { rows[$0.to] }
    var found: [(from: Int, to: Int)] = []
    for (column, edge) in edges.enumerated() where !reached[column].contains(column) {
      found.append(edge)
      let row = reached[column]
      for other in reached.indices where reached[other].contains(column) { reached[other] |= row }
    }
    return found
  }

  /// The index in `targets` of an edge that must exist.
  fileprivate func index(of edge: (from: Int, to: Int)) -> Int {
    let successors = successors(of: edge.from)
    return successors.firstIndex(of: edge.to) ?? successors.endIndex
  }
}
