/// The dependencies or dependents of a node.
package struct Reach: Sendable, Hashable {
  package enum Direction: String, Sendable {
    case dependencies, dependents
  }

  package struct Row: Sendable, Hashable {
    package let node: Int
    /// The distance in edges, from 1.
    package let depth: Int
    /// The edge to or from a node at distance 1; `nil` for others.
    package let edge: SelectedGraph.Edge?
  }

  package let graph: SelectedGraph
  package let node: Int
  package let direction: Direction
  /// Whether the rows go beyond distance 1.
  package let isTransitive: Bool
  /// Sorted by depth, then by id.
  package let rows: [Row]
  /// The number of nodes at distance 1.
  package let directCount: Int
  /// The number of nodes at any distance.
  package let transitiveCount: Int
  /// The lines of the nodes at any distance; `nil` if none were counted.
  package let lines: Tally?
  /// The number of tests and external products that are left out of the rows for their kind.
  package let omitted: SelectedGraph.Omitted

  /// - Parameters:
  ///   - graph: the selected part of the graph.
  ///   - whole: the graph that it is a part of.
  ///   - isTransitive: whether the rows go beyond distance 1.
  /// - Complexity: O(nodes + edges), and the sorting of each depth.
  package init(
    _ direction: Direction, of node: Int, in graph: SelectedGraph, of whole: ModuleGraph, isTransitive: Bool
  ) {
    self.graph = graph
    self.node = node
    self.direction = direction
    self.isTransitive = isTransitive
    let levels = (direction == .dependencies ? graph.graph : graph.graph.reversed).levels(from: [node])
    let beyond = levels.dropFirst()
    directCount = beyond.first?.count ?? 0
    transitiveCount = beyond.reduce(0) { $0 + $1.count }
    rows = (isTransitive ? beyond : beyond.prefix(1)).enumerated().flatMap { index, level in
      level.map { other in
        let edge = direction == .dependencies ? graph.edge(from: node, to: other) : graph.edge(from: other, to: node)
        return Row(node: other, depth: index + 1, edge: edge)
      }
    }
    lines = beyond.joined().lazy.flatMap { graph.nodes[$0].modules }.tally(of: \.lines)
    let origins = [node] + (isTransitive ? rows.map(\.node) : [])
    omitted = Self.omitted(direction, of: Set(origins.flatMap { graph.nodes[$0].modules.map(\.id) }), graph, whole)
  }

  /// Counts the neighbours that the selection leaves out for their kind.
  private static func omitted(
    _ direction: Direction, of modules: Set<ModuleID>, _ graph: SelectedGraph, _ whole: ModuleGraph
  ) -> SelectedGraph.Omitted {
    guard graph.omitted != SelectedGraph.Omitted() else { return graph.omitted }
    let neighbours = Set(
      whole.dependencies.compactMap { dependency in
        let (near, far) =
          direction == .dependencies ? (dependency.from, dependency.to) : (dependency.to, dependency.from)
        return modules.contains(near) ? far : nil
      })
    let shown = Set(graph.nodes.lazy.flatMap(\.modules).map(\.id))
    let left = whole.modules.filter { neighbours.contains($0.id) && !shown.contains($0.id) }
    let counts = SelectedGraph.Omitted(left)
    return SelectedGraph.Omitted(
      tests: graph.omitted.tests == 0 ? 0 : counts.tests,
      externals: graph.omitted.externals == 0 ? 0 : counts.externals,
      snippets: graph.omitted.snippets == 0 ? 0 : counts.snippets)
  }
}
