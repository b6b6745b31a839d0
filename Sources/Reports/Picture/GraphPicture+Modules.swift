package import ModuleGraph

extension GraphPicture {
  /// A picture of modules and groups of them, folded to the style's budget.
  /// - Complexity: O(modules + dependencies), and that of the transitive reduction.
  /// - Parameter emphasis: the role of an edge between two nodes, by their ids, in this picture; `nil` for none.
  package init(
    _ graph: SelectedGraph, style: PictureStyle = PictureStyle(),
    emphasis: (_ from: String, _ to: String) -> Role? = { _, _ in nil }
  ) {
    let (shown, shortening) =
      (style.smallerBudget ?? style.budget).map { graph.shortened(to: $0, mostProminent: style.mostProminent) }
      ?? (graph, nil)
    let layers = LayersOfNodes(shown)
    let clustering = style.clustering ?? (layers.isNamed ? .layer : .package)
    let coloring = style.coloring ?? (layers.isNamed ? .layer : .kind)
    let colors = NodeColors(shown, of: graph, layers: layers, coloring: coloring)
    let bands = clustering == .layer && layers.isNamed ? layers : nil
    let drawn = DrawnEdges(shown, choice: style.edges, layers: bands) {
      style.marks.role(of: $0) ?? emphasis(shown.nodes[$0.from].id, shown.nodes[$0.to].id)
    }
    var notes = graph.nodes.isEmpty ? ["no module to show"] : []
    if let shortening {
      let options = style.namesOptions ? " (--budget 0 shows all, --focus or --package a part)" : ""
      notes.append(Self.note(shortening, of: graph) + options)
      notes += Self.exceptions(shortening, boxes: shown.nodes.count, budget: style.budget)
    }
    if let omitted = shown.omitted.note { notes.append("not shown: \(omitted)") }
    if let note = drawn.note {
      notes.append("not drawn: \(note)" + (style.namesOptions && style.edges == nil ? " (--edges all)" : ""))
    }
    self.init(
      title: style.title ?? Self.title(graph, of: style.workspaceName),
      caption: style.title,
      notes: style.hasNotes ? notes + style.notes : [],
      clusters: Self.clusters(shown, by: clustering, layers: layers, isLayerPainted: coloring == .layer) { index in
        var node = Node(shown.nodes[index], colors.looks[index], in: shown)
        node.isFocused = graph.isFocused(node.modules)
        return style.hasShapes ? node : node.boxed
      },
      noun: graph.memberNoun, isFolded: shortening != nil,
      isLayered: bands != nil,
      edges: drawn.edges,
      // Bands in the colour of their nodes need no legend.
      legend: (bands != nil && coloring == .layer ? [] : colors.legend) + drawn.legend)
  }

  private static func title(_ graph: SelectedGraph, of workspace: String?) -> String {
    if graph.isOfFiles, let first = graph.nodes.first?.modules[0].package {
      return "Files of " + first.prefix { $0 != "/" }
    }
    let packages = Set(
      graph.nodes.lazy.flatMap(\.modules).filter { $0.kind != .unknown }
        .map { graph.packageNames[$0.package] ?? $0.package }
    ).sorted()
    if packages.isEmpty { return "Module graph" }
    if packages.count <= 3 { return "Module graph of " + packages.joined(separator: ", ") }
    let count = "\(Figures.count(packages.count)) packages"
    return "Module graph of " + (workspace.map { "\($0) (\(count))" } ?? count)
  }

  /// The nodes of each box, sorted by its name; external products last, then nodes outside boxes, those with edges
  /// first.
  static func clusters(
    _ graph: SelectedGraph, by clustering: PictureStyle.Clustering, layers: LayersOfNodes, isLayerPainted: Bool = false,
    node: (Int) -> Node
  ) -> [Cluster] {
    switch clustering {
    case .none: return unboxed(Array(graph.nodes.indices), graph, node)
    case .layer:
      let byLayer = Dictionary(grouping: graph.nodes.indices) { layers.bands[$0] }
      return byLayer.keys.sorted().map { band in
        Cluster(
          name: layers.title(ofBand: band), paint: isLayerPainted ? layers.paint(ofBand: band) : nil,
          nodes: (byLayer[band] ?? []).map(node))
      }
    case .package: return packages(graph, node)
    }
  }

  /// A package with one module gets no box: its name is shown below the module's.
  private static func packages(_ graph: SelectedGraph, _ node: (Int) -> Node) -> [Cluster] {
    let byBox = Dictionary(grouping: graph.nodes.indices) { Box(graph.nodes[$0], names: graph.packageNames) }
    let boxes = byBox.keys.filter { $0 != .none }.sorted()
    if boxes.count < 2 { return unboxed((boxes + [.none]).flatMap { byBox[$0] ?? [] }, graph, node) }
    let isBoxed = { (box: Box) in box == .external || (byBox[box] ?? []).count > 1 }
    let owners = boxes.filter { !isBoxed($0) }.flatMap { box in (byBox[box] ?? []).map { ($0, box.name) } }.keyed { $0 }
    let rest = ((byBox[.none] ?? []) + owners.keys).sorted()
    return boxes.filter(isBoxed).map { Cluster(name: $0.name, nodes: (byBox[$0] ?? []).map(node)) }
      + unboxed(rest, graph) { index in node(index).owned(by: owners[index] ?? nil) }
  }

  private static func unboxed(_ nodes: [Int], _ graph: SelectedGraph, _ node: (Int) -> Node) -> [Cluster] {
    let linked = Set(graph.edges.flatMap { $0.from == $0.to ? [] : [$0.from, $0.to] })
    let (inside, alone) = (nodes.filter(linked.contains), nodes.filter { !linked.contains($0) })
    guard alone.count > 2, !linked.isEmpty else {
      return nodes.isEmpty ? [] : [Cluster(name: nil, nodes: nodes.map(node))]
    }
    return [
      Cluster(name: nil, nodes: inside.map(node)),
      Cluster(name: "on their own", isAside: true, nodes: alone.map(node)),
    ].filter { !$0.nodes.isEmpty }
  }

  /// The box of a node in a picture that is clustered by package.
  private enum Box: Hashable, Comparable {
    case package(name: String, key: String)
    case external
    case none

    init(_ node: SelectedGraph.Node, names: [String: String]) {
      let package = node.modules[0].package
      if node.modules.allSatisfy({ $0.kind.isOutside }) {
        self = node.module?.kind == .external ? .external : .none
      } else if node.modules.allSatisfy({ $0.package == package }) {
        self = .package(name: names[package] ?? package, key: package)
      } else {
        self = .none
      }
    }

    var name: String? {
      switch self {
      case .package(let name, _): name
      case .external: "other packages"
      case .none: nil
      }
    }
  }
}

extension GraphPicture.Node {
  /// The same as a box, unless it is a group.
  fileprivate var boxed: Self {
    var node = self
    if shape != .stack { node.shape = .roundedBox }
    return node
  }

  init(_ node: SelectedGraph.Node, _ look: NodeColors.Look, in graph: SelectedGraph) {
    if let module = node.module {
      self.init(module, look)
      return
    }
    let (count, isExact) = Self.count(node, in: graph)
    let lines = node.lines.map { Figures.counted($0, "line") }
    let name = graph.title(of: node)
    let members = node.modules.map(\.name).listed(atMost: 12)
    self.init(
      id: node.id, title: name,
      detail: [
        node.group?.kind == .alone ? count + " on their own" : count, look.isFigureShown ? look.note : lines,
      ].compactMap { $0 }.joined(separator: " · "),
      tooltip: [name, count, lines, look.note].compactMap { $0 }.joined(separator: ", ") + ": " + members,
      shape: .stack, paint: look.paint, modules: node.modules.map(\.id),
      listed: isExact || node.modules.count > Self.mostListed
        ? [] : node.modules.map { GraphPicture.Listed(title: $0.name) })
  }

  /// Up to this number, the members of a group are listed whose name is true of others as well.
  private static let mostListed = 8

  private init(_ module: Module, _ look: NodeColors.Look) {
    // A bundle of resources has no sources.
    let lines = module.sources == 0 ? nil : module.lines
    let size = lines.map { (module.missingSources == nil ? "" : "at least ") + Figures.counted($0, "line") }
    let files = module.sources.map { Figures.counted($0, "file") }
    let kind = !look.isKindShown && ![.regular, .file].contains(module.kind) ? module.kind.legend : nil
    let details = [kind, look.isFigureShown ? look.note : size].compactMap { $0 }
    self.init(
      id: module.id.description, title: module.name,
      detail: module.kind.isOutside
        ? module.package
        : details.isEmpty ? nil : details.joined(separator: " · "),
      tooltip: ([module.id.description, module.kind.legend] + [files, size, look.note].compactMap { $0 })
        .joined(separator: ", "),
      shape: module.kind.shape, paint: look.paint, isDashed: module.kind.isOutside,
      modules: [module.id])
  }

  /// For example `16 modules`, or `16 of 17 modules` if the group's name is true of others as well.
  private static func count(
    _ node: SelectedGraph.Node, in graph: SelectedGraph
  ) -> (description: String, isExact: Bool) {
    let kinds = Set(node.modules.map(\.kind))
    let noun = kinds.count == 1 ? kinds.first?.noun ?? graph.memberNoun : graph.memberNoun
    let all = node.group.map { graph.nodes.lazy.flatMap(\.modules).count(where: $0.description(of: node, in: graph)) }
    guard let all, all > node.modules.count else {
      return (Figures.counted(node.modules.count, noun), true)
    }
    return ("\(Figures.count(node.modules.count)) of \(Figures.counted(all, graph.memberNoun))", false)
  }

  /// With the name of its package, if that differs from the module's own.
  fileprivate func owned(by package: String?) -> Self {
    guard let package, package.lowercased() != title.lowercased() else { return self }
    var node = self
    node.detail = [package, detail].compactMap { $0 }.joined(separator: " · ")
    return node
  }
}

extension SelectedGraph {
  /// The title of a node in a picture: of a package, its own name. No group is called like one of its modules.
  func title(of node: Node) -> String {
    let title = node.group?.kind == .package ? packageNames[node.title] ?? node.title : node.title
    guard let kind = node.group?.kind, node.modules.count > 1, node.modules.contains(where: { $0.name == title })
    else { return title }
    return "\(title) (\(kind == .layer ? "layer" : kind == .package ? "package" : "group"))"
  }
}

extension ModuleGroup {
  /// Whether the name of the group is true of a module, which may be in another group.
  fileprivate func description(of node: SelectedGraph.Node, in graph: SelectedGraph) -> (Module) -> Bool {
    func layer(of module: Module) -> String? {
      graph.layers.index(of: module.id).map { graph.layers.all[$0].name }
    }
    let isNamed: (Module) -> Bool
    switch kind {
    case .word:
      let pattern = Glob(shared)
      isNamed = { pattern.matches($0.name) }
    case .layer: isNamed = { layer(of: $0) == shared }
    case .package: isNamed = { $0.package == shared && !$0.kind.isOutside }
    case .folder: isNamed = { $0.package == shared || $0.path?.hasPrefix(shared + "/") ?? false }
    case .rest:
      let packages = Set(node.modules.map(\.package))
      let isList = shared == node.modules.map(\.name).joined(separator: ", ")
      isNamed = { !isList && (packages.count > 1 || packages.contains($0.package)) }
    case .pattern, .alone: isNamed = { _ in false }
    }
    guard let own = self.layer else { return isNamed }
    return { layer(of: $0) == own && isNamed($0) }
  }
}

extension Module.Kind {
  var paint: GraphPicture.Paint {
    switch self {
    case .regular, .framework, .staticLibrary, .dynamicLibrary: .init(fill: "#ddf4ff", stroke: "#0969da")
    case .executable, .snippet, .app, .tool: .init(fill: "#dafbe1", stroke: "#1a7f37")
    case .test: .init(fill: "#fff8c5", stroke: "#9a6700")
    case .macro: .init(fill: "#fbefff", stroke: "#8250df")
    case .plugin: .init(fill: "#fff1e5", stroke: "#bc4c00")
    case .extension, .xpcService: .init(fill: "#d1f5ee", stroke: "#0f766e")
    case .system, .bundle, .aggregate, .legacy, .other: .init(fill: "#f6f8fa", stroke: "#57606a")
    case .binary: .init(fill: "#d0d7de", stroke: "#24292f")
    case .external: .init(fill: "#ffffff", stroke: "#6e7781")
    case .unknown: .init(fill: "#ffeff7", stroke: "#bf3989")
    case .file: .init(fill: "#ffffff", stroke: "#57606a")
    }
  }

  var shape: GraphPicture.Shape {
    switch self {
    case .regular, .framework, .staticLibrary, .dynamicLibrary, .aggregate, .legacy, .other, .external,
      .unknown, .file:
      .roundedBox
    case .executable, .snippet, .app, .tool: .heavyBox
    case .extension, .xpcService: .component
    case .test: .note
    case .macro: .octagon
    case .plugin: .folder
    case .system, .binary, .bundle: .cylinder
    }
  }

  /// What several of them are called; `nil` if they are simply modules.
  fileprivate var noun: String? {
    switch self {
    case .app, .executable, .plugin, .macro, .snippet: rawValue
    case .test: "test module"
    case .external: "external product"
    default: nil
    }
  }

  var legend: String {
    switch self {
    case .regular: "module"
    case .executable, .test, .macro, .plugin, .snippet, .app, .framework, .extension, .bundle, .tool, .aggregate,
      .file:
      rawValue
    case .staticLibrary: "static library"
    case .dynamicLibrary: "dynamic library"
    case .xpcService: "XPC service"
    case .legacy: "external build"
    case .other: "other target"
    case .system: "system library"
    case .binary: "binary"
    case .external: "product of another package"
    case .unknown: "unknown, nothing provides it"
    }
  }
}

extension SelectedGraph {
  /// Whether a node with these modules is what the picture is about. Where everything was named, nothing stands out.
  func isFocused(_ modules: [ModuleID]) -> Bool { named.count < nodes.count && !named.isDisjoint(with: modules) }
}
