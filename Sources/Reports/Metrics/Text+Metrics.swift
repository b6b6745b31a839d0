extension Text {
  /// A table that fits a terminal, and below it the graph as a whole.
  package static func metrics(_ table: MetricsTable) -> String {
    let labels = table.graph.labels
    let rows = table.rows.map { [labels[$0.node]] + table.cells(of: $0) }
    let chain = table.metrics.longestChain.map { labels[$0] }
    let notes = [
      table.summary,
      chain.count > 1 ? "longest chain: " + chain.joined(separator: " → ") : nil,
      legend, table.hidden,
    ]
    return (rows.isEmpty ? "" : TextTable.text(header: table.header, rows: rows, flushLeft: 1) + "\n")
      + notes.compactMap { $0 }.map { TextTable.wrapped($0) }.joined()
  }

  private static let legend =
    "in, out: what depends on it, what it depends on; with *: directly or not; inst.: out ÷ (in + out); "
    + "again: the share of all lines that a change may compile again"
}
