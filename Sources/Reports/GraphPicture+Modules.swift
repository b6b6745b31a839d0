package import ModuleGraph

extension GraphPicture {
  /// Modules and groups of them, folded to the style's budget.
  ///
  /// - Complexity: O(modules + dependencies), and that of the transitive reduction.
  package init(_ graph: SelectedGraph, style: PictureStyle = PictureStyle()) {
    self.init(graph, style: style) { _, _ in nil }
  }

  /// - Parameter emphasis: what an edge from one node to another, by their ids, means in this picture.
  init(
    _ graph: SelectedGraph, style: PictureStyle, emphasis: (_ from: String, _ to: String) -> Role?
  ) {
    let (shown, shortening) = style.budget.map(graph.shortened) ?? (graph, nil)
    let layers = LayersOfNodes(shown)
    let clustering = style.clustering ?? (layers.isNamed ? .layer : .package)
    let coloring = style.coloring ?? (layers.isNamed ? .layer : .kind)
    let colors = NodeColors(shown, of: graph, layers: layers, coloring: coloring)
    let bands = clustering == .layer && layers.isNamed ? layers : nil
    let drawn = DrawnEdges(shown, choice: style.edges, layers: bands) {
      emphasis(shown.nodes[$0.from].id, shown.nodes[$0.to].id)
    }
    self.init(
      title: Self.title(graph),
      notes: [
        shortening.map { Self.note($0, of: graph, as: shown) }, shown.omitted.note.map { "not shown: \($0)" },
        drawn.note.map { "not drawn: \($0)" + (style.edges == nil ? " (--edges all)" : "") },
      ].compactMap { $0 },
      clusters: Self.clusters(
        shown, by: clustering, layers: layers, isLayerPainted: coloring == .layer
      ) { Node(shown.nodes[$0], colors.look(of: $0)) },
      isLayered: bands != nil,
      edges: drawn.edges,
      // Bands that have their nodes' colour need no other explanation.
      legend: (bands != nil && coloring == .layer ? [] : colors.legend) + drawn.legend)
  }

  private static func title(_ graph: SelectedGraph) -> String {
    let packages = Set(graph.nodes.lazy.flatMap(\.modules).map(\.package)).sorted()
    let words = packages.count > 3 ? "\(Figures.count(packages.count)) packages" : packages.joined(separator: ", ")
    return "Module graph" + (packages.isEmpty ? "" : " of " + words)
  }

  /// The nodes of each box, sorted by its name; external products last, and what stands in no box after them.
  static func clusters(
    _ graph: SelectedGraph, by clustering: PictureStyle.Clustering, layers: LayersOfNodes, isLayerPainted: Bool = false,
    node: (Int) -> Node
  ) -> [Cluster] {
    switch clustering {
    case .none: return [Cluster(name: nil, nodes: graph.nodes.indices.map(node))]
    case .layer:
      let byLayer = Dictionary(grouping: graph.nodes.indices) { layers.band(of: $0) }
      return byLayer.keys.sorted().map { band in
        Cluster(
          name: layers.title(ofBand: band), paint: isLayerPainted ? layers.paint(ofBand: band) : nil,
          nodes: (byLayer[band] ?? []).map(node))
      }
    case .package:
      let byBox = Dictionary(grouping: graph.nodes.indices) { Box(graph.nodes[$0]) }
      let isOne = byBox.keys.count { $0 != .none } < 2
      return byBox.keys.sorted().map { Cluster(name: isOne ? nil : $0.name, nodes: (byBox[$0] ?? []).map(node)) }
    }
  }

  /// Where a node stands in a picture that is clustered by package.
  private enum Box: Hashable, Comparable {
    case package(String)
    case external
    case none

    init(_ node: SelectedGraph.Node) {
      let package = node.modules[0].package
      if node.modules.allSatisfy({ $0.kind == .external }) {
        self = node.group == nil ? .external : .none
      } else if node.group?.kind != .package, node.modules.allSatisfy({ $0.package == package }) {
        self = .package(package)
      } else {
        self = .none
      }
    }

    var name: String? {
      switch self {
      case .package(let name): name
      case .external: "other packages"
      case .none: nil
      }
    }
  }
}

extension GraphPicture.Node {
  init(_ node: SelectedGraph.Node, _ look: NodeColors.Look) {
    if let module = node.module {
      self.init(module, paint: look.paint, note: look.note, isKindStated: !look.isKindShown)
      return
    }
    let count = "\(Figures.count(node.modules.count)) \(node.modules.count == 1 ? "module" : "modules")"
    let lines = node.lines.map { Self.lines($0) }
    let isRest = node.group?.kind == .rest
    let isWord = node.group?.kind == .word
    let members = node.modules.prefix(12).map(\.name).joined(separator: ", ")
    let more = node.modules.count - 12
    self.init(
      id: node.id, title: isRest ? "+\(Figures.count(node.modules.count))" : node.title + (isWord ? "…" : ""),
      detail: [isRest ? node.title : count, lines].compactMap { $0 }.joined(separator: " · "),
      tooltip: [node.title, count, lines, look.note].compactMap { $0 }.joined(separator: ", ") + ": " + members
        + (more > 0 ? " and \(Figures.count(more)) more" : ""),
      shape: .stack, paint: look.paint)
  }

  init(
    _ module: Module, paint: GraphPicture.Paint, marks: [String] = [], note: String? = nil, isKindStated: Bool = false
  ) {
    let size = module.lines.map { Self.lines($0) }
    let files = module.sources.map { "\(Figures.count($0)) \($0 == 1 ? "file" : "files")" }
    let kind = isKindStated && module.kind != .regular ? module.kind.legend : nil
    self.init(
      id: module.id.description, title: module.name,
      detail: module.kind == .external
        ? module.package : [kind, size].compactMap { $0 }.joined(separator: " · ").nonEmpty,
      tooltip: ([module.id.description, module.kind.legend] + [files, size, note].compactMap { $0 })
        .joined(separator: ", "),
      shape: module.kind.shape, paint: paint, isDashed: module.kind == .external, marks: marks)
  }

  private static func lines(_ count: Int) -> String { "\(Figures.count(count)) \(count == 1 ? "line" : "lines")" }
}

extension String {
  fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}

extension Module.Kind {
  var paint: GraphPicture.Paint {
    switch self {
    case .regular: .init(fill: "#ddf4ff", stroke: "#0969da")
    case .executable, .snippet: .init(fill: "#dafbe1", stroke: "#1a7f37")
    case .test: .init(fill: "#fff8c5", stroke: "#9a6700")
    case .macro: .init(fill: "#fbefff", stroke: "#8250df")
    case .plugin: .init(fill: "#fff1e5", stroke: "#bc4c00")
    case .system: .init(fill: "#f6f8fa", stroke: "#57606a")
    case .binary: .init(fill: "#d0d7de", stroke: "#24292f")
    case .external: .init(fill: "#ffffff", stroke: "#6e7781")
    }
  }

  var shape: GraphPicture.Shape {
    switch self {
    case .regular, .external: .roundedBox
    case .executable, .snippet: .heavyBox
    case .test: .note
    case .macro: .octagon
    case .plugin: .folder
    case .system, .binary: .cylinder
    }
  }

  var legend: String {
    switch self {
    case .regular: "module"
    case .executable, .test, .macro, .plugin, .snippet: rawValue
    case .system: "system library"
    case .binary: "binary"
    case .external: "product of another package"
    }
  }
}
