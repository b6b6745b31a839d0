/// Simple paths (without a repeated vertex), up to the requested number.
package struct SimplePaths: Sendable, Hashable {
  /// Sorted by length, then lexicographically by number. Both ends are included.
  package let paths: [[Int]]
  /// Whether there are no others.
  package let isComplete: Bool
}

extension IndexedGraph {
  /// The number of simple paths from one vertex to another. There is one path from a vertex to itself.
  ///
  /// If there is no cycle between the two, all paths are counted, up to `Int.max`. Around cycles, counting is
  /// #P-complete (Valiant, “The complexity of enumeration and reliability problems”, SIAM J. Comput. 8 (1979)), so that
  /// paths are enumerated.
  /// - Parameters:
  ///   - limit: the maximum number of paths to enumerate.
  ///   - work: the maximum number of edges that the enumeration visits.
  /// - Complexity: O(vertices + edges) without cycles; see `simplePaths` for the others.
  package func simplePathCount(from: Int, to: Int, limit: Int = 1000, work: Int = 50_000_000) -> Tally {
    let graph = edgesBetween(from, to)
    let condensation = graph.condensation
    guard condensation.count == vertexCount else {
      let found = graph.enumerated(from: from, to: to, limit: limit, work: work)
      return Tally(value: found.paths.count, isExact: found.isComplete)
    }
    var counts = [Int](repeating: 0, count: vertexCount)
    for vertex in condensation.vertices {
      counts[vertex] = graph.successors(of: vertex).reduce(vertex == to ? 1 : 0) { $0.addingSaturated(counts[$1]) }
    }
    return Tally(value: counts[from], isExact: counts[from] < .max)
  }

  /// The simple paths from one vertex to another, shortest first.
  ///
  /// Each path that is found divides the remaining ones into sets: those that leave it at its first vertex, at its
  /// second, and so on. The best path of each set is a candidate for the next; sets without a path are never searched.
  /// Yen, “Finding the k shortest loopless paths in a network”, Management Science 17 (1971), divided as by Lawler,
  /// Management Science 18 (1972).
  /// - Parameters:
  ///   - limit: the maximum number of paths to return.
  ///   - work: the maximum number of edges to visit; what was found until then is returned.
  /// - Complexity: O(limit · length · (edges between the two + limit)) in the worst case; without a cycle between the
  ///   two, O(vertices + edges + limit · length · (length + limit)).
  package func simplePaths(from: Int, to: Int, limit: Int, work: Int = 50_000_000) -> SimplePaths {
    edgesBetween(from, to).enumerated(from: from, to: to, limit: limit, work: work)
  }

  /// The edges of all simple paths from one vertex to another, sorted.
  ///
  /// If there is no cycle between the two, they follow from reachability; otherwise the paths are enumerated.
  /// - Parameter limit: the maximum number of paths to enumerate.
  /// - Returns: the edges; the number of enumerated paths, if that was needed; and whether these were all.
  /// - Complexity: O(vertices + edges) without cycles; see `simplePaths` for the others.
  func simplePathEdges(
    from: Int, to: Int, limit: Int, work: Int = 50_000_000
  ) -> (edges: [(from: Int, to: Int)], pathCount: Int, isComplete: Bool) {
    let graph = edgesBetween(from, to)
    guard graph.condensation.count < vertexCount else { return (graph.edges, 0, true) }
    let found = graph.enumerated(from: from, to: to, limit: limit, work: work)
    let ends = Set(found.paths.flatMap { path in zip(path, path.dropFirst()).map { [$0, $1] } })
    return (graph.edges.filter { ends.contains([$0.from, $0.to]) }, found.paths.count, found.isComplete)
  }

  /// The edges that can lie on a simple path, and some that only seem to.
  private func edgesBetween(_ from: Int, _ to: Int) -> IndexedGraph {
    let onward = filteringEdges { $0 != to && $1 != from && $0 != $1 }
    let reached = onward.distances(from: [from])
    let reaching = onward.reversed.distances(from: [to])
    return onward.filteringEdges { reached[$0] != nil && reaching[$1] != nil }
  }

  private func enumerated(from: Int, to: Int, limit: Int, work: Int) -> SimplePaths {
    var search = PathSearch(graph: self, from: from, to: to, work: work)
    var paths: [[Int]] = []
    while paths.count < limit, let path = search.next(wanted: limit - paths.count) { paths.append(path) }
    return SimplePaths(paths: paths, isComplete: search.isExhausted)
  }
}

/// The state of Yen's enumeration.
private struct PathSearch {
  /// The best of the paths that begin like this one up to its vertex `deviation` and continue from there to a vertex
  /// that is not excluded.
  private struct Candidate {
    let path: [Int]
    let deviation: Int
    let excluded: [Int]

    func isAfter(_ other: Candidate) -> Bool {
      path.count == other.path.count ? other.path.lexicographicallyPrecedes(path) : path.count > other.path.count
    }
  }

  private let graph: IndexedGraph
  private let reversed: IndexedGraph
  private let to: Int
  /// The distance of each vertex to the end; greater than all others if it cannot reach the end.
  private let distances: [Int]
  private var isOnPrefix: [Bool]
  /// Sorted, the best one last.
  private var candidates: [Candidate] = []
  private var work: Int
  private var isCutShort = false

  init(graph: IndexedGraph, from: Int, to: Int, work: Int) {
    self.graph = graph
    self.to = to
    self.work = work
    reversed = graph.reversed
    distances = reversed.distances(from: [to]).map { $0 ?? .max }
    isOnPrefix = Array(repeating: false, count: graph.vertexCount)
    guard let path = graph.shortestPath(from: from, to: to) else { return }
    candidates = [Candidate(path: path, deviation: 0, excluded: [])]
  }

  var isExhausted: Bool { candidates.isEmpty && !isCutShort }

  /// - Parameter wanted: how many more paths will be asked for, this one included.
  mutating func next(wanted: Int) -> [Int]? {
    guard work > 0, let best = candidates.popLast() else { return nil }
    divide(best)
    candidates.sort { $0.isAfter($1) }
    // At least one candidate is kept, so that the enumeration is known not to be exhausted.
    candidates.removeFirst(max(0, candidates.count - wanted))
    return best.path
  }

  /// Divides what remains of a candidate's set without its best path into new candidates.
  private mutating func divide(_ candidate: Candidate) {
    let path = candidate.path
    for vertex in path[..<candidate.deviation] { isOnPrefix[vertex] = true }
    for index in candidate.deviation..<(path.count - 1) {
      isOnPrefix[path[index]] = true
      let excluded = (index == candidate.deviation ? candidate.excluded : []) + [path[index + 1]]
      guard graph.successors(of: path[index]).count > excluded.count else { continue }
      guard work > 0 else {
        isCutShort = true
        break
      }
      if let rest = bestRest(from: path[index], excluding: excluded) {
        candidates.append(Candidate(path: path[...index] + rest, deviation: index, excluded: excluded))
      }
    }
    for vertex in path { isOnPrefix[vertex] = false }
  }

  /// The best path from a vertex to the end that avoids the prefix, without that vertex itself.
  private mutating func bestRest(from vertex: Int, excluding excluded: [Int]) -> [Int]? {
    // The best path of all is the best of these, unless it runs through the prefix.
    if let rest = descend(from: vertex, excluding: excluded, by: distances), !rest.contains(where: { isOnPrefix[$0] }) {
      return rest
    }
    return descend(from: vertex, excluding: excluded, by: distancesAroundPrefix())
  }

  /// Follows from each vertex the first of its successors that are nearest to the end.
  private mutating func descend(from vertex: Int, excluding excluded: [Int], by distances: [Int]) -> [Int]? {
    var rest: [Int] = []
    var nearest = Int.max
    for successor in graph.successors(of: vertex) where !isOnPrefix[successor] && !excluded.contains(successor) {
      guard distances[successor] < nearest else { continue }
      nearest = distances[successor]
      rest = [successor]
    }
    guard nearest < .max else { return nil }
    while let last = rest.last, last != to {
      let successors = graph.successors(of: last)
      work -= successors.count
      guard let next = successors.first(where: { distances[$0] == distances[last] - 1 }) else { return nil }
      rest.append(next)
    }
    return rest
  }

  private mutating func distancesAroundPrefix() -> [Int] {
    var distances = [Int](repeating: .max, count: graph.vertexCount)
    distances[to] = 0
    var queue = [to]
    var head = 0
    while head < queue.count {
      let vertex = queue[head]
      head += 1
      let predecessors = reversed.successors(of: vertex)
      work -= predecessors.count
      for predecessor in predecessors where distances[predecessor] == .max && !isOnPrefix[predecessor] {
        distances[predecessor] = distances[vertex] + 1
        queue.append(predecessor)
      }
    }
    return distances
  }
}
