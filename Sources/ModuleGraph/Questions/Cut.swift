/// The consequences if one node no longer depended on another.
///
/// The manifest entries of the edge are removed: a dependency on a product is one entry, so the edges to the product's
/// other modules are removed as well.
package struct Cut: Sendable, Hashable {
  /// The removed dependencies, sorted.
  package let dependencies: [Dependency]
  /// The same question without the edge.
  package let left: Why
  /// The nodes whose changes then recompile less, by decreasing number of saved lines.
  package let recompiled: [Recompiled]
  /// The sums over all nodes of the whole graph, for one change in each.
  package let total: Recompiled
  /// The graph to which the rows belong.
  package let whole: SelectedGraph

  /// What a change in a node recompiles: the node and its dependents, direct or not.
  package struct Recompiled: Sendable, Hashable {
    package struct Amount: Sendable, Hashable {
      package let modules: Int
      /// Absent if none are known.
      package let lines: Tally?
    }

    /// Its index in the whole graph; absent for a sum.
    package let node: Int?
    package let before: Amount
    package let after: Amount
  }

  /// - Parameters:
  ///   - why: the question about the two ends.
  ///   - whole: the unselected graph, to which the figures belong. It contains both ends.
  ///   - limit: the maximum number of remaining paths; only the first if absent.
  /// - Returns: `nil` if the first does not depend on the second directly.
  /// - Complexity: that of `Why` and of `GraphMetrics`.
  package init?(_ why: Why, of whole: SelectedGraph, limit: Int? = nil) {
    guard let edge = why.graph.edge(from: why.from, to: why.to) else { return nil }
    let statements = Set(edge.dependencies.map(\.statement))
    let gone = Set(
      why.graph.edges.flatMap(\.dependencies).filter { statements.contains($0.statement) } + edge.dependencies)
    dependencies = gone.sorted()
    left = Why(why.from, to: why.to, in: why.graph.removing(gone), limit: limit)
    self.whole = whole
    let (before, after) = (Self.amounts(whole), Self.amounts(whole.removing(gone)))
    total = Recompiled(node: nil, before: Self.sum(before), after: Self.sum(after))
    recompiled = zip(before, after).enumerated()
      .filter { $1.0 != $1.1 }.map { Recompiled(node: $0, before: $1.0, after: $1.1) }
      .sorted { ($1.savedLines, $0.node ?? 0) < ($0.savedLines, $1.node ?? 0) }
  }

  private static func amounts(_ graph: SelectedGraph) -> [Recompiled.Amount] {
    let dependents = graph.graph.reversed
    let lines = graph.nodes.map(\.lines)
    let sums = dependents.transitiveSuccessorSums(of: lines.map { $0?.value ?? 0 })
    let unknown = dependents.transitiveSuccessorSums(of: graph.nodes.map { $0.hasUnknownLines ? 1 : 0 })
    let counted = dependents.transitiveSuccessorSums(of: lines.map { $0 == nil ? 0 : 1 })
    return dependents.transitiveSuccessorSums(of: graph.nodes.map(\.modules.count)).enumerated().map { node, modules in
      Recompiled.Amount(
        modules: modules, lines: counted[node] == 0 ? nil : Tally(value: sums[node], isExact: unknown[node] == 0))
    }
  }

  private static func sum(_ amounts: [Recompiled.Amount]) -> Recompiled.Amount {
    let lines = amounts.compactMap(\.lines)
    return Recompiled.Amount(
      modules: amounts.reduce(0) { $0 + $1.modules },
      lines: lines.isEmpty
        ? nil : Tally(value: lines.reduce(0) { $0 + $1.value }, isExact: lines.allSatisfy(\.isExact)))
  }
}

extension Cut.Recompiled {
  /// The known lines.
  fileprivate var savedLines: Int { (before.lines?.value ?? 0) - (after.lines?.value ?? 0) }
}

extension Dependency {
  /// The edges of one manifest entry: to all modules of a product, or to one module.
  fileprivate var statement: [String] {
    product.map { [from.description, kind.rawValue, to.package, $0] } ?? [from.description, to.description]
  }
}

extension SelectedGraph.Node {
  /// Whether some of its lines were not counted.
  var hasUnknownLines: Bool {
    lines?.isExact == false || modules.contains { $0.lines == nil && $0.kind.hasSources && !$0.kind.isOutside }
  }
}
