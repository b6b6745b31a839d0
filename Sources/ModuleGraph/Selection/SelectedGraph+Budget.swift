extension SelectedGraph {
  /// How a graph was reduced to a readable size.
  package struct Shortening: Hashable, Sendable {
    /// What the members of the new groups have in common, in the order of the enumeration's cases.
    package let kinds: [ModuleGroup.Kind]
    /// The number of new groups, and of the modules in them.
    package let groups: Int
    package let modules: Int
    /// The named modules, ends of upward edges, apps and roots that are shown whatever the budget, and those that are
    /// in groups, since there are too many of them.
    package var shown = Prominent()
    package var hidden = Prominent()
    /// Whether groups depend on each other although their modules do not.
    package var makesCycles = false
  }

  /// A picture with fewer nodes than this is not worth drawing.
  package static let fewestGroups = 5

  /// Up to this many apps, roots and ends of upward edges are shown regardless of the budget: a readable picture can
  /// hold them.
  package static let mostProminent = 75

  /// The graph with at most `budget` nodes: itself if it is small enough, otherwise folded as little as possible.
  ///
  /// Modules without edges are folded first if there are many. Then groupings are tried in this order: layers,
  /// packages, folders from the outermost, words of names. Each one forms its largest groups until the graph is small
  /// enough. The first that uses a third of the budget is taken, otherwise the one that keeps most nodes. If none is
  /// small enough, names are folded as far as possible, the nodes with the most transitive dependents stay, and the
  /// others become groups of what they have in common.
  ///
  /// Modules that the user named, ends of upward edges, apps and roots (`Prominence`) are not folded unless there are
  /// too many. If they take more than half of the budget, the others get half of it in addition, so that there are more
  /// nodes than the budget. A group has at least two members, which are all in one layer, all apps, all roots, all
  /// tests, all external products, or none of these. It makes no cycle: modules of which a path leads through others to
  /// the rest of their group become another one. If the graph does not get small enough that way, or has more than 500
  /// nodes, cycles are made.
  /// - Parameters:
  ///   - budget: at least `fewestGroups`.
  ///   - mostProminent: the maximum number of prominent nodes that are shown, if that is more than half of the budget.
  /// - Complexity: O(modules · length of the paths + groups · (modules + dependencies)), and that of counting
  ///   transitive dependents if no grouping fits.
  package func shortened(
    to budget: Int, mostProminent: Int = Self.mostProminent
  ) -> (graph: SelectedGraph, shortening: Shortening?) {
    guard nodes.count > budget else { return (self, nil) }
    let prominence = Prominence(self, atMost: max(mostProminent, budget / 2))
    let room = max(budget, prominence.shown.count + budget / 2)
    var plan = FoldingPlan(self, prominence, budget: room)
    plan.apply(.alone)
    if !plan.isSmallEnough { plan = plan.best() ?? plan.rest() ?? plan.makingCycles.best() ?? plan.makingCycles.most }
    let folded = folded(into: plan.groups)
    let new = Dictionary(
      zip(nodes, plan.groups).compactMap { node, group in
        node.group == nil ? group.map { ($0, node.modules.count) } : nil
      }, uniquingKeysWith: +)
    guard !new.isEmpty else { return (self, nil) }
    let shortening = Shortening(
      kinds: ModuleGroup.Kind.allCases.filter(Set(new.keys.map(\.kind)).contains), groups: new.count,
      modules: new.values.reduce(0, +),
      shown: prominence.shown, hidden: prominence.count(where: { plan.groups[$0] != nil }),
      makesCycles: folded.hasOtherCycles(than: self))
    return (folded, shortening)
  }

  /// Whether an edge of a cycle stands only for dependencies that are in no cycle of the graph that was folded.
  private func hasOtherCycles(than whole: SelectedGraph) -> Bool {
    let original = whole.graph.condensation.componentOf
    let components = Dictionary(
      zip(whole.nodes, original).flatMap { node, component in node.modules.map { ($0.id, component) } },
      uniquingKeysWith: { first, _ in first })
    let folded = graph.condensation.componentOf
    return edges.contains { edge in
      edge.from != edge.to && folded[edge.from] == folded[edge.to]
        && !edge.dependencies.contains { components[$0.from] == components[$0.to] }
    }
  }
}
