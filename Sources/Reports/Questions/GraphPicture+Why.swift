package import ModuleGraph

extension GraphPicture {
  /// The shortest paths from one node to another, or all paths, with the two ends marked.
  ///
  /// Nothing is folded and no edge is omitted: each is part of the answer.
  package init(_ why: Why, allPaths: Bool) {
    let passage = why.passage(allPaths: allPaths)
    let steps = Set(passage.edges.map { [$0.from, $0.to] })
    let (from, to) = (why.graph.nodes[why.from].id, why.graph.nodes[why.to].id)
    let nodes = Set(steps.flatMap { $0 } + [why.from, why.to]).sorted().map { why.graph.nodes[$0].id }
    let shown = why.graph.filter({ nodes.contains($0.id) }, edges: { steps.contains([$0.from, $0.to]) })
    let shortest = allPaths ? why.passage(allPaths: false).edges : []
    let emphasized = Set(shortest.map { [why.graph.nodes[$0.from].id, why.graph.nodes[$0.to].id] })
    var style = PictureStyle()
    style.edges = .all
    style.budget = nil
    // Kinds are written out, so that colours are free for the two ends.
    style.coloring = .values(title: "", unit: "", [:])
    self.init(shown, style: style) { emphasized.contains([$0, $1]) ? .shortest : nil }
    title = from == to ? "Cycles through \(from)" : "Paths from \(from) to \(to)"
    notes = [Text.picture(of: why, passage, allPaths: allPaths)]
    changeNodes { $0.paint = $0.id == from ? Palette.start : $0.id == to ? Palette.end : Palette.neutral }
    let ends =
      why.paths.isEmpty || from == to
      ? [] : [(Palette.start, "the dependent"), (Palette.end, "the dependency")]
    legend =
      ends.map { LegendEntry(symbol: .area($0.0), text: $0.1) }
      + legend.filter {
        if case .area = $0.symbol { false } else { $0.symbol != .none }
      }
  }
}

extension Text {
  /// Which of the paths a picture shows.
  fileprivate static func picture(of why: Why, _ passage: Why.Passage, allPaths: Bool) -> String {
    guard let length = why.paths.first.map({ $0.count - 1 }) else {
      return noPath(why, why.graph.labels)
    }
    let all = (why.count.isExact ? "" : "at least ") + Figures.counted(why.count.value, "path")
    let steps = Figures.counted(length, "step")
    if !passage.isWhole { return "the steps of the first \(Figures.counted(passage.pathCount, "path")) of \(all)" }
    if allPaths { return "\(all), the shortest in \(steps)" }
    let short = (why.shortestCount.isExact ? "" : "at least ") + Figures.counted(why.shortestCount.value, "path")
    return why.shortestCount == why.count
      ? "\(all), in \(steps)" : "\(short) in \(steps), of \(all) (--all-paths draws all)"
  }
}
