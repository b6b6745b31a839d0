import ModuleGraph

/// The data of a graph's page. Names occur once; modules, edges and positions are numbers.
struct GraphPageContent: Encodable {
  let title: String
  /// What the page omits, and how to show it.
  let notes: [String]
  let packages: [String]
  let kinds: [String]
  let layers: [String]
  let roles: [String]
  /// The distinct pieces of evidence for roles.
  let reasons: [String]
  /// What the seconds measure; `nil` without seconds.
  let seconds: String?
  /// What the colours show at first.
  let color: String
  /// The upper bounds of the classes of each figure, except for the last class.
  let scales: [String: [Double]]
  let modules: Columns
  /// For each dependency, the indices of two modules, and its style as in `GraphLevel.curves`.
  let edges: [Int]
  /// The conditions of dependencies, by index.
  let conditions: [Int: String]
  /// The indices of modules that are shown in red; `nil` if there are none.
  let violating: [Int]?
  /// The indices of modules that `--focus` or `--reaches` named, drawn in bold; `nil` if nothing stands out.
  let focused: [Int]?
  /// The meaning of red for a dependency and for a module; `nil` if it marks violations of rules.
  let marks: [String]?
  let overview: GraphLevel
  let groups: [Group]

  struct Group: Encodable {
    let name: String
    let modules: [Int]
    let level: GraphLevel
  }

  /// The figures of all modules, column by column; `null` if absent.
  struct Columns: Encodable {
    let name: [String]
    /// Indices in the lists above; -1 for none.
    let package: [Int]
    let kind: [Int]
    let layer: [Int]
    let role: [Int]
    let reason: [Int]
    let path: [String?]
    let files: [Int?]
    let lines: [Int?]
    /// The modules whose lines are a lower bound.
    let uncounted: [Int]
    let fanIn: [Int?]
    let fanOut: [Int?]
    let dependencies: [Int?]
    let dependents: [Int?]
    let height: [Int?]
    let recompiled: [Double?]
    let seconds: [Double?]?
    let recompiledSeconds: [Double?]?
  }

  init(_ page: GraphPage, _ engine: LayoutEngine) throws {
    let graph = page.modules
    let places = Dictionary(uniqueKeysWithValues: graph.nodes.enumerated().map { ($1.modules[0].id, $0) })
    let (picture, overview, groups) = try page.levels(places, engine)
    (title, notes, self.overview, self.groups) = (picture.title, picture.notes, overview, groups)

    var (packages, kinds, reasons) = (Numbering<String>(), Numbering<String>(), Numbering<String>())
    modules = Columns(page, packages: &packages, kinds: &kinds, reasons: &reasons)
    (self.packages, self.kinds, layers) = (packages.values, kinds.values, graph.layers.all.map(\.name))
    (roles, self.reasons, scales) = (Role.allCases.map(\.description), reasons.values, modules.scales)
    if case .values(let title, _, _) = page.style.coloring { seconds = title } else { seconds = nil }
    color = Self.color(page)

    // With roles that edges have in addition: in cycles, and against the layers.
    let drawn = DrawnEdges(graph, choice: .all) { page.style.marks.role(of: $0) }.edges
    let marked = graph.nodes.indices.filter { page.style.marks.modules.contains(graph.nodes[$0].modules[0].id) }
    violating = marked.isEmpty ? nil : marked
    let named = graph.nodes.indices.filter { graph.isFocused(graph.nodes[$0].modules.map(\.id)) }
    focused = named.isEmpty ? nil : named
    marks = page.style.marks.meanings
    edges = zip(graph.edges, drawn).flatMap { [$0.from, $0.to, $1.pageStyle] }
    conditions = Dictionary(
      uniqueKeysWithValues: graph.edges.enumerated().compactMap { index, edge in
        let conditions = edge.dependencies.map { $0.condition?.description }
        guard !conditions.contains(nil) else { return nil }
        return (index, Set(conditions.compactMap(\.self)).sorted().joined(separator: " or "))
      })
  }

  /// The default colours are the most informative: layers if configured, otherwise roles if there is an app with
  /// features, otherwise kinds.
  private static func color(_ page: GraphPage) -> String {
    switch page.style.coloring {
    // The page marks cycles in any case.
    case .kind, .cycles: return "kind"
    case .layer: return "layer"
    case .lines: return "lines"
    case .dependents: return "dependents"
    case .instability: return "instability"
    case .values: return "seconds"
    case nil: break
    }
    if !page.modules.layers.isEmpty { return "layer" }
    let roles = page.roles.map(\.role)
    return roles.contains(.combined) && roles.count { $0 == .feature } > 1 ? "role" : "kind"
  }
}

extension GraphPage {
  /// The picture of the overview, its layout, and those of its groups.
  fileprivate func levels(
    _ places: [ModuleID: Int], _ engine: LayoutEngine
  ) throws -> (GraphPicture, GraphLevel, [GraphPageContent.Group]) {
    var style = self.style
    // The reader can change colours, so that they must not be the only sign: each node shows its kind and lines.
    style.coloring = .lines
    style.hasShapes = false
    let (picture, placed) = try Self.placed(overview, style, engine)
    let folded = picture.nodes.filter { $0.shape == .stack }
    let groupPlaces = Dictionary(uniqueKeysWithValues: folded.enumerated().map { ($1.id, $0) })
    func reference(_ node: GraphPicture.Node) -> Int {
      groupPlaces[node.id].map { -1 - $0 } ?? node.modules.first.flatMap { places[$0] } ?? 0
    }
    let overview = GraphLevel(picture, placed, reference: reference)
    style.budget = nil
    style.clustering = PictureStyle.Clustering.none
    let groups = try folded.map { node in
      let members = Set(node.modules)
      let inside = modules.filter { members.contains($0.modules[0].id) }
      let (picture, placed) = try Self.placed(inside, style, engine, mostEdges: Self.mostEdgesInside)
      return GraphPageContent.Group(
        name: node.title, modules: node.modules.compactMap { places[$0] },
        level: GraphLevel(picture, placed) { $0.modules.first.flatMap { places[$0] } ?? 0 })
    }
    return (picture, overview, groups)
  }

  /// With more edges, what is inside a group is placed in rows: a layout would take minutes, and show no more than a tangle.
  private static let mostEdgesInside = 1_000

  /// On a page, the picture may be larger, since the reader can pan and zoom.
  private static func placed(
    _ graph: SelectedGraph, _ style: PictureStyle, _ engine: LayoutEngine, mostEdges: Int = .max
  ) throws -> (GraphPicture, PlacedGraph) {
    let choice = PictureChoice(graph, style: style, screens: 3).numbered
    let isTangled = mostEdges < .max && choice.mostDetailed.map { $0.edges.count > mostEdges } ?? false
    guard let place = engine.place, !isTangled else {
      let picture = choice.mostDetailed ?? GraphPicture(graph, style: style)
      return (picture, PlacedGraph(inRowsOf: picture).cropped)
    }
    let chosen = try choice.readable { text, _ in
      let placed = try place(text).cropped
      return (placed, placed.size)
    }
    guard let chosen else {
      return (
        GraphPicture(graph, style: style),
        PlacedGraph(size: PictureSize(width: 0, height: 0), nodes: [], boxes: [], curves: [])
      )
    }
    return (chosen.picture, chosen.drawing)
  }
}
