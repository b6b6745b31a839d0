/// A cycle, and whether none is shorter.
package struct ShortestCycle: Sendable, Hashable {
  /// In order, each once; the last one leads to the first, which has the least number.
  package let vertices: [Int]
  /// Whether it is known that none of the component is shorter: not where the search was cut short.
  package let isShortest: Bool
}

extension IndexedGraph {
  /// A cycle with the fewest edges among those through a vertex, from that vertex on; of several the one whose vertices
  /// come first by number. `nil` if there is none.
  /// - Complexity: O(vertices + edges). Breadth-first search from the end.
  package func shortestCycle(through vertex: Int) -> [Int]? {
    var search = CycleSearch(graph: self)
    return search.cycle(through: vertex, least: 0, shorterThan: .max)
  }

  /// A cycle with the fewest edges within a strongly connected component; of several the one whose vertices come first
  /// by number. `nil` if there is none.
  ///
  /// Each cycle is looked for from its least vertex, among greater ones, and no farther than the best one's length.
  /// - Parameters:
  ///   - members: the component's vertices, sorted.
  ///   - work: how many edges are looked at, at most, once a cycle is found.
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

  /// The given vertices, numbered anew from 0 in their order, and the edges among them.
  /// - Parameter members: sorted, each once.
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
  /// How far each vertex is from the one that is searched for; -1 where that is not known.
  private var distances: [Int]
  /// How many edges were looked at so far.
  private(set) var work = 0

  init(graph: IndexedGraph) {
    self.graph = graph
    reversed = graph.reversed
    distances = Array(repeating: -1, count: graph.vertexCount)
  }

  /// The first of the shortest cycles through a vertex that hold no lesser vertices than `least`.
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

  /// Finds the distances to a vertex of all vertices that are no farther than its nearest successor, or the limit.
  /// - Returns: those whose distance is known now.
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
