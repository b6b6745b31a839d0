extension Markdown {
  /// The table, and below it the graph as a whole.
  package static func metrics(_ table: MetricsTable) -> String {
    let labels = table.graph.labels
    let rows = table.rows.map { [escaped(labels[$0.node])] + table.cells(of: $0) }
    let header = [
      table.graph.noun, "files", "lines", "fan-in", "fan-out", "all dependents", "all dependencies", "height", "depth",
      "instability", "compiled again",
    ]
    let chain = table.metrics.longestChain.map { escaped(labels[$0]) }
    let notes = [
      table.summary, chain.count > 1 ? "Longest chain: " + chain.joined(separator: " → ") : nil, table.hidden,
    ].compactMap { $0 }
    return Markdown.table(header: header, rows: rows) + "\n\n" + notes.map { "- \($0)\n" }.joined()
  }
}
