/// Paths without a repeated vertex, as many as were asked for.
package struct SimplePaths: Sendable, Hashable {
  /// The shorter first; of equal length those first whose vertices come first by number. Both ends are included.
  package let paths: [[Int]]
  /// Whether there are no others.
  package let isComplete: Bool
}

extension IndexedGraph {
  /// How many paths without a repeated vertex lead from one vertex to another. Paths from a vertex to itself: one.
  ///
  /// Where no cycle lies between the two, all are counted, up to `Int.max`. Counting those around cycles is as hard as
  /// can be (Valiant, “The complexity of enumeration and reliability problems”, SIAM J. Comput. 8 (1979)); there they
  /// are enumerated.
  /// - Parameters:
  ///   - limit: how many are enumerated at most.
  ///   - work: how many edges the enumeration looks at, at most.
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

  /// The paths without a repeated vertex from one vertex to another, the shortest first.
  ///
  /// Each path that is found divides what is left into the sets of paths that leave it at its first vertex, its second,
  /// and so on; the best of each set is a candidate to be next. Nothing is searched that holds no path.
  /// Yen, “Finding the k shortest loopless paths in a network”, Management Science 17 (1971), divided as by Lawler,
  /// Management Science 18 (1972).
  /// - Parameters:
  ///   - limit: how many are wanted at most.
  ///   - work: how many edges are looked at, at most; what was found until then is returned.
  /// - Complexity: O(limit · length · (edges between the two + limit)) at worst; where no cycle lies between the two,
  ///   O(vertices + edges + limit · length · (length + limit)).
  package func simplePaths(from: Int, to: Int, limit: Int, work: Int = 50_000_000) -> SimplePaths {
    edgesBetween(from, to).enumerated(from: from, to: to, limit: limit, work: work)
  }

  /// The edges of all paths without a repeated vertex from one vertex to another, sorted.
  ///
  /// Without cycles between the two they follow from what is reached; around cycles the paths are enumerated.
  /// - Parameter limit: how many paths are enumerated at most.
  /// - Returns: the edges; how many paths were enumerated, where that was needed; and whether these were all.
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

  /// The edges that can lie on a path without a repeated vertex, and some that only look as if they did.
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
  /// The best of the paths that begin like this one up to its vertex `deviation` and go on from there to a vertex that
  /// is not excluded.
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
  /// To the end, over all edges; greater than all others where it is not reached.
  private let distances: [Int]
  private var isOnPrefix: [Bool]
  /// The best one last.
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

  /// - Parameter wanted: how many more will be asked for, this one included.
  mutating func next(wanted: Int) -> [Int]? {
    guard work > 0, let best = candidates.popLast() else { return nil }
    divide(best)
    candidates.sort { $0.isAfter($1) }
    // At least one candidate stays, so that the enumeration is known not to be exhausted.
    candidates.removeFirst(max(0, candidates.count - wanted))
    return best.path
  }

  /// Makes candidates of what is left of a candidate's paths without the best.
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

  /// The best way from a vertex to the end that touches no vertex of the prefix, without that vertex itself.
  private mutating func bestRest(from vertex: Int, excluding excluded: [Int]) -> [Int]? {
    // The best way of all is the best of these, unless it leads over the prefix.
    if let rest = descend(from: vertex, excluding: excluded, by: distances), !rest.contains(where: { isOnPrefix[$0] }) {
      return rest
    }
    return descend(from: vertex, excluding: excluded, by: distancesAroundPrefix())
  }

  /// From vertex to vertex, always to the first of the nearest to the end.
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
