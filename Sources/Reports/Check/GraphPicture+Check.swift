package import ModuleGraph

extension GraphPicture {
  /// The modules and dependencies that break rules in red, with what is around them where the graph is large.
  package init(_ judged: JudgedCheck, style: PictureStyle = PictureStyle()) {
    self.init(judged, style: style, fewNodes: Self.fewNodes)
  }

  /// The same of few modules; `nil` where nothing is at fault, or more are.
  init?(neighbourhoodOf judged: JudgedCheck, limit: Int) {
    guard judged.counting.contains(where: { !$0.violation.modules.isEmpty }) else { return nil }
    self.init(judged, style: PictureStyle(), fewNodes: limit)
    guard nodeCount <= limit else { return nil }
  }

  private init(_ judged: JudgedCheck, style: PictureStyle, fewNodes: Int) {
    let violations = judged.counting.map(\.violation)
    let whole = judged.shownGraph
    let shown = whole.surroundings(of: judged.modulesAtFault, limit: fewNodes)
    var style = style
    style.marks = GraphMarks(judged)
    if shown.nodes.count < whole.nodes.count { style.budget = nil }
    self.init(shown, style: style)
    title = "Architecture rules: " + title
    let hidden = whole.nodes.count - shown.nodes.count
    notes.insert(
      violations.isEmpty ? "no violations" : Figures.counted(violations.count, "violation"), at: 0)
    if hidden > 0 { notes.append("not shown: \(Figures.counted(hidden, "module")) farther from the violations") }
    let red = Set(style.marks.modules.map(\.description))
    for cluster in clusters.indices {
      for node in clusters[cluster].nodes.indices where red.contains(clusters[cluster].nodes[node].id) {
        clusters[cluster].nodes[node].paint = Palette.removed
      }
    }
    if !red.isEmpty {
      legend.insert(LegendEntry(symbol: .area(Palette.removed), text: "module that breaks a rule"), at: 0)
    }
  }

  /// Above so many nodes, a picture shows what is near to violations only.
  private static let fewNodes = 60
}

extension JudgedCheck {
  /// The modules of what counts, and those on its paths.
  fileprivate var modulesAtFault: Set<ModuleID> {
    let violations = counting.map(\.violation)
    return Set(violations.flatMap { $0.modules + $0.path }).union(
      violations.flatMap(\.dependencies).flatMap { [$0.from, $0.to] })
  }

  /// The workspace's own modules, and whatever else is at fault.
  var shownGraph: SelectedGraph {
    let own = SelectedGraph(check.graph).nodes.flatMap(\.modules).map(\.id)
    return SelectedGraph(check.graph, shown: Set(own).union(modulesAtFault), layers: check.layers)
  }
}

extension GraphMarks {
  /// What counts. Of a dependency, neither end is at fault by itself.
  init(_ judged: JudgedCheck) {
    let violations = judged.counting.map(\.violation)
    self.init(
      dependencies: violations.flatMap(\.dependencies),
      modules: Set(violations.filter { $0.dependencies.isEmpty || $0.amount != nil }.flatMap(\.modules)))
  }
}

extension SelectedGraph {
  /// Some modules and what is one step from them, or those modules alone where that is much; everything where the graph is
  /// small, or none is given.
  fileprivate func surroundings(of modules: Set<ModuleID>, limit: Int) -> SelectedGraph {
    guard nodes.count > limit, !modules.isEmpty else { return self }
    let centre = Set(nodes.indices.filter { nodes[$0].modules.contains { modules.contains($0.id) } })
    let up = graph.reversed
    let near = centre.union(centre.flatMap { Array(graph.successors(of: $0)) + Array(up.successors(of: $0)) })
    let wanted = Set((near.count <= limit ? near : centre).map { nodes[$0].id })
    return filter { wanted.contains($0.id) }
  }
}
