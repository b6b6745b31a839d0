/// An order of a graph's vertices that is improved by moving single vertices, so that fewer edges lead backward.
///
/// It is a list with labels that grow along it, so that a move does not touch the vertices in between.
struct LinearArrangement {
  private let graph: IndexedGraph
  private let reversed: IndexedGraph
  /// The vertex after each one, and the one before it. The index after the last vertex is both ends of the list.
  private var following: [Int]
  private var preceding: [Int]
  private var labels: [Int]
  /// The neighbors of one vertex, see ``betterPlace(for:)``; kept, since it is filled for every vertex in each round.
  private var neighbors: [Int] = []

  /// The distance between the labels of neighbors in the list, before vertices are moved between them.
  private static let gap = 1 << 32

  /// - Parameter graph: without edges from a vertex to itself.
  init(_ graph: IndexedGraph) {
    self.graph = graph
    reversed = graph.reversed
    labels = Array(repeating: 0, count: graph.vertexCount)
    following = Array(repeating: graph.vertexCount, count: graph.vertexCount + 1)
    preceding = following
    var last = graph.vertexCount
    for vertex in graph.greedyOrder {
      link(last, vertex)
      last = vertex
    }
    link(last, graph.vertexCount)
    label()
  }

  /// All vertices in their order.
  var vertices: [Int] {
    var vertices: [Int] = []
    vertices.reserveCapacity(labels.count)
    var vertex = following[labels.count]
    while vertex < labels.count {
      vertices.append(vertex)
      vertex = following[vertex]
    }
    return vertices
  }

  private mutating func link(_ vertex: Int, _ next: Int) {
    following[vertex] = next
    preceding[next] = vertex
  }

  private mutating func label() {
    for (place, vertex) in vertices.enumerated() { labels[vertex] = place * Self.gap }
  }

  /// Moves each vertex to where the fewest of its edges lead backward, until no move improves the order.
  /// - Parameter rounds: the maximum number of passes over all vertices.
  /// - Complexity: O(edges · log of the most edges of a vertex) a round; rarely, a move labels all vertices again.
  mutating func improve(rounds: Int = 16) {
    /// Whether neither a vertex nor a neighbor was moved since its place was found to be the best.
    var isSettled = [Bool](repeating: false, count: labels.count)
    for _ in 0..<rounds {
      var isBetter = false
      for vertex in labels.indices where !isSettled[vertex] {
        guard let place = betterPlace(for: vertex) else {
          isSettled[vertex] = true
          continue
        }
        move(vertex, behind: place)
        isBetter = true
        for neighbor in graph.successors(of: vertex) { isSettled[neighbor] = false }
        for neighbor in reversed.successors(of: vertex) { isSettled[neighbor] = false }
      }
      if !isBetter { return }
    }
  }

  /// The neighbor after which a vertex would have the fewest backward edges, or the beginning of the list; `nil` if its
  /// own place is as good.
  private mutating func betterPlace(for vertex: Int) -> Int? {
    let current = labels[vertex]
    // Moving behind a successor costs one edge, moving behind a predecessor saves one. Mutual edges have the same
    // label twice; the gain is counted last, so that it is not taken alone. Label and effect are encoded in one
    // number, since numbers are sorted faster than pairs.
    neighbors.removeAll(keepingCapacity: true)
    for successor in graph.successors(of: vertex) { neighbors.append(labels[successor] << 1) }
    for predecessor in reversed.successors(of: vertex) { neighbors.append(labels[predecessor] << 1 | 1) }
    neighbors.sort()
    var (cost, best, own): (Int, Int, Int?) = (0, 0, nil)
    var place: Int?
    for neighbor in neighbors {
      let label = neighbor >> 1
      if own == nil, label > current { own = cost }
      cost += neighbor & 1 == 0 ? 1 : -1
      guard cost < best else { continue }
      best = cost
      place = label
    }
    guard best < own ?? cost else { return nil }
    // Only passing a predecessor improves a place.
    return reversed.successors(of: vertex).first { labels[$0] == place } ?? labels.count
  }

  private mutating func move(_ vertex: Int, behind place: Int) {
    link(preceding[vertex], following[vertex])
    let next = following[place]
    link(place, vertex)
    link(vertex, next)
    if next == labels.count {
      labels[vertex] = labels[place] + Self.gap
    } else if place == labels.count {
      labels[vertex] = labels[next] - Self.gap
    } else {
      labels[vertex] = labels[place] + (labels[next] - labels[place]) / 2
      if labels[vertex] == labels[place] { label() }
    }
  }
}
