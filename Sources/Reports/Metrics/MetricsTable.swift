package import ModuleGraph

/// The metrics of a graph as rows, selected, sorted and limited.
package struct MetricsTable: Report {
  package static let renderings: [Rendering<Self>] = [
    .text(Text.metrics), .csv(CSV.metrics), .json(JSON.metrics), .markdown(Markdown.metrics),
  ]

  let metrics: GraphMetrics
  let rows: [NodeMetrics]
  /// The recorded build of the seconds; `nil` without one.
  let build: String?
  /// `nil` if they were not read, or nothing has one.
  private let owners: ModuleOwners?
  private let unselectedCount: Int

  /// - Parameters:
  ///   - selected: the part of the graph whose nodes become rows; `nil` for all.
  ///   - column: the column to sort by; `nil` for the most useful one.
  ///   - top: the maximum number of rows; `nil` for all.
  package init(
    _ metrics: GraphMetrics, of selected: SelectedGraph? = nil, sortedBy column: MetricColumn? = nil, top: Int? = nil,
    build: String? = nil, owners: ModuleOwners? = nil
  ) {
    self.metrics = metrics
    self.owners = owners?.file == nil ? nil : owners
    self.build = build
    let chosen = selected.map { Set($0.nodes.map(\.id)) }
    let sorted = metrics.nodes(sortedBy: column ?? metrics.defaultColumn)
      .filter { row in chosen?.contains(metrics.graph.nodes[row.node].id) ?? true }
    unselectedCount = metrics.nodes.count - sorted.count
    rows = Array(sorted.prefix(top ?? sorted.count))
  }

  var graph: SelectedGraph { metrics.graph }

  enum Headings {
    case short, long
  }

  /// The table for people: figures with thousands separators, a dash for absent ones.
  func table(_ headings: Headings) -> Table {
    let labels = graph.labels
    let name: [Column<NodeMetrics>] = [.text(graph.noun) { labels[$0.node] }]
    let figures = MetricFigure.all.filter { build != nil || !$0.isRecorded }.map { figure in
      Column<NodeMetrics>.figures(headings == .long ? figure.heading : figure.short) { figure.value($0).text }
    }
    let owner: [Column<NodeMetrics>] =
      owners == nil
      ? [] : [.text("owners") { owners(of: $0).flatMap { $0.isEmpty ? nil : $0.listed(atMost: 3) } ?? Figures.absent }]
    return Table(rows, columns: name + figures + owner)
  }

  /// The owners of a row's modules, those of most files first; `nil` if they are not known.
  func owners(of row: NodeMetrics) -> [String]? { owners?.of(graph.nodes[row.node].modules.map(\.id)) }

  private var summary: String {
    let edges = metrics.graph.edges.count
    let implied = metrics.redundantEdges.count
    return [
      (unselectedCount > 0 ? "the whole graph: " : "") + Figures.counted(metrics.nodes.count, graph.noun),
      Figures.counted(edges, "edge") + (implied > 0 ? " (\(Figures.count(implied)) implied by longer paths)" : ""),
      metrics.lines.map { Figures.counted($0, "line") },
      metrics.cycleCount > 0 ? Figures.counted(metrics.cycleCount, "cycle") + " (modgauge cycles)" : nil,
      "height \(Figures.count(metrics.height))",
      metrics.density.map { "density \(Figures.percent($0))" },
    ].compactMap { $0 }.joined(separator: ", ")
  }

  /// The figures and notable nodes of the whole graph, and what the table omits.
  /// - Parameter legend: what the columns mean.
  func notes(_ legend: String?) -> [String] {
    [summary] + findings + [legend, hidden].compactMap(\.self)
  }

  private var findings: [String] {
    let (chain, labels) = (metrics.longestChain, graph.labels)
    let lists = [
      ("roots, which nothing depends on", metrics.roots), ("leaves, which depend on nothing", metrics.leaves),
      ("alone, neither", metrics.alone), ("lines not all known, so there are no shares", metrics.uncounted),
    ]
    return (chain.count > 1 ? ["longest chain: " + chain.map { labels[$0] }.joined(separator: " → ")] : [])
      + lists.filter { !$0.1.isEmpty }.map { title, nodes in
        "\(title) (\(Figures.count(nodes.count))): " + Self.names(nodes.map { labels[$0] })
      }
  }

  /// The maximum number of names in a list; JSON contains all.
  private static let nameLimit = 20

  private static func names(_ names: [String]) -> String {
    names.listed(atMost: nameLimit) + (names.count > nameLimit ? " (--format json names all)" : "")
  }

  private var hidden: String? {
    let rest = metrics.nodes.count - unselectedCount - rows.count
    let notes = [
      unselectedCount > 0 ? "\(Figures.counted(unselectedCount, graph.noun)) outside of the selection" : nil,
      rest > 0 ? "\(Figures.counted(rest, graph.noun)) below the first \(rows.count)" : nil, graph.omitted.note,
    ].compactMap { $0 }
    return notes.isEmpty ? nil : "not shown: " + notes.joined(separator: "; ")
  }
}
