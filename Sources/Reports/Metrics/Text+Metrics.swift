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
    "in, out: what depends on it, and what it depends on, directly; all: directly or not. out share: out ÷ (in + out), also "
      + "called instability. rebuilt share: the share of all lines that a change of it may recompile"
      + (table.build.map { ". CPU, wall: its seconds in a \($0); rebuilt CPU: those of it and what depends on it" }
        ?? "")
  }
}
