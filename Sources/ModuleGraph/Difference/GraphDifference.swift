/// What changed between two states of a module graph, or of a part of it.
///
/// Nodes are identified by their ids, edges by the ids of their ends; a module that moved is the same node in both.
package struct GraphDifference: Sendable {
  /// An edge that differs between the two states.
  package struct Edge: Hashable, Sendable {
    /// Ids of nodes.
    package let from: String
    package let to: String
    /// The dependencies in the base state and in the head; one of the two may be empty.
    package let before: [Dependency]
    package let after: [Dependency]
  }

  /// A module of another kind in each state, or a product that differs between them; of a product, one may be absent.
  package struct Change<Value: Hashable & Sendable & Encodable>: Hashable, Sendable, Encodable {
    /// A node's id, or a product's.
    package let id: String
    package let before: Value
    package let after: Value
  }

  /// An edge as the ids of its ends.
  package struct Ends: Hashable, Sendable, Comparable, Encodable {
    package let from: String
    package let to: String

    package static func < (left: Ends, right: Ends) -> Bool { (left.from, left.to) < (right.from, right.to) }
  }

  /// The compared part of the graph, before and after; modules have the ids of the head.
  package let base: SelectedGraph
  package let head: SelectedGraph
  /// The union of both, for pictures.
  package let union: SelectedGraph
  package let metrics: (before: GraphMetrics, after: GraphMetrics)
  /// Sorted by the new id.
  package let moves: [ModuleMove]

  package let addedNodes: [SelectedGraph.Node]
  package let removedNodes: [SelectedGraph.Node]
  /// Modules whose kind changed, such as an executable that became a library; sorted by id.
  package let changedKinds: [Change<Module.Kind>]
  /// Products of another type or of other modules, and products that were added to or removed from modules of both
  /// states; sorted by id.
  package let changedProducts: [Change<Product?>]
  package let addedEdges: [Edge]
  package let removedEdges: [Edge]
  /// Edges that exist in both states with another kind, product or condition.
  package let changedEdges: [Edge]

  /// Compares two graphs.
  ///
  /// - Parameters:
  ///   - selection: applied to the union of both graphs, so that a pattern may match what only one of them has.
  ///   - successions: modules that have the files of others, as far as known.
  /// - Throws: `SelectionError`.
  /// - Complexity: that of `GraphMetrics`.
  package init(
    from base: ModuleGraph, to head: ModuleGraph, selection: Selection = Selection(), layers: Layers = Layers(),
    successions: [ModuleSuccession] = []
  ) throws(SelectionError) {
    let moves = ModuleMove.between(base, head, successions: successions)
    let base = base.renaming(moves)
    let former = Dictionary(uniqueKeysWithValues: moves.map { ($0.before.id, $0.after.id) })
    let union = try selection(base.united(with: head) { selection.includes($0) }, layers: layers, former: former)
    let groups = Dictionary(
      uniqueKeysWithValues: union.nodes.flatMap { node in node.modules.map { ($0.id, node.group) } })
    func part(_ graph: ModuleGraph) -> SelectedGraph {
      let shown = Set(graph.modules.lazy.map(\.id).filter { groups[$0] != nil })
      return SelectedGraph(graph, shown: shown, layers: layers).folded { groups[$0.id] ?? nil }
    }
    self.union = union
    self.base = part(base)
    self.head = part(head)
    metrics = (GraphMetrics(self.base), GraphMetrics(self.head))
    self.moves = moves.filter { groups[$0.after.id] != nil }
    let idsBefore = Set(self.base.nodes.map(\.id))
    let idsAfter = Set(self.head.nodes.map(\.id))
    addedNodes = self.head.nodes.filter { !idsBefore.contains($0.id) }
    removedNodes = self.base.nodes.filter { !idsAfter.contains($0.id) }
    changedKinds = Self.changedKinds(self.base, self.head)
    changedProducts = Self.changedProducts(base, head) { groups[$0] != nil }
    let edges = Self.edges(self.base, self.head)
    addedEdges = edges.filter(\.before.isEmpty)
    removedEdges = edges.filter(\.after.isEmpty)
    let moved = Set(moves.map(\.after.id))
    changedEdges = edges.filter { !$0.before.isEmpty && !$0.after.isEmpty && !$0.isUnchanged(where: moved) }
  }

  /// Whether nothing that manifests say about modules differs.
  package var isEmpty: Bool {
    addedNodes.isEmpty && removedNodes.isEmpty && addedEdges.isEmpty && removedEdges.isEmpty && changedEdges.isEmpty
      && moves.isEmpty && changedKinds.isEmpty && changedProducts.isEmpty
  }

  private static func changedKinds(_ base: SelectedGraph, _ head: SelectedGraph) -> [Change<Module.Kind>] {
    let before = Dictionary(uniqueKeysWithValues: base.nodes.map { ($0.id, $0.module?.kind) })
    return head.nodes.compactMap { node in
      guard let old = before[node.id] ?? nil, let new = node.module?.kind, old != new else { return nil }
      return Change(id: node.id, before: old, after: new)
    }
  }

  private static func changedProducts(
    _ base: ModuleGraph, _ head: ModuleGraph, of isShown: (ModuleID) -> Bool
  ) -> [Change<Product?>] {
    func byID(_ graph: ModuleGraph) -> [String: Product] {
      Dictionary(graph.products.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }
    let (before, after) = (byID(base), byID(head))
    let lasting = Set(base.modules.map(\.id)).intersection(head.modules.map(\.id))
    return Set(before.keys).union(after.keys).sorted().compactMap { id in
      let (old, new) = (before[id], after[id])
      // Products of modules that were added or removed are no news.
      let isNews = old != nil && new != nil || (old ?? new)?.modules.contains(where: lasting.contains) ?? false
      guard old != new, isNews, [old, new].contains(where: { $0?.modules.contains(where: isShown) ?? false }) else {
        return nil
      }
      return Change(id: id, before: old, after: new)
    }
  }

  /// All edges of both, sorted by their ends.
  private static func edges(_ base: SelectedGraph, _ head: SelectedGraph) -> [Edge] {
    func byEnds(_ graph: SelectedGraph) -> [Ends: [Dependency]] {
      Dictionary(
        uniqueKeysWithValues: graph.edges.map {
          (Ends(from: graph.nodes[$0.from].id, to: graph.nodes[$0.to].id), $0.dependencies)
        })
    }
    let (before, after) = (byEnds(base), byEnds(head))
    return Set(before.keys).union(after.keys).sorted().map { ends in
      Edge(from: ends.from, to: ends.to, before: before[ends] ?? [], after: after[ends] ?? [])
    }
  }
}

extension GraphDifference.Edge {
  /// Whether both state the same dependencies, wherever they are declared. Another wording because a module moved does
  /// not count, since the move itself is reported.
  fileprivate func isUnchanged(where moved: Set<ModuleID>) -> Bool {
    func statements(_ dependencies: [Dependency]) -> Set<Dependency> {
      Set(dependencies.map { $0.compared(where: moved) })
    }
    return statements(before) == statements(after)
  }
}

extension GraphDifference {
  /// The cyclic components that only one of the graphs has. Each is the sorted ids of its nodes; they are sorted as
  /// well.
  ///
  /// A component that grew or shrank is gone in its old form and new in its new one.
  /// - Complexity: O(modules + dependencies).
  package var cycles: (new: [[String]], gone: [[String]]) {
    let (before, after) = (base.cyclicComponents, head.cyclicComponents)
    let (known, left) = (Set(before), Set(after))
    return (after.filter { !known.contains($0) }, before.filter { !left.contains($0) })
  }

  /// The edges of the head that a longer path implies only there, and those that one implied only in the base; sorted.
  /// - Complexity: O(redundant edges).
  package var redundantEdges: (new: [Ends], gone: [Ends]) {
    let (before, after) = (metrics.before.redundantEnds, metrics.after.redundantEnds)
    let removed = Set(removedEdges.map { Ends(from: $0.from, to: $0.to) })
    return (after.subtracting(before).sorted(), before.subtracting(after).subtracting(removed).sorted())
  }
}

extension SelectedGraph {
  fileprivate var cyclicComponents: [[String]] {
    graph.cyclicComponents.map { component in component.map { nodes[$0].id }.sorted() }
      .sorted { $0.lexicographicallyPrecedes($1) }
  }
}

extension GraphMetrics {
  fileprivate var redundantEnds: Set<GraphDifference.Ends> {
    Set(redundantEdges.map { GraphDifference.Ends(from: graph.nodes[$0.from].id, to: graph.nodes[$0.to].id) })
  }
}

extension Dependency {
  /// The compared part of a dependency: a module that moved has another product, and may be in another package.
  fileprivate func compared(where moved: Set<ModuleID>) -> Dependency {
    guard moved.contains(from) || moved.contains(to), kind == .target || kind == .product else {
      return withoutLocation
    }
    return Dependency(from: from, to: to, condition: condition)
  }

  fileprivate var withoutLocation: Dependency {
    Dependency(from: from, to: to, kind: kind, product: product, condition: condition)
  }
}

extension ModuleGraph {
  /// The union of both graphs; where both have an element, that of `other`, except for a module of a kind that is not shown there:
  /// a library that became a test.
  fileprivate func united(with other: ModuleGraph, showing isShown: (Module.Kind) -> Bool) -> ModuleGraph {
    let shown = Set(modules.filter { isShown($0.kind) }.map(\.id))
    let others = other.modules.filter { isShown($0.kind) || !shown.contains($0.id) }
    let ids = Set(others.map(\.id))
    let stated = Set(other.dependencies.map(\.withoutLocation))
    let keys = Set(other.packages.map(\.key))
    return ModuleGraph(
      packages: packages.filter { !keys.contains($0.key) } + other.packages,
      modules: modules.filter { !ids.contains($0.id) } + others,
      dependencies: dependencies.filter { !stated.contains($0.withoutLocation) } + other.dependencies)
  }
}
