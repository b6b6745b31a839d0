import ModuleGraph

extension Text {
  /// A table that fits a terminal, followed by the figures of the whole graph.
  package static func metrics(_ metrics: MetricsTable, _ style: TextStyle = .plain) -> String {
    (metrics.rows.isEmpty ? "" : table(metrics.table(.short), style) + "\n")
      + metrics.notes(legend(metrics)).map { wrapped($0, style) }.joined()
  }

  private static func legend(_ table: MetricsTable) -> String {
    "in, out: what depends on it, and what it depends on, directly; all: directly or not. out share: out ÷ (in + out), also "
      + "called instability. rebuilt share: the share of all lines that a change of it may recompile"
      + (table.build.map { ". CPU, wall: its seconds in a \($0); rebuilt CPU: those of it and what depends on it" }
        ?? "")
  }
}

extension Markdown {
  package static func metrics(_ metrics: MetricsTable) -> String {
    let notes = metrics.notes(metrics.build.map { "CPU, wall: seconds in a \($0)" })
    return document([.table(metrics.table(.long))] + .points(notes.map { Phrase($0) }))
  }
}
