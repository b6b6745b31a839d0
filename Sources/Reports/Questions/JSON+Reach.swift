package import ModuleGraph

extension JSON {
  /// `modgauge.reach/1`.
  package static func reach(_ reach: Reach) throws -> String {
    try pretty([
      "schema": "modgauge.reach/1", "of": reach.graph.nodes[reach.node].id,
      "direction": reach.direction.rawValue, "isTransitive": reach.isTransitive,
      "direct": reach.directCount, "transitive": reach.transitiveCount,
      "lines": reach.lines?.exact, "linesAtLeast": reach.lines?.lowerBound,
      "nodes": reach.rows.map { row -> Object in
        let node = reach.graph.nodes[row.node]
        return [
          "id": node.id, "depth": row.depth, "lines": node.lines?.exact, "linesAtLeast": node.lines?.lowerBound,
          "dependencies": row.edge?.dependencies,
        ]
      },
      "omitted": reach.omitted.json,
    ])
  }
}
