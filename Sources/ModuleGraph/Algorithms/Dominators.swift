extension IndexedGraph {
  /// The immediate dominator of each vertex that can be reached from the roots: the nearest other vertex that lies on
  /// every path from the roots to it. `nil` if there is none, as for roots, and for vertices that cannot be reached.
  ///
  /// Cooper, Harvey and Kennedy, “A simple, fast dominance algorithm”, Rice University, TR-06-33870 (2006).
  /// - Complexity: O(edges · depth of the dominators) for each pass. Graphs without cycles need one pass, and one that
  ///   changes nothing.
  package func immediateDominators(from roots: some Sequence<Int>) -> [Int?] {
    let roots = Set(roots)
    let order = postorder(from: roots.sorted())
    // The places in that order grow towards the roots; the last one is a virtual vertex before all of them.
    var places = [Int](repeating: -1, count: vertexCount)
    for (place, vertex) in order.enumerated() { places[vertex] = place }
    var dominators = [Int](repeating: -1, count: order.count) + [order.count]
    let reversed = reversed
    var isSettled = false
    while !isSettled {
      isSettled = true
      for (place, vertex) in order.enumerated().reversed() {
        var nearest = roots.contains(vertex) ? order.count : -1
        for other in reversed.successors(of: vertex).lazy.map({ places[$0] }) where other >= 0 && dominators[other] >= 0
        {
          nearest = nearest < 0 ? other : common(dominators, nearest, other)
        }
        if dominators[place] != nearest { (dominators[place], isSettled) = (nearest, false) }
      }
    }
    return places.map { $0 < 0 || dominators[$0] == order.count ? nil : order[dominators[$0]] }
  }

  /// The nearest common dominator of two places.
  private func common(_ dominators: [Int], _ one: Int, _ other: Int) -> Int {
    var (one, other) = (one, other)
    while one != other { (one, other) = (Swift.max(one, other), dominators[Swift.min(one, other)]) }
    return one
  }

  /// The vertices that can be reached from some, each after all those that the search reaches through it.
  /// - Parameter isRemoved: for each edge, by its index in `targets`, whether it does not count; by default all do.
  /// - Complexity: O(vertices + edges). Depth-first search, without recursion.
  func postorder(from roots: some Sequence<Int>, without isRemoved: [Bool]? = nil) -> [Int] {
    var order: [Int] = []
    var isReached = [Bool](repeating: false, count: vertexCount)
    var path: [(vertex: Int, next: Int)] = []
    for root in roots where !isReached[root] {
      isReached[root] = true
      path.append((root, starts[root]))
      while let (vertex, next) = path.last {
        guard next < starts[vertex + 1] else {
          order.append(vertex)
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let successor = targets[next]
        if isReached[successor] || isRemoved?[next] == true { continue }
        isReached[successor] = true
        path.append((successor, starts[successor]))
      }
    }
    return order
  }
}
