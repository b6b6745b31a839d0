extension Text {
  /// A table that fits a terminal, and below it the graph as a whole.
  package static func metrics(_ table: MetricsTable) -> String {
    let labels = table.graph.labels
    let rows = table.rows.map { [labels[$0.node]] + table.cells(of: $0) }
    let findings = table.findings { labels[$0] }.map { "\($0.title): \($0.names)" }
    let notes = [table.summary] + findings + [legend(table), table.hidden].compactMap { $0 }
    return (rows.isEmpty ? "" : TextTable.text(header: table.header, rows: rows, flushLeft: 1) + "\n")
      + notes.map { TextTable.wrapped($0) }.joined()
  }

  private static func legend(_ table: MetricsTable) -> String {
    "in, out: what depends on it, what it depends on; with *: directly or not; inst.: out ÷ (in + out); "
      + "again: the share of all lines that a change may compile again"
      + (table.build.map { "; CPU, wall: its seconds in a \($0); CPU again: those of it and what depends on it" } ?? "")
  }
}
