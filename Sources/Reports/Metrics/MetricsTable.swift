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
  /// The number of nodes that the selection omits.
  private let unselectedCount: Int

  /// - Parameters:
  ///   - metrics: the metrics of the whole graph.
  ///   - selected: the part of the graph whose nodes become rows; `nil` for all.
  ///   - column: the column to sort by; `nil` for the most useful one.
  ///   - top: the maximum number of rows; `nil` for all.
  ///   - build: the recorded build whose costs the metrics contain.
  ///   - owners: those of modules, if they were read.
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

  /// The columns for people: figures with thousands separators, a dash for absent ones.
  func columns(_ headings: Headings) -> [Column<NodeMetrics>] {
    func column(
      _ long: String, _ short: String, _ cell: @escaping @Sendable (NodeMetrics) -> String
    )
      -> Column<NodeMetrics>
    {
      .figures(headings == .long ? long : short, cell)
    }
    let ofGraph = [
      column("files", "files") { Figures.count($0.sources) },
      column("lines", "lines") { Figures.count($0.lines) },
      column("fan-in", "in") { Figures.count($0.fanIn) },
      column("fan-out", "out") { Figures.count($0.fanOut) },
      column("all dependents", "all in") { Figures.count($0.dependents) },
      column("all dependencies", "all out") { Figures.count($0.dependencies) },
      column("height", "height") { Figures.count($0.height) },
      column("depth", "depth") { Figures.count($0.depth) },
      column("instability", "out share") { Figures.ratio($0.instability) },
      column("recompiled", "rebuilt share") { Figures.percent($0.recompiledShare) },
    ]
    let ofBuild = [
      column("CPU", "CPU") { Figures.seconds($0.cost?.cpuSeconds) },
      column("wall", "wall") { Figures.seconds($0.cost?.wallSeconds) },
      column("recompiled CPU", "rebuilt CPU") { Figures.seconds($0.recompiledCPUSeconds) },
    ]
    let owner: [Column<NodeMetrics>] = owners == nil ? [] : [.words("owners") { ownersText($0) }]
    return ofGraph + (build == nil ? [] : ofBuild) + owner
  }

  /// The owners of a row's modules, those of most files first; `nil` if they are not known.
  func owners(of row: NodeMetrics) -> [String]? { owners?.of(graph.nodes[row.node].modules.map(\.id)) }

  private func ownersText(_ row: NodeMetrics) -> String {
    owners(of: row).map { $0.isEmpty ? Figures.absent : $0.listed(atMost: 3) } ?? Figures.absent
  }

  /// The figures of the whole graph, in one line.
  var summary: String {
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

  /// Notable nodes of the graph, as titles and lists of names.
  func findings(_ label: (Int) -> String) -> [(title: String, names: String)] {
    let chain = metrics.longestChain
    let lists = [
      ("roots, which nothing depends on", metrics.roots), ("leaves, which depend on nothing", metrics.leaves),
      ("alone, neither", metrics.alone), ("lines not all known, so there are no shares", metrics.uncounted),
    ]
    return (chain.count > 1 ? [("longest chain", chain.map(label).joined(separator: " → "))] : [])
      + lists.filter { !$0.1.isEmpty }.map { ("\($0.0) (\(Figures.count($0.1.count)))", Self.names($0.1, label)) }
  }

  /// The maximum number of names in a list; JSON contains all.
  private static let nameLimit = 20

  private static func names(_ nodes: [Int], _ label: (Int) -> String) -> String {
    nodes.map(label).listed(atMost: nameLimit) + (nodes.count > nameLimit ? " (--format json names all)" : "")
  }

  /// What the table omits; `nil` if nothing.
  var hidden: String? {
    let rest = metrics.nodes.count - unselectedCount - rows.count
    let notes = [
      unselectedCount > 0 ? "\(Figures.counted(unselectedCount, graph.noun)) outside of the selection" : nil,
      rest > 0 ? "\(Figures.counted(rest, graph.noun)) below the first \(rows.count)" : nil, graph.omitted.note,
    ].compactMap { $0 }
    return notes.isEmpty ? nil : "not shown: " + notes.joined(separator: "; ")
  }
}
