import ModuleGraph

extension Markdown {
  /// The table, followed by the figures of the whole graph.
  package static func metrics(_ metrics: MetricsTable) -> String {
    let labels = metrics.graph.labels
    let name: [Column<NodeMetrics>] = [.words(metrics.graph.noun) { labels[$0.node] }]
    let rows = Table(metrics.rows, columns: name + metrics.columns(.long))
    let findings = metrics.findings { escaped(labels[$0]) }.map { "\($0.title): \($0.names)" }
    let build = metrics.build.map { "CPU, wall: seconds in a \(escaped($0))" }
    let notes = [metrics.summary] + findings + [build, metrics.hidden].compactMap { $0 }
    return table(rows) + "\n\n" + notes.map { "- \($0)\n" }.joined()
  }
}
