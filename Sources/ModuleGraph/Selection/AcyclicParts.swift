/// Divides groups of nodes, so that a graph in which they are single nodes has no cycle that it did not have.
struct AcyclicParts {
  private let edges: [(from: Int, to: Int)]
  /// The first node of the group that contains each node.
  private var block: [Int]
  private var condensation: Condensation

  /// - Complexity: O(vertices + edges).
  init(_ graph: IndexedGraph) {
    edges = graph.edges
    block = Array(0..<graph.vertexCount)
    condensation = graph.condensation
  }

  /// Makes nodes a single one.
  /// - Complexity: O(vertices + edges).
  mutating func join(_ groups: [[Int]]) {
    for members in groups { for member in members { block[member] = block[members[0]] } }
    condensation =
      IndexedGraph(vertexCount: block.count, edges: edges.lazy.map { [block] in (block[$0.from], block[$0.to]) })
      .condensation
  }

  /// The fewest sets of nodes that can each become a single one, the largest first.
  ///
  /// A path that leaves the nodes and returns leads from one set to another, so that the sets are numbered by how often
  /// that happens on a path to them, or on a path from them: whichever makes the larger set. Nodes in a cycle with
  /// others are a set of their own, since they are in a cycle anyway.
  /// - Parameter nodes: sorted, none of them joined.
  /// - Complexity: O(vertices + edges).
  func parts(of nodes: [Int]) -> [[Int]] {
    var left = [Int: Int]()
    for node in nodes { left[condensation.componentOf[node], default: 0] += 1 }
    var isInside = [Bool](repeating: false, count: condensation.count)
    for (component, count) in left { isInside[component] = count == condensation.members(of: component).count }
    let components = 0..<condensation.count
    let down = Self.returns(condensation.graph, in: components.reversed(), isInside)
    let up = Self.returns(condensation.graph.reversed, in: components, isInside)
    func sets(_ returns: [Int]) -> [[Int]] {
      Dictionary(grouping: nodes) { node in
        let component = condensation.componentOf[node]
        return isInside[component] ? [returns[component]] : [-1, component]
      }.values.sorted { ($1.count, $0[0]) < ($0.count, $1[0]) }
    }
    let (first, second) = (sets(down), sets(up))
    return (second.first?.count ?? 0) > (first.first?.count ?? 0) ? second : first
  }

  /// The maximum number of times that a path to each vertex leaves the vertices inside.
  /// - Parameter order: a topological order of the vertices.
  private static func returns(_ graph: IndexedGraph, in order: some Sequence<Int>, _ isInside: [Bool]) -> [Int] {
    var counts = [Int](repeating: 0, count: graph.vertexCount)
    for vertex in order {
      for next in graph.successors(of: vertex) {
        counts[next] = max(counts[next], counts[vertex] + (isInside[vertex] && !isInside[next] ? 1 : 0))
      }
    }
    return counts
  }
}
