/// An order of a graph's vertices that is made better, vertex by vertex: fewer edges lead back in it.
struct LinearArrangement {
  private(set) var vertices: [Int]
  private var positions: [Int]
  private let graph: IndexedGraph
  private let reversed: IndexedGraph

  /// - Parameter graph: without edges from a vertex to itself.
  init(_ graph: IndexedGraph) {
    self.graph = graph
    reversed = graph.reversed
    vertices = graph.greedyOrder
    positions = Array(repeating: 0, count: vertices.count)
    for (position, vertex) in vertices.enumerated() { positions[vertex] = position }
  }

  /// Moves each vertex to where the fewest of its edges lead back, until no move gains anything.
  /// - Parameter rounds: at most so many times for each vertex.
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

  /// Where a vertex, taken out of the order, would have the fewest edges back; `nil` if it stands as well where it is.
  private func betterPosition(for vertex: Int) -> Int? {
    let current = positions[vertex]
    // A successor that comes to stand before the vertex costs one edge, a predecessor saves one. Mutual edges lead to one
    // position twice; the gain, counted last, is not taken for one by itself. Each is a position and what it does in one
    // number, since numbers are sorted faster than pairs.
    var neighbors = graph.successors(of: vertex).map { positions[$0] * 2 }
    neighbors += reversed.successors(of: vertex).map { positions[$0] * 2 + 1 }
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
    let current = positions[vertex]
    let step = position > current ? 1 : -1
    var place = current
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
