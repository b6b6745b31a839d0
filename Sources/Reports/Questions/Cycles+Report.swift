package import ModuleGraph

extension Cycles: Report {
  package static let renderings: [Rendering<Self>] = [.text(Text.cycles), .json(JSON.cycles)]
}

extension Text {
  /// Each set of nodes that depend on one another, with a shortest cycle in it, and what to remove.
  package static func cycles(_ cycles: Cycles, _ style: TextStyle = .plain) -> String {
    let (graph, sets) = (cycles.graph, cycles.components)
    let among = Figures.counted(graph.nodes.count, graph.noun)
    guard !sets.isEmpty else { return "No cycles among \(among).\n" }
    let labels = graph.labels
    let inside = Figures.count(sets.reduce(0) { $0 + $1.nodes.count })
    return
      "\(Figures.counted(sets.count, "set")) of \(graph.noun)s that depend on one another (\(inside) of \(among)):\n"
      + sets.enumerated().map { "\n\($0 + 1). " + text(of: $1, graph, labels, style) }.joined()
  }

  private static func text(
    of set: Cycles.Component, _ graph: SelectedGraph, _ labels: [String], _ style: TextStyle
  ) -> String {
    let names = set.nodes.map { labels[$0] }.listed(atMost: nameLimit)
    let steps = set.steps(in: graph)
    let edges = set.breaking.count == 1 ? "this edge" : "these \(Figures.count(set.breaking.count)) edges"
    return wrapped(names, indent: "   ", style)
      + "   \(set.isShortest ? "shortest" : "short") cycle, \(Figures.counted(steps.count, "step")):\n"
      + list(steps, graph, labels, style)
      + "   removing \(edges) breaks all cycles\(set.isFewest ? " (the minimum)" : " (fewer may suffice)"):\n"
      + list(set.breaking, graph, labels, style)
  }

  /// The maximum number of names for a large set; JSON contains all.
  private static let nameLimit = 12

  private static func list(
    _ edges: [SelectedGraph.Edge], _ graph: SelectedGraph, _ labels: [String], _ style: TextStyle
  ) -> String {
    let rows = edges.flatMap { StatedEdge.rows("\(labels[$0.from]) → \(labels[$0.to])", $0, in: graph) }
    return StatedEdge.text(rows, indent: "     ", style)
  }
}

extension JSON {
  package static func cycles(_ cycles: Cycles) throws -> String {
    let graph = cycles.graph
    return try pretty([
      "schema": "modgauge.cycles/1", "nodes": graph.nodes.count,
      "components": cycles.components.map { component -> Object in
        [
          "nodes": graph.ids(component.nodes), "shortestCycle": graph.ids(component.shortest),
          "isShortest": component.isShortest, "steps": component.steps(in: graph).map(graph.json),
          "breaking": component.breaking.map(graph.json), "isFewest": component.isFewest,
        ]
      },
      "omitted": graph.omitted.json,
    ])
  }
}
