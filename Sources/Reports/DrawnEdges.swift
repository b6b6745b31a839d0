import ModuleGraph

/// The edges of a picture: one for each pair of nodes, however often a manifest names it.
struct DrawnEdges {
  typealias Edge = GraphPicture.Edge

  /// Sorted by their ends' places among the nodes.
  let edges: [Edge]
  /// How many were left out; absent where none was.
  let note: String?

  /// Above this many edges those that a longer path implies are left out: they hide what matters.
  private static let edgeLimit = 24

  /// - Parameters:
  ///   - layers: the bands that the nodes stand in, if they do.
  ///   - emphasis: what some edges mean in this picture, beside all else; they are drawn in any case.
  init(
    _ graph: SelectedGraph, choice: PictureStyle.EdgeChoice? = nil, layers: LayersOfNodes? = nil,
    emphasis: (SelectedGraph.Edge) -> GraphPicture.Role? = { _ in nil }
  ) {
    let all = graph.graph
    let isReduced = choice.map { $0 == .reduced } ?? (all.edgeCount > Self.edgeLimit)
    let drawn = isReduced ? all.transitiveReduction : all
    let isInCycle = Self.cycles(graph)
    let chosen = graph.edges.filter { drawn.hasEdge(from: $0.from, to: $0.to) || emphasis($0) != nil }
    edges = chosen.map { edge in
      let isUpward = layers.map { $0.band(of: edge.from) > $0.band(of: edge.to) } ?? false
      let isAgainst = isUpward && layers?.index[edge.from] != nil && layers?.index[edge.to] != nil
      let role: GraphPicture.Role? = isInCycle(edge) ? .cycle : isAgainst ? .againstLayers : nil
      return Self.edge(edge, graph.nodes, role: emphasis(edge) ?? role, isUpward)
    }
    let implied = all.edgeCount - chosen.count
    note =
      implied == 0
      ? nil : "\(Figures.count(implied)) \(implied == 1 ? "dependency" : "dependencies") that a longer path implies"
  }

  /// Whether an edge is part of a cycle. Groups that only gather what is left, or what is called alike, make cycles that
  /// say nothing.
  private static func cycles(_ graph: SelectedGraph) -> (SelectedGraph.Edge) -> Bool {
    let condensation = graph.graph.condensation
    let accidental = Set(
      graph.nodes.indices.filter { [.rest, .word].contains(graph.nodes[$0].group?.kind) }
        .map { condensation.componentOf[$0] })
    return { edge in
      let component = condensation.componentOf[edge.from]
      return component == condensation.componentOf[edge.to] && !accidental.contains(component)
    }
  }

  private static func edge(
    _ edge: SelectedGraph.Edge, _ nodes: [SelectedGraph.Node], role: GraphPicture.Role?, _ isUpward: Bool
  ) -> Edge {
    let (from, to) = (nodes[edge.from], nodes[edge.to])
    let conditions = Set(edge.dependencies.compactMap(\.condition?.description)).sorted()
    let always = edge.dependencies.contains { $0.condition == nil }
    let kind: GraphPicture.Role =
      edge.dependencies.allSatisfy { $0.kind == .plugin }
      ? .plugin : edge.dependencies.contains { $0.kind == .target } ? .target : .product
    return Edge(
      from: from.id, to: to.id,
      tooltip: "\(from.title) → \(to.title)" + (always ? "" : " (\(conditions.joined(separator: " or ")))"),
      role: role ?? kind, isDashed: !always || role == .removed, isUpward: isUpward)
  }

  /// Explains what differs; edges that are all alike need no words.
  var legend: [GraphPicture.LegendEntry] {
    let roles = Set(edges.map(\.role))
    let areBothKinds = roles.isSuperset(of: [.target, .product])
    let entries = GraphPicture.Role.allCases.filter {
      roles.contains($0) && (areBothKinds || ![.target, .product].contains($0))
    }.map {
      GraphPicture.LegendEntry(symbol: .edge($0), text: $0.legend)
    }
    let conditional = GraphPicture.LegendEntry(symbol: .conditionalEdge, text: "under a condition")
    return entries + (edges.contains { $0.isDashed && $0.role != .removed } ? [conditional] : [])
  }
}

extension GraphPicture.Role {
  fileprivate var legend: String {
    switch self {
    case .target: "in the same package"
    case .product: "product of another package"
    case .plugin: "build plugin"
    case .againstLayers: "against the layers"
    case .cycle: "in a cycle"
    case .added: "added"
    case .removed: "removed"
    case .critical: "on the critical path"
    }
  }
}
