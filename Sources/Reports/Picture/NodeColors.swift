import ModuleGraph

/// The colour of each node, and the legend that explains it.
struct NodeColors {
  typealias Paint = GraphPicture.Paint

  struct Look {
    var paint: Paint
    /// What the colour represents.
    var note: String?
    /// Whether the figure is shown in the node itself, instead of its lines.
    var isFigureShown = false
    /// Whether the colour identifies the module's kind, since no other kind in the picture has it.
    var isKindShown = false
  }

  let legend: [GraphPicture.LegendEntry]
  /// By the node's index.
  let looks: [Look]

  /// - Parameters:
  ///   - graph: the graph to draw.
  ///   - whole: the graph before it was folded to a budget.
  init(_ graph: SelectedGraph, of whole: SelectedGraph, layers: LayersOfNodes, coloring: PictureStyle.Coloring) {
    switch coloring {
    case .kind: (looks, legend) = Self.byKind(graph)
    case .layer: (looks, legend) = Self.byLayer(graph, layers)
    case .lines:
      (looks, legend) = Self.byValue(
        graph.nodes.map { $0.lines?.exact.map(Double.init) }, title: "lines", unit: "lines")
    case .dependents:
      (looks, legend) = Self.byValue(Self.dependents(graph, whole), title: "dependents", unit: "dependents")
    case .instability:
      (looks, legend) = Self.byValue(
        Self.instability(graph), title: "instability", unit: "instability", bounds: [0.2, 0.4, 0.6, 0.8])
    case .cycles: (looks, legend) = Self.byCycle(graph)
    case .values(let title, let unit, let values):
      let sums = graph.nodes.map { node -> Double? in
        let known = node.modules.compactMap { values[$0.id] }
        return known.isEmpty ? nil : known.reduce(0, +)
      }
      (looks, legend) = Self.byValue(sums, title: title, unit: unit, absent: "no figure", areFiguresShown: true)
    }
  }

  private static let group = Paint(fill: "#f0f3f6", stroke: "#57606a")

  private static func byKind(_ graph: SelectedGraph) -> ([Look], [GraphPicture.LegendEntry]) {
    let present = Set(graph.nodes.compactMap(\.module?.kind))
    let kinds = Dictionary(grouping: Module.Kind.allCases.filter(present.contains), by: \.paint)
    let entries = Module.Kind.allCases.compactMap { kind -> GraphPicture.LegendEntry? in
      guard let alike = kinds[kind.paint], alike[0] == kind else { return nil }
      return .init(symbol: .area(kind.paint), text: alike.map(\.legend).joined(separator: ", "))
    }
    let groups =
      graph.nodes.contains { $0.group != nil }
      ? [GraphPicture.LegendEntry(symbol: .area(group), text: "several modules")] : []
    return (
      graph.nodes.map { node in
        guard let paint = node.module?.kind.paint else { return Look(paint: group) }
        return Look(paint: paint, isKindShown: kinds[paint]?.count == 1)
      }, entries + groups
    )
  }

  private static func byLayer(
    _ graph: SelectedGraph, _ layers: LayersOfNodes
  ) -> ([Look], [GraphPicture.LegendEntry]) {
    (
      layers.bands.map { Look(paint: layers.paint(ofBand: $0)) },
      Set(layers.bands).sorted().map { .init(symbol: .area(layers.paint(ofBand: $0)), text: layers.title(ofBand: $0)) }
    )
  }

  /// The largest sets have colours of their own; the others share the last one.
  private static func byCycle(_ graph: SelectedGraph) -> ([Look], [GraphPicture.LegendEntry]) {
    let sets = graph.graph.cyclicComponents.enumerated()
      .sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }.map(\.element)
    var looks = graph.nodes.map { _ in Look(paint: Palette.neutral) }
    for (index, members) in sets.enumerated() {
      for node in members { looks[node].paint = Palette.category(min(index, 6)) }
    }
    let named = sets.prefix(6).enumerated().map { index, members in
      let words = "\(Figures.counted(members.count, graph.noun)) that need one another"
      return GraphPicture.LegendEntry(symbol: .area(Palette.category(index)), text: words)
    }
    let rest = sets.dropFirst(6).count
    let others = GraphPicture.LegendEntry(
      symbol: .area(Palette.category(6)), text: Figures.counted(rest, "more such set"))
    return (looks, named + (rest > 0 ? [others] : []))
  }

  private static func byValue(
    _ values: [Double?], title: String, unit: String, bounds: [Double]? = nil, absent: String = "unknown",
    areFiguresShown: Bool = false
  ) -> ([Look], [GraphPicture.LegendEntry]) {
    let scale = FigureScale(values.compactMap { $0 }, bounds: bounds)
    let without =
      values.contains { $0 == nil } ? [GraphPicture.LegendEntry(symbol: .area(Palette.absent), text: absent)] : []
    return (
      values.map { value in
        guard let value else { return Look(paint: Palette.absent) }
        let note = "\(FigureScale.text(value)) \(unit)"
        return Look(paint: scale.paint(value), note: note, isFigureShown: areFiguresShown)
      }, [.init(symbol: .none, text: title + ":")] + scale.legend + without
    )
  }

  private static func dependents(_ graph: SelectedGraph, _ whole: SelectedGraph) -> [Double?] {
    let counts = whole.graph.transitivePredecessorCounts
    let byModule = zip(whole.nodes, counts).flatMap { node, count in node.modules.map { ($0.id, count) } }.keyed { $0 }
    return graph.nodes.map { node in node.modules.compactMap { byModule[$0.id] }.max().map(Double.init) }
  }

  private static func instability(_ graph: SelectedGraph) -> [Double?] {
    var (incoming, outgoing) = (graph.nodes.map { _ in Set<ModuleID>() }, graph.nodes.map { _ in Set<ModuleID>() })
    for edge in graph.edges where edge.from != edge.to {
      outgoing[edge.from].formUnion(edge.dependencies.map(\.to))
      incoming[edge.to].formUnion(edge.dependencies.map(\.from))
    }
    return zip(incoming, outgoing).map { incoming, outgoing in
      let all = incoming.count + outgoing.count
      return all == 0 ? nil : Double(outgoing.count) / Double(all)
    }
  }
}

/// The classes of a figure, each with its colour.
struct FigureScale {
  /// The upper bounds of all classes but the last, ascending.
  private let bounds: [Double]
  private let values: [Double]

  /// - Parameter bounds: given bounds; `nil` for `Breaks`.
  init(_ values: [Double], bounds: [Double]?) {
    self.values = values
    self.bounds = bounds ?? Breaks(values, count: Palette.sequence.count - 1).bounds
  }

  func paint(_ value: Double) -> GraphPicture.Paint { Palette.sequence[place(of: value)] }

  private func place(of value: Double) -> Int { bounds.firstIndex { value <= $0 } ?? bounds.count }

  /// The classes that have a value.
  var legend: [GraphPicture.LegendEntry] {
    Set(values.map(place)).sorted().map { place in
      let text = place < bounds.count ? "up to \(Self.text(bounds[place]))" : bounds.isEmpty ? "all" : "more"
      return .init(symbol: .area(Palette.sequence[place]), text: text)
    }
  }

  static func text(_ value: Double) -> String {
    value.rounded() == value && abs(value) < 1e15 ? Figures.count(Int(value)) : Figures.fixed(value, decimals: 2)
  }
}
