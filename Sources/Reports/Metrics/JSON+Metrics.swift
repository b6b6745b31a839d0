import ModuleGraph

extension JSON {
  /// `modgauge.metrics/1`.
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
    return [
      "id": node.id, "name": node.title,
      "sources": row.sources?.exact, "sourcesAtLeast": row.sources?.lowerBound,
      "lines": row.lines?.exact, "linesAtLeast": row.lines?.lowerBound,
      "fanIn": row.fanIn, "fanOut": row.fanOut, "dependencies": row.dependencies, "dependents": row.dependents,
      "height": row.height, "depth": row.depth, "instability": row.instability,
      "recompiledShare": row.recompiledShare, "recompiledCPUSeconds": row.recompiledCPUSeconds,
      "cpuSeconds": row.cost?.cpuSeconds, "wallSeconds": row.cost?.wallSeconds, "owners": owners(of: row),
    ]
  }
}
