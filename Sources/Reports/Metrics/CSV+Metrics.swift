import ModuleGraph

extension CSV {
  /// One row for each node. Shares, instability and seconds have at most six decimals. Counts that are not exact are
  /// empty, and so are seconds without a recorded build.
  package static func metrics(_ metrics: MetricsTable) -> String {
    let nodes = metrics.graph.nodes
    let names: [Column<NodeMetrics>] = [
      .text("id") { nodes[$0.node].id },
      .text("name") { nodes[$0.node].title },
    ]
    let owners: [Column<NodeMetrics>] = [.text("owners") { metrics.owners(of: $0)?.joined(separator: " ") ?? "" }]
    return table(Table(metrics.rows, columns: names + counts + shares + owners))
  }

  private static let counts: [Column<NodeMetrics>] = [
    .figures("source_files") { number($0.sources) },
    .figures("lines") { number($0.lines) },
    .figures("fan_in") { number($0.fanIn) },
    .figures("fan_out") { number($0.fanOut) },
    .figures("dependencies") { number($0.dependencies) },
    .figures("dependents") { number($0.dependents) },
    .figures("height") { number($0.height) },
    .figures("depth") { number($0.depth) },
  ]

  private static let shares: [Column<NodeMetrics>] = [
    .figures("instability") { number($0.instability) },
    .figures("recompiled_share") { number($0.recompiledShare) },
    .figures("cpu_seconds") { number($0.cost?.cpuSeconds) },
    .figures("wall_seconds") { number($0.cost?.wallSeconds) },
    .figures("recompiled_cpu_seconds") { number($0.recompiledCPUSeconds) },
  ]
}
