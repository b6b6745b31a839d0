extension CSV {
  /// One row for each node. Shares and instability are from 0 to 1, with six decimals at most.
  package static func metrics(_ table: MetricsTable) -> String {
    let rows = table.rows.map { row in
      let node = table.graph.nodes[row.node]
      let counts = [row.fanIn, row.fanOut, row.dependencies, row.dependents, row.height, row.depth]
      return [node.id, node.title] + [row.sources, row.lines].map { $0.map(String.init) ?? "" }
        + counts.map(String.init)
        + [number(row.instability), number(row.recompiledShare)]
    }
    return text(header: header, rows: rows)
  }

  private static let header = [
    "id", "name", "source_files", "lines", "fan_in", "fan_out", "dependencies", "dependents", "height", "depth",
    "instability", "recompiled_share",
  ]
}
