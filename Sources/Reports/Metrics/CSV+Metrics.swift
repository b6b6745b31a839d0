extension CSV {
  /// One row for each node. Shares, instability and seconds have six decimals at most; counts of which parts are not known
  /// are left empty, and so are seconds where no recorded build is looked at.
  package static func metrics(_ table: MetricsTable) -> String {
    let rows = table.rows.map { row in
      let node = table.graph.nodes[row.node]
      let counts = [row.fanIn, row.fanOut, row.dependencies, row.dependents, row.height, row.depth]
      return [node.id, node.title, number(row.sources), number(row.lines)] + counts.map(String.init)
        + [
          row.instability, row.recompiledShare, row.cost?.cpuSeconds, row.cost?.wallSeconds, row.recompiledCPUSeconds,
        ].map(number)
    }
    return text(header: header, rows: rows)
  }

  private static let header = [
    "id", "name", "source_files", "lines", "fan_in", "fan_out", "dependencies", "dependents", "height", "depth",
    "instability", "recompiled_share", "cpu_seconds", "wall_seconds", "recompiled_cpu_seconds",
  ]
}
