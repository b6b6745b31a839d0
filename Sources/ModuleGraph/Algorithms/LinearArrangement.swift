/// An order of a graph's vertices that is improved by moving single vertices, so that fewer edges lead backward.
struct LinearArrangement {
  private(set) var vertices: [Int]
  private var positions: [Int]
  private let graph: IndexedGraph
  private let reversed: IndexedGraph
  /// The neighbors of one vertex, see ``betterPosition(for:)``; kept, since it is filled for every vertex in each round.
  private var neighbors: [Int] = []

  /// - Parameter graph: without edges from a vertex to itself.
  init(_ graph: IndexedGraph) {
    self.graph = graph
    reversed = graph.reversed
    vertices = graph.greedyOrder
    positions = Array(repeating: 0, count: vertices.count)
    for (position, vertex) in vertices.enumerated() { positions[vertex] = position }
  }

  /// Moves each vertex to where the fewest of its edges lead backward, until no move improves the order.
  /// - Parameter rounds: the maximum number of passes over all vertices.
  /// - Complexity: O(vertices² + edges · log of the most edges of a vertex) a round.
  mutating func improve(rounds: Int = 16) {
    for _ in 0..<rounds {
      var isBetter = false
      for vertex in vertices.indices {
        guard let position = betterPosition(for: vertex) else { continue }
        move(vertex, to: position)
        isBetter = true
      }
      if !isBetter { return }
    }
  }

  /// The position at which a vertex would have the fewest backward edges; `nil` if its own is as good.
  private mutating func betterPosition(for vertex: Int) -> Int? {
    let current = positions[vertex]
    // Moving behind a successor costs one edge, moving behind a predecessor saves one. Mutual edges have the same
    // position twice; the gain is counted last, so that it is not taken alone. Position and effect are encoded in one
    // number, since numbers are sorted faster than pairs.
    neighbors.removeAll(keepingCapacity: true)
    for successor in graph.successors(of: vertex) { neighbors.append(positions[successor] * 2) }
    for predecessor in reversed.successors(of: vertex) { neighbors.append(positions[predecessor] * 2 + 1) }
    neighbors.sort()
    var (cost, best, own): (Int, Int, Int?) = (0, 0, nil)
    var position: Int?
    for neighbor in neighbors {
      let place = neighbor / 2
      if own == nil, place > current { own = cost }
      cost += neighbor % 2 == 0 ? 1 : -1
      guard cost < best else { continue }
      best = cost
      position = place + (place < current ? 1 : 0)
    }
    guard best < own ?? cost else { return nil }
    return position ?? 0
  }

  private mutating func move(_ vertex: Int, to position: Int) {
    Self.move(vertex, to: position, in: &vertices, &positions)
  }

  /// In buffers, since a move shifts all vertices in between, and so is most of the work in large graphs.
  private static func move(_ vertex: Int, to position: Int, in vertices: inout [Int], _ positions: inout [Int]) {
    vertices.withUnsafeMutableBufferPointer { vertices in
      positions.withUnsafeMutableBufferPointer { positions in
        var place = positions[vertex]
        let step = position > place ? 1 : -1
        while place != position {
          let next = vertices[place + step]
          vertices[place] = next
          positions[next] = place
          place += step
        }
        vertices[position] = vertex
        positions[vertex] = position
      }
    }
  }
}
