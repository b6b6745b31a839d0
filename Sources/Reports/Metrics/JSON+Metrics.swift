import ModuleGraph

extension JSON {
  package static func metrics(_ table: MetricsTable) throws -> String {
    try pretty([
      "schema": "modgauge.metrics/1", "graph": table.metrics.json(of: table.graph), "build": table.build,
      "nodes": table.rows.map(table.json), "omitted": table.graph.omitted.json,
    ])
  }
}

extension GraphMetrics {
  fileprivate func json(of graph: SelectedGraph) -> JSON.Object {
    [
      "nodes": graph.nodes.count, "edges": graph.edges.count, "lines": lines?.exact, "linesAtLeast": lines?.lowerBound,
      "height": height, "density": density, "cycles": cycleCount, "longestChain": graph.ids(longestChain),
      "redundantEdges": redundantEdges.map(graph.json),
      "roots": graph.ids(roots), "leaves": graph.ids(leaves), "alone": graph.ids(alone),
    ]
  }
}

extension MetricsTable {
  fileprivate func json(_ row: NodeMetrics) -> JSON.Object {
    let node = graph.nodes[row.node]
    let names: JSON.Object = ["id": node.id, "name": node.title, "owners": owners(of: row)]
    return MetricFigure.all.reduce(names) { $0 + $1.value(row).members($1.json) }
  }
}
