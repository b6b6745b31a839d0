package import ModuleGraph

extension GraphPicture {
  /// The module graph: clustered by package, shape and colour by kind.
  ///
  /// - Parameters:
  ///   - includeTests: whether test modules are shown.
  ///   - includeExternal: whether products of packages outside the workspace are shown.
  package init(_ graph: ModuleGraph, includeTests: Bool = false, includeExternal: Bool = false) {
    let shown = graph.modules.filter { module in
      (includeTests || module.kind != .test) && (includeExternal || module.kind != .external)
    }
    let kinds = Set(shown.map(\.kind))
    let hidden = graph.modules.count - shown.count
    self.init(
      caption: hidden == 0 ? nil : Self.hiddenCaption(graph, includeTests: includeTests, includeExternal: includeExternal),
      clusters: Self.clusters(shown) { Node($0, paint: $0.kind.paint) },
      edges: Self.edges(graph.dependencies, among: Set(shown.map(\.id))),
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

  /// One edge for each pair of modules, however often a manifest names it.
  static func edges(_ dependencies: [Dependency], among shown: Set<ModuleID>) -> [Edge] {
    let visible = dependencies.filter { shown.contains($0.from) && shown.contains($0.to) }
    let byEnds = Dictionary(grouping: visible) { [$0.from, $0.to] }
    return byEnds.keys.sorted { $0.lexicographicallyPrecedes($1) }.map { ends in
      let between = byEnds[ends] ?? []
      let conditions = between.compactMap(\.condition?.description)
      let always = conditions.count < between.count
      return Edge(
        from: ends[0].description, to: ends[1].description,
        tooltip: "\(ends[0].name) → \(ends[1].name)" + (always ? "" : " (\(conditions.joined(separator: " or ")))"),
        isDashed: !always || between.allSatisfy { $0.kind == .plugin })
    }
  }

  private static func hiddenCaption(_ graph: ModuleGraph, includeTests: Bool, includeExternal: Bool) -> String {
    let tests = includeTests ? 0 : graph.modules.count { $0.kind == .test }
    let external = includeExternal ? 0 : graph.modules.count { $0.kind == .external }
    let parts = [
      tests == 0 ? nil : "\(Figures.count(tests)) test \(tests == 1 ? "module" : "modules") (--include-tests)",
      external == 0 ? nil : "\(Figures.count(external)) external \(external == 1 ? "product" : "products") (--include-external)",
    ]
    return "not shown: " + parts.compactMap { $0 }.joined(separator: ", ")
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
    case .regular, .external, .snippet: .box
    case .executable: .component
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
