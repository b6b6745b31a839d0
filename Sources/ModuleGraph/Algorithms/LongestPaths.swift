/// A path through components, and what it weighs.
package struct LongestPath<Weight: Sendable>: Sendable {
  /// The members of each component on the way, from dependents to what they depend on: one vertex each, but for cycles.
  package let components: [[Int]]
  /// The sum of all members' weights.
  package let weight: Weight
}

extension IndexedGraph {
  /// The longest way through the graph, a cycle being one step: as many steps as the greatest height and one. Of several
  /// that whose components, told by their first vertices, come first.
  ///
  /// A longest path that may wander within cycles would be NP-hard to find, and say little.
  /// - Complexity: O(vertices + edges).
  package var longestChain: [[Int]] {
    let condensation = condensation
    let ones = [Int](repeating: 1, count: condensation.count)
    return condensation.longestPath(weights: ones)?.components ?? []
  }

  /// The heaviest way through the graph, a cycle being one step with the weight of all its vertices. Of several that
  /// whose components, told by their first vertices, come first. `nil` for a graph without vertices.
  /// - Parameter weights: of each vertex; none is negative.
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
    /// Where the heaviest way on from each component leads.
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
