extension IndexedGraph {
  /// The number of vertices that each one reaches, directly or not, without itself.
  /// - Complexity: O(vertices · edges of the reduction ÷ 64) time, O(vertices + edges) memory.
  package var transitiveSuccessorCounts: [Int] {
    let condensation = condensation
    let reachability = Reachability(condensation)
    return condensation.componentOf.map { reachability.counts[$0] - 1 }
  }

  /// The number of vertices that reach each one, directly or not, without itself.
  /// - Complexity: O(vertices · edges of the reduction ÷ 64) time, O(vertices + edges) memory.
  package var transitivePredecessorCounts: [Int] { reversed.transitiveSuccessorCounts }

  /// The sum of a value over each vertex and all vertices that it reaches, each counted once.
  /// - Parameter values: one for each vertex.
  /// - Complexity: O(vertices · edges of the reduction ÷ 64 + vertices²) time, O(vertices + edges) memory.
  package func transitiveSuccessorSums(of values: [Int]) -> [Int] {
    let condensation = condensation
    let reachability = Reachability(condensation, values: values)
    return condensation.componentOf.map { reachability.sums[$0] }
  }

  /// The transitive reduction: the graph without edges that a longer path implies. Reachability stays the same.
  ///
  /// All edges within a cycle are kept, since which of them are redundant is ambiguous. Between components, an edge is
  /// removed if another path connects them. Aho, Garey and Ullman, “The transitive reduction of a directed graph”, SIAM
  /// J. Comput. 1 (1972).
  /// - Complexity: O(vertices · edges of the reduction ÷ 64) time, O(vertices + edges) memory.
  package var transitiveReduction: IndexedGraph {
    let condensation = condensation
    let reachability = Reachability(condensation)
    var isKept = [Bool](repeating: false, count: edgeCount)
    /// The last component that each one is known to be an immediate successor of.
    var dependent = [Int](repeating: -1, count: condensation.count)
    for component in 0..<condensation.count {
      dependent[component] = component
      for successor in reachability.immediateSuccessors(of: component) { dependent[successor] = component }
      for vertex in condensation.members(of: component) {
        for edge in starts[vertex]..<starts[vertex + 1] {
          isKept[edge] = dependent[condensation.componentOf[targets[edge]]] == component
        }
      }
    }
    var edge = -1
    return filteringEdges { _, _ in
      edge += 1
      return isKept[edge]
    }
  }
}

/// What the components of a graph reach, computed with a bit matrix of a row each.
///
/// The columns are the vertices in the components' order. Only one block of columns is in memory at a time, 64 bytes
/// for each component, which fits into the processor's cache. Blocks are processed from the last to the first, so that
/// before a block is processed, it is known which edges to components in later blocks are redundant, and only the
/// others are followed.
private struct Reachability {
  /// The number of vertices that each component reaches, its own members included.
  private(set) var counts: [Int]
  /// The sums of these vertices' values; empty without values.
  private(set) var sums: [Int]
  /// The successors that no longer path leads to, in descending order; `keptCounts` says how many of each row there
  /// are.
  private var kept: [Int]
  private var keptCounts: [Int]
  private let graph: IndexedGraph

  func immediateSuccessors(of component: Int) -> ArraySlice<Int> {
    let start = graph.starts[component]
    return kept[start..<(start + keptCounts[component])]
  }

  /// - Parameter values: one for each vertex, to be summed.
  init(_ condensation: Condensation, values: [Int]? = nil) {
    graph = condensation.graph
    counts = Array(repeating: 0, count: graph.vertexCount)
    sums = counts
    keptCounts = counts
    kept = Array(repeating: 0, count: graph.edgeCount)
    /// How many of each component's successors, from the first, are still to be decided.
    var openCounts = (0..<graph.vertexCount).map { graph.starts[$0 + 1] - graph.starts[$0] }
    var rows = [BitRow](repeating: .zero, count: graph.vertexCount)
    let columnCount = condensation.vertices.count
    for start in stride(from: 0, to: columnCount, by: BitRow.bitCount).reversed() {
      let columns = start..<min(start + BitRow.bitCount, columnCount)
      fill(&rows, columns: columns, of: condensation, &openCounts)
      guard let values else { continue }
      let inBlock = condensation.vertices[columns].map { values[$0] }
      for (component, row) in rows.enumerated() { sums[component] += row.sum(of: inBlock) }
    }
  }

  private mutating func fill(
    _ rows: inout [BitRow], columns: Range<Int>, of condensation: Condensation, _ openCounts: inout [Int]
  ) {
    // A component reaches none with a greater number, so that no earlier one has a bit in this block.
    let first = condensation.componentOf[condensation.vertices[columns.lowerBound]]
    for component in first..<graph.vertexCount {
      var row = BitRow.zero
      let own = condensation.starts[component]..<condensation.starts[component + 1]
      for column in own.clamped(to: columns) { row.insert(column - columns.lowerBound) }
      let start = graph.starts[component]
      for index in start..<(start + keptCounts[component]) { row |= rows[kept[index]] }
      while openCounts[component] > 0 {
        let successor = graph.targets[start + openCounts[component] - 1]
        let column = condensation.starts[successor + 1] - 1 - columns.lowerBound
        if column < 0 { break }
        openCounts[component] -= 1
        // Any other path to it begins at a successor with a greater number, whose row is already included.
        if row.contains(column) { continue }
        kept[start + keptCounts[component]] = successor
        keptCounts[component] += 1
        row |= rows[successor]
      }
      rows[component] = row
      for word in 0..<BitRow.scalarCount { counts[component] += row[word].nonzeroBitCount }
    }
  }
}

extension IndexedGraph {
  /// Which of the given vertices each vertex reaches or is, by edges that form no cycle.
  /// - Parameters:
  ///   - columns: the given vertices, at most as many as a row has bits; duplicates are allowed.
  ///   - isRemoved: for each edge, by its index in `targets`, whether it does not count.
  /// - Complexity: O(vertices + edges).
  func rows(reaching columns: [Int], without isRemoved: [Bool]) -> [BitRow] {
    var rows = [BitRow](repeating: .zero, count: vertexCount)
    for (column, vertex) in columns.enumerated() { rows[vertex].insert(column) }
    for vertex in postorder(from: 0..<vertexCount, without: isRemoved) {
      var row = rows[vertex]
      for edge in starts[vertex]..<starts[vertex + 1] where !isRemoved[edge] { row |= rows[targets[edge]] }
      rows[vertex] = row
    }
    return rows
  }
}

/// The bits of a block of columns.
typealias BitRow = SIMD8<UInt64>

extension BitRow {
  static var bitCount: Int { scalarCount * 64 }

  mutating func insert(_ bit: Int) { self[bit / 64] |= 1 << UInt64(bit % 64) }

  /// The sum of the values whose bits are set.
  fileprivate func sum(of values: [Int]) -> Int {
    var sum = 0
    for word in 0..<Self.scalarCount {
      var bits = self[word]
      while bits != 0 {
        sum += values[word * 64 + bits.trailingZeroBitCount]
        bits &= bits - 1
      }
    }
    return sum
  }

  func contains(_ bit: Int) -> Bool { self[bit / 64] & (1 << UInt64(bit % 64)) != 0 }
}
