/// A cycle, and whether it is known to be a shortest one.
package struct ShortestCycle: Sendable, Hashable {
  /// In order, without repetition. The last vertex leads to the first, which has the least number.
  package let vertices: [Int]
  /// Whether no cycle of the component is shorter; `false` if the search was cut short.
  package let isShortest: Bool
}

extension IndexedGraph {
  /// A shortest cycle within a strongly connected component; among several, the lexicographically first by number.
  /// `nil` if there is none.
  ///
  /// Each cycle is searched for from its least vertex, among greater ones, no farther than the length of the best one
  /// so far.
  /// - Parameters:
  ///   - members: the component's vertices, sorted.
  ///   - work: the maximum number of edges to visit once a cycle is found.
  /// - Complexity: O(members · edges among them) at worst.
  package func shortestCycle(within members: [Int], work: Int = 50_000_000) -> ShortestCycle? {
    let graph = subgraph(of: members)
    var search = CycleSearch(graph: graph)
    if let loop = members.indices.first(where: { graph.hasEdge(from: $0, to: $0) }) {
      return ShortestCycle(vertices: [members[loop]], isShortest: true)
    }
    var best: [Int]?
    for start in members.indices where best?.count != 2 {
      if let best, search.work > work { return ShortestCycle(vertices: best.map { members[$0] }, isShortest: false) }
      best = search.cycle(through: start, least: start, shorterThan: best?.count ?? .max) ?? best
    }
    return best.map { ShortestCycle(vertices: $0.map { members[$0] }, isShortest: true) }
  }

  /// The subgraph of the given vertices, which are renumbered from 0 in their order.
  /// - Parameter members: sorted, without duplicates.
  /// - Complexity: O(vertices + edges of the members).
  func subgraph(of members: [Int]) -> IndexedGraph {
    var numbers = [Int](repeating: -1, count: vertexCount)
    for (number, member) in members.enumerated() { numbers[member] = number }
    var starts = [0]
    var targets: [Int] = []
    for member in members {
      for successor in successors(of: member) where numbers[successor] >= 0 { targets.append(numbers[successor]) }
      starts.append(targets.count)
    }
    return IndexedGraph(starts: starts, targets: targets)
  }
}

private struct CycleSearch {
  private let graph: IndexedGraph
  private let reversed: IndexedGraph
  /// The distance of each vertex to the target; -1 where it is not known.
  private var distances: [Int]
  /// The number of edges visited so far.
  private(set) var work = 0

  init(graph: IndexedGraph) {
    self.graph = graph
    reversed = graph.reversed
    distances = Array(repeating: -1, count: graph.vertexCount)
  }

  /// The first of the shortest cycles through a vertex that contain no vertex below `least`.
  mutating func cycle(through vertex: Int, least: Int, shorterThan length: Int) -> [Int]? {
    let seen = measure(to: vertex, least: least, limit: length - 2)
    defer { for other in seen { distances[other] = -1 } }
    let closing = graph.successors(of: vertex).filter { distances[$0] >= 0 }
    guard var next = closing.min(by: { (distances[$0], $0) < (distances[$1], $1) }) else { return nil }
    var cycle = [vertex]
    while next != vertex {
      cycle.append(next)
      let distance = distances[next] - 1
      guard let closer = graph.successors(of: next).first(where: { distances[$0] == distance }) else { return nil }
      next = closer
    }
    return cycle
  }

  /// Computes the distance to a vertex of all vertices that are no farther than its nearest successor, or the limit.
  /// - Returns: the vertices whose distance is now known.
  private mutating func measure(to vertex: Int, least: Int, limit: Int) -> [Int] {
    var queue = [vertex]
    distances[vertex] = 0
    if graph.hasEdge(from: vertex, to: vertex) { return queue }
    var head = 0
    var limit = limit
    while head < queue.count {
      let next = queue[head]
      head += 1
      let distance = distances[next] + 1
      if distance > limit { break }
      let predecessors = reversed.successors(of: next)
      work += predecessors.count
      for predecessor in predecessors where predecessor >= least && distances[predecessor] < 0 {
        distances[predecessor] = distance
        queue.append(predecessor)
        if graph.hasEdge(from: vertex, to: predecessor) { limit = min(limit, distance) }
      }
    }
    return queue
  }
}
