package import ModuleGraph

extension GraphPicture {
  /// Violating modules and dependencies in red; of a large graph, only their surroundings are shown.
  package init(_ judged: JudgedCheck, style: PictureStyle = PictureStyle()) {
    self.init(judged, style: style, fewNodes: Self.fewNodes)
  }

  /// The same for at most `limit` modules; `nil` if there are no violations, or more modules.
  init?(neighbourhoodOf judged: JudgedCheck, limit: Int) {
    guard judged.counting.contains(where: { !$0.violation.modules.isEmpty }) else { return nil }
    self.init(judged, style: PictureStyle(), fewNodes: limit)
    guard nodeCount <= limit else { return nil }
  }

  private init(_ judged: JudgedCheck, style: PictureStyle, fewNodes: Int) {
    let count = judged.grouped.count
    let whole = judged.shownGraph
    let shown = whole.surroundings(of: judged.modulesAtFault, limit: fewNodes)
    var style = style
    style.marks = GraphMarks(judged)
    if shown.nodes.count < whole.nodes.count { style.budget = nil }
    self.init(shown, style: style)
    if caption == nil { title = "Architecture rules: " + title }
    let hidden = whole.nodes.count - shown.nodes.count
    notes.insert(count == 0 ? "no violations" : Figures.counted(count, "violation"), at: 0)
    if hidden > 0 { notes.append("not shown: \(Figures.counted(hidden, "module")) farther from the violations") }
    if !style.hasNotes { notes = [] }
    let red = Set(style.marks.modules.map(\.description))
    changeNodes { if red.contains($0.id) { $0.paint = Palette.removed } }
    if !red.isEmpty {
      legend.insert(LegendEntry(symbol: .area(Palette.removed), text: "module that breaks a rule"), at: 0)
    }
  }

  /// Above this number of nodes, a picture shows only the surroundings of violations.
  private static let fewNodes = 60
}

extension JudgedCheck {
  /// The modules of findings that count, and those on their paths.
  fileprivate var modulesAtFault: Set<ModuleID> {
    let violations = counting.map(\.violation)
    return Set(violations.flatMap { $0.modules + $0.path }).union(
      violations.flatMap(\.dependencies).flatMap { [$0.from, $0.to] })
  }

  /// The workspace's own modules, and all other violating modules.
  var shownGraph: SelectedGraph {
    let own = SelectedGraph(check.graph).nodes.flatMap(\.modules).map(\.id)
    return SelectedGraph(check.graph, shown: Set(own).union(modulesAtFault), layers: check.layers)
  }
}

extension GraphMarks {
  /// Marks the findings that count. For a dependency, only the edge is marked, not its ends.
  init(_ judged: JudgedCheck) {
    let violations = judged.counting.map(\.violation)
    self.init(
      dependencies: violations.flatMap(\.dependencies),
      modules: Set(violations.filter { $0.dependencies.isEmpty || $0.amount != nil }.flatMap(\.modules)))
  }
}

extension SelectedGraph {
  /// Some modules and their neighbours, or only those modules if there are many; everything if the graph is small or no
  /// module is given.
  fileprivate func surroundings(of modules: Set<ModuleID>, limit: Int) -> SelectedGraph {
    guard nodes.count > limit, !modules.isEmpty else { return self }
    let centre = Set(nodes.indices.filter { nodes[$0].modules.contains { modules.contains($0.id) } })
    let up = graph.reversed
    let near = centre.union(centre.flatMap { Array(graph.successors(of: $0)) + Array(up.successors(of: $0)) })
    let wanted = Set((near.count <= limit ? near : centre).map { nodes[$0].id })
    return filter { wanted.contains($0.id) }
  }
}
