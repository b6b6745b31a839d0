extension RuleRun {
  /// The shortest paths from a module to others through permitted intermediate modules.
  ///
  /// - Parameters:
  ///   - isEnd: where paths end; no path continues from there.
  ///   - isBetween: the permitted intermediate modules.
  /// - Returns: one path for each end that is reached, both ends included, sorted by the ends' indices.
  /// - Complexity: O(modules + dependencies). Breadth-first search.
  func paths(from start: Int, to isEnd: (Int) -> Bool, through isBetween: (Int) -> Bool) -> [[Int]] {
    var before = [Int: Int]()
    var queue = [start]
    var ends: [Int] = []
    var head = 0
    while head < queue.count {
      let vertex = queue[head]
      head += 1
      for next in whole.graph.successors(of: vertex) where next != start && before[next] == nil {
        if isEnd(next) {
          ends.append(next)
        } else if !isBetween(next) {
          continue
        } else {
          queue.append(next)
        }
        before[next] = vertex
      }
    }
    return ends.sorted().map { end in
      Array(sequence(first: end) { $0 == start ? nil : before[$0] }.reversed())
    }
  }

  /// The same, but limited to direct dependencies unless `transitive` is set.
  func paths(from start: Int, to ends: ModuleSet, transitive: Bool, through between: (Int) -> Bool) -> [[Int]] {
    if transitive { return paths(from: start, to: ends.contains, through: between) }
    return whole.graph.successors(of: start).filter { ends.contains($0) && $0 != start }.map { [start, $0] }
  }
}
