import ModuleGraph

/// The edges of a picture: one for each pair of nodes, however often manifests state it.
struct DrawnEdges {
  typealias Edge = GraphPicture.Edge

  /// Sorted by the indices of their ends.
  let edges: [Edge]
  /// How many were omitted, as text; `nil` if none were.
  let note: String?

  /// Above this number of edges, those that a longer path implies are omitted, so that the others can be seen.
  private static let edgeLimit = 24

  /// - Parameters:
  ///   - layers: the bands that contain the nodes, if any.
  ///   - emphasis: the role that some edges have in this picture in addition to others; they are always drawn.
  init(
    _ graph: SelectedGraph, choice: PictureStyle.EdgeChoice? = nil, layers: LayersOfNodes? = nil,
    emphasis: (SelectedGraph.Edge) -> GraphPicture.Role? = { _ in nil }
  ) {
    let isReduced = choice.map { $0 == .reduced } ?? (graph.edges.count > Self.edgeLimit)
    // Removed edges form neither paths nor cycles.
    let exists = { emphasis($0) != .removed }
    let hidden = isReduced ? graph.impliedEdges(where: exists).filter { emphasis($0) == nil } : []
    let implied = Set(hidden.map { [$0.from, $0.to] })
    let isInCycle = Self.cycles(graph, where: exists)
    let chosen = graph.edges.filter { !implied.contains([$0.from, $0.to]) }
    edges = chosen.map { edge in
      let isUpward = layers.map { $0.bands[edge.from] > $0.bands[edge.to] } ?? false
      let role: GraphPicture.Role? = graph.isAgainstLayers(edge) ? .againstLayers : isInCycle(edge) ? .cycle : nil
      let emphasized = emphasis(edge)
      var drawn = Self.edge(edge, in: graph, role: emphasized ?? role, isUpward)
      drawn.beside = emphasized == nil ? nil : role
      return drawn
    }
    note =
      implied.isEmpty
      ? nil : "\(Figures.counted(implied.count, "dependency", "dependencies")) that a longer path implies"
  }

  /// Whether an edge is part of a cycle. Groups of remaining modules, or of similar names, form cycles without meaning.
  private static func cycles(
    _ graph: SelectedGraph, where exists: (SelectedGraph.Edge) -> Bool
  ) -> (SelectedGraph.Edge) -> Bool {
    let existing = graph.edges.filter(exists).map { (from: $0.from, to: $0.to) }
    let condensation = IndexedGraph(vertexCount: graph.nodes.count, edges: existing).condensation
    let real = Set(existing.map { [$0.from, $0.to] })
    let accidental = Set(
      graph.nodes.indices.filter { [.rest, .word, .folder].contains(graph.nodes[$0].group?.kind) }
        .map { condensation.componentOf[$0] })
    return { edge in
      let component = condensation.componentOf[edge.from]
      return component == condensation.componentOf[edge.to] && !accidental.contains(component)
        && real.contains([edge.from, edge.to])
    }
  }

  private static func edge(
    _ edge: SelectedGraph.Edge, in graph: SelectedGraph, role: GraphPicture.Role?, _ isUpward: Bool
  ) -> Edge {
    let (from, to) = (graph.nodes[edge.from], graph.nodes[edge.to])
    let conditions = Set(edge.dependencies.compactMap(\.condition?.description)).sorted()
    let always = edge.dependencies.contains { $0.condition == nil }
    let kinds = Set(edge.dependencies.map(\.kind))
    // Of what nothing provides, nobody knows whether it is a product.
    let kind: GraphPicture.Role =
      kinds.contains(.target) || (kinds == [.product] && to.module?.kind == .unknown)
      ? .target : kinds.contains(.product) ? .product : kinds.contains(.embed) ? .embed : .plugin
    let symbols = edge.dependencies.count == 1 ? edge.dependencies[0].symbols : nil
    return Edge(
      from: from.id, to: to.id,
      tooltip: "\(graph.title(of: from)) → \(graph.title(of: to))"
        + (always ? "" : " (\(conditions.joined(separator: " or ")))") + (symbols.map { ": " + $0.description } ?? ""),
      role: role ?? kind, isDashed: !always, isUpward: isUpward)
  }

  /// Explains the kinds of edges that occur; grey ones need no explanation unless others are blue.
  var legend: [GraphPicture.LegendEntry] {
    let roles = Set(edges.flatMap { [$0.role, $0.beside].compactMap { $0 } })
    let areBothKinds = roles.isSuperset(of: [.target, .product])
    let entries = GraphPicture.Role.allCases.filter {
      roles.contains($0) && (areBothKinds || $0 != .target)
    }.map {
      GraphPicture.LegendEntry(symbol: .edge($0), text: $0.legend)
    }
    let conditional = GraphPicture.LegendEntry(symbol: .conditionalEdge, text: "under a condition")
    return entries + (edges.contains { $0.isDashed } ? [conditional] : [])
  }
}

extension GraphPicture.Role {
  var legend: String {
    switch self {
    case .target: "in the same package"
    case .product: "product of another package"
    case .plugin: "build plugin"
    case .embed: "embedded, not linked"
    case .againstLayers: "upward dependency"
    case .cycle: "in a cycle"
    case .added: "added"
    case .removed: "removed"
    case .changed: "other kind or condition"
    case .critical: "on the critical path"
    case .shortest: "on a shortest path"
    case .violation: "dependency that breaks a rule"
    }
  }
}
