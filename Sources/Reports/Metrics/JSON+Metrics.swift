import ModuleGraph

extension JSON {
  package static func metrics(_ table: MetricsTable) throws -> String {
    let (metrics, graph) = (table.metrics, table.graph)
    let whole: Object = [
      "longestChain": graph.ids(metrics.longestChain), "redundantEdges": metrics.redundantEdges.map(graph.json),
      "roots": graph.ids(metrics.roots), "leaves": graph.ids(metrics.leaves), "alone": graph.ids(metrics.alone),
    ]
    return try pretty([
      "schema": "modgauge.metrics/1", "graph": metrics.json + whole, "build": table.build,
      "nodes": table.rows.map { row(table, $0) }, "omitted": graph.omitted.json,
    ])
  }

  private static func row(_ table: MetricsTable, _ row: NodeMetrics) -> Object {
    let node = table.graph.nodes[row.node]
    let names: Object = ["id": node.id, "name": node.title, "owners": table.owners(of: row)]
    return MetricFigure.all.reduce(names) { $0 + $1.value(row).members($1.json) }
  }
}

extension GraphMetrics {
  var json: JSON.Object {
    [
      "nodes": graph.nodes.count, "edges": graph.edges.count, "lines": lines?.exact, "linesAtLeast": lines?.lowerBound,
      "height": height, "density": density, "cycles": cycleCount,
    ]
  }
}
