extension Markdown {
  /// The table, and below it the graph as a whole.
  package static func metrics(_ table: MetricsTable) -> String {
    let labels = table.graph.labels
    let rows = table.rows.map { [escaped(labels[$0.node])] + table.cells(of: $0) }
    let header =
      [
        table.graph.noun, "files", "lines", "fan-in", "fan-out", "all dependents", "all dependencies", "height",
        "depth", "instability", "compiled again",
      ] + (table.build == nil ? [] : ["CPU", "wall", "CPU compiled again"])
    let findings = table.findings { escaped(labels[$0]) }.map { "\($0.title): \($0.names)" }
    let build = table.build.map { "CPU, wall: seconds in a \(escaped($0))" }
    let notes = [table.summary] + findings + [build, table.hidden].compactMap { $0 }
    return Markdown.table(header: header, rows: rows) + "\n\n" + notes.map { "- \($0)\n" }.joined()
  }
}
