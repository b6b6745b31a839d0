package import ModuleGraph

extension GraphPicture {
  /// What is new in green, what is gone in red and dashed, what moved in yellow, and the rest in grey.
  ///
  /// Where both graphs together are over the style's budget, modules without a change are left out, but for those that
  /// an edge with one leads to.
  package init(_ difference: GraphDifference, style: PictureStyle = PictureStyle()) {
    let roles = Dictionary(
      uniqueKeysWithValues: difference.addedEdges.map { (Ends($0), Role.added) }
        + difference.removedEdges.map { (Ends($0), Role.removed) })
    let union = difference.union
    let isWhole = style.budget.map { union.nodes.count <= $0 } ?? true
    let changed = Self.changedNodes(difference)
    let shown = isWhole ? union : union.filter { changed.contains($0.id) }
    self.init(shown, style: style) { roles[Ends($0, $1)] }
    let hidden = union.nodes.count - shown.nodes.count
    if hidden > 0 {
      notes.append("not shown: \(Text.count(hidden, "module")) without a change (--budget 0)")
    }
    title = "What changed: " + title
    let looks = Self.looks(difference)
    for cluster in clusters.indices {
      clusters[cluster].paint = nil
      for node in clusters[cluster].nodes.indices {
        let look = looks[clusters[cluster].nodes[node].id]
        clusters[cluster].nodes[node].paint = look?.paint ?? Palette.context
        clusters[cluster].nodes[node].isDashed = look?.paint == Palette.removed
        if let look { clusters[cluster].nodes[node].tooltip += ", " + look.word }
      }
    }
    let used = Set(looks.values.map(\.word))
    legend =
      [("added", Palette.added), ("removed", Palette.removed), ("moved", Palette.moved)]
      .filter { used.contains($0.0) }.map { LegendEntry(symbol: .area($0.1), text: $0.0) }
      + [LegendEntry(symbol: .area(Palette.context), text: "as it was")]
  }

  private struct Ends: Hashable {
    let from: String
    let to: String

    init(_ from: String, _ to: String) {
      self.from = from
      self.to = to
    }

    init(_ edge: GraphDifference.Edge) { self.init(edge.from, edge.to) }
  }

  private static func looks(_ difference: GraphDifference) -> [String: (paint: Paint, word: String)] {
    let moved = difference.moves.map { ($0.after.id.description, (Palette.moved, "moved")) }
    let added = difference.addedNodes.map { ($0.id, (Palette.added, "added")) }
    let removed = difference.removedNodes.map { ($0.id, (Palette.removed, "removed")) }
    return Dictionary(moved + added + removed) { first, _ in first }
  }

  /// Those that changed, and the ends of edges that did.
  private static func changedNodes(_ difference: GraphDifference) -> Set<String> {
    let edges = difference.addedEdges + difference.removedEdges + difference.changedEdges
    return Set(looks(difference).keys).union(edges.flatMap { [$0.from, $0.to] })
  }
}
