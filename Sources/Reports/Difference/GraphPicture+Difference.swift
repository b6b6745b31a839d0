package import ModuleGraph

/// Which unchanged nodes the picture of a difference shows.
package enum DifferenceContext: Hashable, Sendable {
  /// The neighbours of changed nodes; none if there are many nodes.
  case automatic
  /// Nodes up to this distance from changed ones.
  case steps(Int)
  case everything

  /// Above this number of nodes, `automatic` shows no neighbours.
  static let fewNodes = 24
}

extension GraphPicture {
  /// The changes with their surroundings: added nodes and edges are green, removed ones red, renamed or moved ones
  /// yellow, edges with another kind or condition blue, and all others grey.
  ///
  /// An edge in a cycle or against the layers has that colour beside the colour of its change.
  package init(
    _ difference: GraphDifference, style: PictureStyle = PictureStyle(), context: DifferenceContext = .automatic
  ) {
    let roles = Self.roles(difference)
    let union = difference.union
    let wanted = difference.nodes(context)
    let shown = wanted.count == union.nodes.count ? union : union.filter { wanted.contains($0.id) }
    self.init(shown, style: style) { roles[[$0, $1]] }
    if caption == nil { title = "What changed: " + title }
    let hidden = union.nodes.count - shown.nodes.count
    if difference.isEmpty { notes = ["The module graph is the same."] + (shown.nodes.isEmpty ? [] : notes) }
    if hidden > 0 {
      let place = difference.isEmpty ? "" : " farther from what changed"
      let remedy = style.namesOptions ? " (--context all)" : ""
      notes.append("not shown: \(Figures.counted(hidden, "module"))\(place)\(remedy)")
    }
    if !style.hasNotes { notes = [] }
    show(difference)
    legend = changeLegend(hasKinds: !difference.changedKinds.isEmpty)
  }

  /// By the ids of an edge's ends.
  private static func roles(_ difference: GraphDifference) -> [[String]: Role] {
    Dictionary(
      uniqueKeysWithValues: difference.addedEdges.map { ([$0.from, $0.to], Role.added) }
        + difference.removedEdges.map { ([$0.from, $0.to], Role.removed) }
        + difference.changedEdges.map { ([$0.from, $0.to], Role.changed) })
  }

  private mutating func show(_ difference: GraphDifference) {
    let looks = Self.looks(difference)
    for cluster in clusters.indices { clusters[cluster].paint = nil }
    changeNodes { node in
      let look = looks[node.id]
      (node.isDashed, node.paint) = (false, look?.paint ?? Palette.context)
      guard let look else { return }
      node.detail = [look.description, node.detail].compactMap { $0 }.joined(separator: " · ")
      node.tooltip += ", " + look.description
    }
    let changed = Dictionary(uniqueKeysWithValues: difference.changedEdges.map { ([$0.from, $0.to], $0) })
    for place in edges.indices {
      switch edges[place].role {
      case .product: edges[place].role = .target  // Not a change.
      case .added: edges[place].tooltip += ", added"
      case .removed: edges[place].tooltip += ", removed"
      case .changed:
        guard let edge = changed[[edges[place].from, edges[place].to]] else { continue }
        edges[place].isDashed = edge.after.allSatisfy { $0.condition != nil }
        edges[place].tooltip =
          "\(edge.title(in: difference)), \(DifferenceSections.words(edge.before)) → \(DifferenceSections.words(edge.after))"
      default: break
      }
    }
  }

  private func changeLegend(hasKinds: Bool) -> [LegendEntry] {
    let paints = Set(nodes.map(\.paint))
    let areas = [
      (Palette.added, "added"), (Palette.removed, "removed"),
      (Palette.moved, hasKinds ? "moved, renamed or of another kind" : "moved or renamed"),
      (Palette.context, "as it was"),
    ].filter { paints.contains($0.0) }.map { LegendEntry(symbol: .area($0.0), text: $0.1) }
    let roles = Set(edges.flatMap { [$0.role, $0.beside].compactMap { $0 } })
    let lines = [Role.added, .removed, .changed, .againstLayers, .cycle, .plugin, .embed].filter(roles.contains)
      .map { LegendEntry(symbol: .edge($0), text: $0.legend) }
    let same = roles.contains(.target) ? [LegendEntry(symbol: .edge(.target), text: "as it was")] : []
    let conditional = LegendEntry(symbol: .conditionalEdge, text: "under a condition")
    return areas + lines + same + (edges.contains { $0.isDashed } ? [conditional] : [])
  }

  private static func looks(_ difference: GraphDifference) -> [String: (paint: Paint, description: String)] {
    let moved = difference.moves.map { move in
      (move.after.id.description, (Palette.moved, move.isRenamed ? "was \(move.before.name)" : "moved"))
    }
    let added = difference.addedNodes.map { ($0.id, (Palette.added, "added")) }
    let removed = difference.removedNodes.map { ($0.id, (Palette.removed, "removed")) }
    let kinds = difference.changedKinds.map { ($0.id, (Palette.moved, "was \($0.before.legend)")) }
    return Dictionary(moved + kinds + added + removed) { first, _ in first }
  }
}

extension GraphDifference.Edge {
  fileprivate func title(in difference: GraphDifference) -> String {
    func title(_ id: String) -> String { difference.union.nodes.first { $0.id == id }?.title ?? id }
    return "\(title(from)) → \(title(to))"
  }
}

extension GraphDifference {
  /// The ids of the nodes that the picture shows.
  /// - Complexity: O(nodes + edges).
  fileprivate func nodes(_ context: DifferenceContext) -> Set<String> {
    let changed = changedNodes
    switch context {
    case .everything: return Set(union.nodes.map(\.id))
    case .steps(let steps): return around(changed, steps)
    case .automatic:
      let near = around(changed, 1)
      return near.count <= DifferenceContext.fewNodes ? near : changed
    }
  }

  /// Changed nodes, the ends of changed edges, and the nodes of new and removed cycles.
  private var changedNodes: Set<String> {
    let edges = addedEdges + removedEdges + changedEdges
    return Set((addedNodes + removedNodes).map(\.id) + changedKinds.map(\.id)).union(moves.map(\.after.id.description))
      .union(edges.flatMap { [$0.from, $0.to] }).union((cycles.new + cycles.gone).joined())
  }

  private func around(_ ids: Set<String>, _ steps: Int) -> Set<String> {
    let (down, up) = (union.graph, union.graph.reversed)
    var found = Set(union.nodes.indices.filter { ids.contains(union.nodes[$0].id) })
    var last = found
    for _ in 0..<steps where !last.isEmpty {
      last = Set(last.flatMap { Array(down.successors(of: $0)) + Array(up.successors(of: $0)) }).subtracting(found)
      found.formUnion(last)
    }
    return Set(found.map { union.nodes[$0].id })
  }
}
