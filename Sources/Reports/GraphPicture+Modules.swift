package import ModuleGraph

extension GraphPicture {
  /// Modules and groups of them: clustered by package, shape and colour by kind.
  package init(_ graph: SelectedGraph) {
    let shown = graph.nodes.compactMap(\.module)
    let kinds = Set(shown.map(\.kind))
    let (edges, impliedNote) = Self.edges(graph)
    let notes = [graph.omitted.note, impliedNote].compactMap { $0 }
    self.init(
      caption: notes.isEmpty ? nil : "not shown: " + notes.joined(separator: "; "),
      clusters: Self.clusters(shown) { Node($0, paint: $0.kind.paint) },
      edges: edges,
      legend: Module.Kind.allCases.filter(kinds.contains).map {
        LegendEntry(paint: $0.paint, text: $0.legend, isDashed: $0 == .external)
      })
  }

  /// The modules by package, in the order of the packages' keys; external ones stand together at the end.
  static func clusters(_ modules: [Module], node: (Module) -> Node) -> [Cluster] {
    let external = modules.filter { $0.kind == .external }
    let byPackage = Dictionary(grouping: modules.filter { $0.kind != .external }, by: \.package)
    let inside = byPackage.keys.sorted().map { Cluster(name: $0, nodes: (byPackage[$0] ?? []).map(node)) }
    return inside + (external.isEmpty ? [] : [Cluster(name: "other packages", nodes: external.map(node))])
  }

  /// Above this many edges those that a longer path implies are left out: they hide what matters.
  private static let edgeLimit = 24

  /// One edge for each pair of nodes, however often a manifest names it.
  ///
  /// - Returns: the edges, sorted, and what to say of those that were left out.
  static func edges(_ graph: SelectedGraph) -> (edges: [Edge], note: String?) {
    let all = graph.graph
    let drawn = all.edgeCount > edgeLimit ? all.transitiveReduction : all
    let implied = all.edgeCount - drawn.edgeCount
    let edges = drawn.edges.compactMap { graph.edge(from: $0.from, to: $0.to) }.map { edge($0, graph.nodes) }
    guard implied > 0 else { return (edges, nil) }
    return (
      edges, "\(Figures.count(implied)) \(implied == 1 ? "dependency" : "dependencies") that a longer path implies"
    )
  }

  private static func edge(_ edge: SelectedGraph.Edge, _ nodes: [SelectedGraph.Node]) -> Edge {
    let (from, to) = (nodes[edge.from], nodes[edge.to])
    let conditions = edge.dependencies.compactMap(\.condition?.description)
    let always = conditions.count < edge.dependencies.count
    return Edge(
      from: from.id, to: to.id,
      tooltip: "\(from.title) → \(to.title)" + (always ? "" : " (\(conditions.joined(separator: " or ")))"),
      isDashed: !always || edge.dependencies.allSatisfy { $0.kind == .plugin })
  }
}

extension SelectedGraph.Omitted {
  /// `1 test module (--include-tests); 2 external products (--include-external)`; `nil` where nothing is left out.
  var note: String? {
    let parts = [
      tests == 0 ? nil : "\(Text.count(tests, "test module")) (--include-tests)",
      externals == 0 ? nil : "\(Text.count(externals, "external product")) (--include-external)",
    ].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }
}

extension GraphPicture.Node {
  init(_ module: Module, paint: GraphPicture.Paint, marks: [String] = [], note: String? = nil) {
    let size = module.lines.map { lines in "\(Figures.count(lines)) \(lines == 1 ? "line" : "lines")" }
    let files = module.sources.map { "\(Figures.count($0)) \($0 == 1 ? "file" : "files")" }
    self.init(
      id: module.id.description, title: module.name,
      detail: module.kind == .external ? module.package : size,
      tooltip: ([module.id.description, module.kind.legend] + [files, size, note].compactMap { $0 })
        .joined(separator: ", "),
      shape: module.kind.shape, paint: paint, isDashed: module.kind == .external, marks: marks)
  }
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
