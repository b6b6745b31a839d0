extension IndexedGraph {
  /// The graph without the edges that a longer path implies; what reaches what stays the same.
  ///
  /// Edges within a cycle are all kept: which of them are redundant is not unique there. Between cycles an edge goes
  /// when another path leads from its cycle to the other one.
  /// Aho, Garey and Ullman, “The transitive reduction of a directed graph”, SIAM J. Comput. 1 (1972).
  /// - Complexity: O(vertices · edges ÷ 64) time, O(vertices² ÷ 8) bytes.
  package var transitiveReduction: IndexedGraph {
    let components = stronglyConnectedComponents
    var componentOf = [Int](repeating: 0, count: vertexCount)
    for (index, members) in components.enumerated() {
      for vertex in members { componentOf[vertex] = index }
    }
    let between = edges.map { (from: componentOf[$0.from], to: componentOf[$0.to]) }.filter { $0.from != $0.to }
    let kept = IndexedGraph(vertexCount: components.count, edges: between).reductionInOrder
    return IndexedGraph(
      vertexCount: vertexCount,
      edges: edges.filter { edge in
        let (from, to) = (componentOf[edge.from], componentOf[edge.to])
        return from == to || kept.successors(of: from).contains(to)
      })
  }

  /// The reduction of a graph without cycles in which every edge leads to a smaller number.
  private var reductionInOrder: IndexedGraph {
    let words = (vertexCount + 63) / 64
    var reachable = [UInt64](repeating: 0, count: vertexCount * words)
    var kept: [(from: Int, to: Int)] = []
    for vertex in 0..<vertexCount {
      let row = vertex * words
      // Whatever leads to a successor by another way starts at one with a higher number, which comes first here.
      for successor in successors(of: vertex).reversed() {
        if reachable[row + successor / 64] & (1 << UInt64(successor % 64)) != 0 { continue }
        kept.append((from: vertex, to: successor))
        reachable[row + successor / 64] |= 1 << UInt64(successor % 64)
        for word in 0..<words { reachable[row + word] |= reachable[successor * words + word] }
      }
    }
    return IndexedGraph(vertexCount: vertexCount, edges: kept)
  }
}
