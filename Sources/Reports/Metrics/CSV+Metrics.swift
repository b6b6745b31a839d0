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
    let figures = MetricFigure.all.map { figure in
      Column<NodeMetrics>.figures(figure.csv) { figure.value($0).field }
    }
    return table(Table(metrics.rows, columns: names + figures + owners))
  }
}
