/// A path through the components of a graph, and its weight.
package struct LongestPath<Weight: Sendable>: Sendable {
  /// The members of each component on the path, from dependents to what they depend on; a single vertex unless it is a
  /// cycle.
  package let components: [[Int]]
  /// The sum of the weights of all members.
  package let weight: Weight
}

extension IndexedGraph {
  /// A longest path through the graph, in which a cycle counts as one step; it has one step more than the greatest
  /// height. Among several, the lexicographically first by the components' first vertices.
  ///
  /// A longest path that also runs through the vertices of cycles would be NP-hard to find, and of little use.
  /// - Complexity: O(vertices + edges).
  package var longestChain: [[Int]] {
    let condensation = condensation
    let ones = [Int](repeating: 1, count: condensation.count)
    return condensation.longestPath(weights: ones)?.components ?? []
  }

  /// The heaviest path through the graph, in which a cycle counts as one step with the weight of all its vertices.
  /// Among several, the lexicographically first by the components' first vertices. `nil` for a graph without vertices.
  /// - Parameter weights: the weight of each vertex, never negative.
  /// - Complexity: O(vertices + edges).
  package func longestPath<Weight: AdditiveArithmetic & Comparable & Sendable>(
    weights: [Weight]
  ) -> LongestPath<Weight>? {
    let condensation = condensation
    return condensation.longestPath(
      weights: (0..<condensation.count).map { condensation.members(of: $0).reduce(.zero) { $0 + weights[$1] } })
  }
}

extension Condensation {
  fileprivate func longestPath<Weight: AdditiveArithmetic & Comparable & Sendable>(
    weights: [Weight]
  ) -> LongestPath<Weight>? {
    var heaviest = weights
    /// The next component on the heaviest path from each component.
    var next = [Int?](repeating: nil, count: count)
    for component in 0..<count {
      next[component] = first(ofHeaviest: graph.successors(of: component), heaviest)
      if let successor = next[component] { heaviest[component] = weights[component] + heaviest[successor] }
    }
    guard let start = first(ofHeaviest: 0..<count, heaviest) else { return nil }
    let path = sequence(first: start) { next[$0] }
    return LongestPath(components: path.map { Array(members(of: $0)) }, weight: heaviest[start])
  }

  private func first<Weight: Comparable>(ofHeaviest components: some Sequence<Int>, _ weights: [Weight]) -> Int? {
    components.max {
      weights[$0] == weights[$1] ? vertices[starts[$0]] > vertices[starts[$1]] : weights[$0] < weights[$1]
    }
  }
}
