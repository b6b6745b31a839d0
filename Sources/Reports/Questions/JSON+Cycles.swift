package import ModuleGraph

extension JSON {
  /// `modgauge.cycles/1`.
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
