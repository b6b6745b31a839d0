import ModuleGraph

extension WhatIfReport {
  /// The difference between the two structures: added, cut and moved dependencies, new and removed modules. The predicted
  /// CPU seconds are the fill of each module, and are shown below its name; its border shows the change.
  var picture: GraphPicture {
    // Selecting everything cannot fail.
    guard let difference = try? GraphDifference(from: forecast.graphBefore, to: forecast.graphAfter) else {
      return GraphPicture(title: "What if", clusters: [], edges: [], legend: [])
    }
    // Costs and machines change seconds only, which are shown for all modules unless these are too many.
    let showsAll = difference.isEmpty && difference.union.nodes.count <= PictureStyle.defaultBudget
    var style = PictureStyle()
    style.namesOptions = false
    var picture = GraphPicture(difference, style: style, context: showsAll ? .everything : .automatic)
    picture.title = "What if: \(forecast.proposal.changes.map(\.description).joined(separator: ", "))"
    picture.showSeconds(forecast.cpuSecondsByModule, from: origins)
    picture.showMoves(from: origins.merging(interfaces) { first, _ in first })
    return picture
  }

  /// The modules behind new interfaces.
  private var interfaces: [ModuleID: [ModuleID]] {
    var behind: [ModuleID: [ModuleID]] = [:]
    for case .interface(let id, _) in forecast.assumptions {
      behind[id] = forecast.graphAfter.dependencies.filter { $0.to == id && $0.from.name + "Interface" == id.name }
        .map(\.from)
    }
    return behind
  }

  /// The recorded modules from which the new ones come.
  private var origins: [ModuleID: [ModuleID]] {
    let before = Set(forecast.graphBefore.modules.map(\.id))
    let made = forecast.rebuilds.filter { !before.contains($0.module) && !$0.origins.isEmpty }
    return made.keyed { ($0.module, $0.origins) }
  }
}

extension GraphPicture {
  /// Fills the modules by their predicted CPU seconds, and adds these to the names.
  fileprivate mutating func showSeconds(_ seconds: [ModuleID: Double], from origins: [ModuleID: [ModuleID]]) {
    let shown = nodes.compactMap { $0.modules.first.flatMap { seconds[$0] } }
    let scale = FigureScale(shown, bounds: nil)
    let changes = legend.map { entry in
      guard case .area(let paint) = entry.symbol else { return entry }
      return LegendEntry(symbol: .area(Paint(fill: Palette.neutral.fill, stroke: paint.stroke)), text: entry.text)
    }
    changeNodes { node in
      guard let id = node.modules.first, let own = seconds[id] else {
        if !shown.isEmpty { node.paint.fill = Palette.neutral.fill }
        return
      }
      let words = "≈ \(Figures.seconds(own)) CPU"
      let from = origins[id].map { "from " + $0.map(\.name).joined(separator: ", ") }
      node.detail = [from ?? node.detail, words].compactMap(\.self).joined(separator: " · ")
      node.tooltip += ", \(words) predicted"
      node.paint.fill = scale.paint(own).fill
    }
    guard !shown.isEmpty else { return }
    let title = LegendEntry(symbol: .none, text: "predicted seconds of CPU time:")
    legend = changes + [title] + scale.legend
  }

  /// Shows an added dependency as moved if it replaces a removed one of a module from which one of its ends is derived.
  fileprivate mutating func showMoves(from origins: [ModuleID: [ModuleID]]) {
    let modules = nodes.keyed { ($0.id, $0.modules) }
    func sources(_ id: String) -> [ModuleID] { (modules[id] ?? []).flatMap { [$0] + (origins[$0] ?? []) } }
    let removed = edges.filter { $0.role == .removed }.keyed {
      ([modules[$0.from] ?? [], modules[$0.to] ?? []], $0)
    }
    var former: Set<Edge> = []
    for place in edges.indices where edges[place].role == .added {
      let found = sources(edges[place].from).flatMap { from in
        sources(edges[place].to).compactMap { removed[[[from], [$0]]] }
      }
      guard !found.isEmpty else { continue }
      former.formUnion(found)
      edges[place].role = .changed
      let old = found.map { $0.tooltip.replacing(", removed", with: "") }.joined(separator: " and ")
      edges[place].tooltip = edges[place].tooltip.replacing(", added", with: ", moved") + ", instead of \(old)"
    }
    edges.removeAll(where: former.contains)
    if !former.isEmpty { addMovesToLegend() }
  }

  private mutating func addMovesToLegend() {
    let roles = Set(edges.map(\.role))
    legend.removeAll { entry in
      if case .edge(let role) = entry.symbol {
        [.added, .removed].contains(role) && !roles.contains(role)
      } else {
        false
      }
    }
    legend.insert(
      LegendEntry(symbol: .edge(.changed), text: "moved"),
      at: legend.firstIndex { if case .edge = $0.symbol { true } else { false } } ?? 0)
  }
}
