import ModuleGraph

extension Text {
  /// A table that fits a terminal, followed by the figures of the whole graph.
  package static func metrics(_ metrics: MetricsTable, _ style: TextStyle = .plain) -> String {
    let labels = metrics.graph.labels
    let name: [Column<NodeMetrics>] = [.words(metrics.graph.noun) { labels[$0.node] }]
    let findings = metrics.findings { labels[$0] }.map { "\($0.title): \($0.names)" }
    let notes = [metrics.summary] + findings + [legend(metrics), metrics.hidden].compactMap { $0 }
    return
      (metrics.rows.isEmpty ? "" : table(Table(metrics.rows, columns: name + metrics.columns(.short)), style) + "\n")
      + notes.map { wrapped($0, style) }.joined()
  }

  private static func legend(_ table: MetricsTable) -> String {
    "in, out: what depends on it, what it depends on; with *: directly or not; inst.: out ÷ (in + out); "
      + "again: the share of all lines that a change may recompile"
      + (table.build.map { "; CPU, wall: its seconds in a \($0); CPU again: those of it and what depends on it" } ?? "")
  }
}
