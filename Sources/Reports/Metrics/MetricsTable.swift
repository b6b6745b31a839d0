package import ModuleGraph

/// The metrics of a graph as rows: in which order, and how many of them.
package struct MetricsTable: Sendable {
  let metrics: GraphMetrics
  let rows: [NodeMetrics]

  /// - Parameters:
  ///   - column: what the rows are sorted by; what answers most questions where absent.
  ///   - top: how many rows are shown; all where absent.
  package init(_ metrics: GraphMetrics, sortedBy column: MetricColumn? = nil, top: Int? = nil) {
    self.metrics = metrics
    let sorted = metrics.nodes(sortedBy: column ?? metrics.defaultColumn)
    rows = Array(sorted.prefix(top ?? sorted.count))
  }

  var graph: SelectedGraph { metrics.graph }
  private var hiddenCount: Int { metrics.nodes.count - rows.count }

  /// For people: short headings, figures with thousands divided, a dash for what is absent.
  var header: [String] {
    [graph.noun, "files", "lines", "in", "out", "in*", "out*", "height", "depth", "inst.", "again"]
  }

  func cells(of row: NodeMetrics) -> [String] {
    let counts = [row.fanIn, row.fanOut, row.dependents, row.dependencies, row.height, row.depth]
    return [row.sources, row.lines].map { $0.map(Figures.count) ?? Figures.absent } + counts.map(Figures.count)
      + [Figures.ratio(row.instability), Figures.percent(row.recompiledShare)]
  }

  /// The graph as a whole, in one line.
  var summary: String {
    let edges = metrics.graph.edges.count
    let implied = metrics.redundantEdges.count
    return [
      Text.count(metrics.nodes.count, graph.noun),
      Text.count(edges, "edge") + (implied > 0 ? " (\(Figures.count(implied)) implied by longer paths)" : ""),
      metrics.lines.map { Text.count($0, "line") },
      metrics.cycleCount > 0 ? Text.count(metrics.cycleCount, "cycle") + " (modgauge cycles)" : nil,
      "height \(Figures.count(metrics.height))",
      metrics.density.map { "density \(Figures.percent($0))" },
    ].compactMap { $0 }.joined(separator: ", ")
  }

  /// What is not in the table.
  var hidden: String? {
    let rest = hiddenCount > 0 ? "\(Text.count(hiddenCount, graph.noun)) below the first \(rows.count)" : nil
    let notes = [rest, graph.omitted.note].compactMap { $0 }
    return notes.isEmpty ? nil : "not shown: " + notes.joined(separator: "; ")
  }
}
