package import ModuleGraph

/// The modules that a build compiled, with the dependencies between them.
package struct BuiltGraph: Sendable {
  package struct Edge: Hashable, Sendable {
    /// The dependency's index in `modules`.
    package let to: Int
    /// Whether it is unconditional.
    let isCertain: Bool
  }

  /// Sorted.
  package let modules: [BuiltModule]
  /// The graph's module for each built module, if there is one.
  package let found: [Module?]
  /// The dependencies of each module on other built modules, directly or through modules that were not built; by index.
  /// Empty if they are not followed.
  package let dependencies: [[Edge]]
  /// Whether the dependencies were followed: they are not if through modules that were not built, there are as many as pairs
  /// of a great many modules.
  package let isFollowed: Bool

  private let places: [BuiltModule: Int]

  package init(_ built: Set<BuiltModule>, in graph: ModuleGraph) {
    modules = built.sorted()
    places = Dictionary(uniqueKeysWithValues: modules.enumerated().map { ($1, $0) })
    let names = CompiledNames(graph)
    found = modules.map { names.module($0.name) }
    var search = EdgeSearch(graph: graph, places: places)
    var edges: [[Edge]] = []
    for (place, (module, built)) in zip(found, modules).enumerated() {
      edges.append(module.map { search.edges(from: $0, isTool: built.isTool, own: place) } ?? [])
    }
    isFollowed = search.isWhole
    dependencies = isFollowed ? edges : Array(repeating: [], count: modules.count)
  }

  package func place(of module: BuiltModule) -> Int? { places[module] }
}

/// The graph's modules by their compiled names.
struct CompiledNames {
  private let modules: [String: Module]
  private let products: [String: Product]
  private let byID: [ModuleID: Module]

  init(_ graph: ModuleGraph) {
    // The workspace's own module takes precedence over an external product of the same name.
    let own = graph.modules.filter { !$0.kind.isOutside }
    let others = graph.modules.filter { $0.kind.isOutside }
    modules = Dictionary((own + others).map { ($0.compiledName, $0) }) { first, _ in first }
    products = Dictionary(graph.products.map { ($0.name, $0) }) { first, _ in first }
    byID = Dictionary(graph.modules.map { ($0.id, $0) }) { first, _ in first }
  }

  func module(_ compiledName: String) -> Module? { modules[compiledName] }

  /// The module to which a linker's output belongs: the executable or the only module of the product of that name,
  /// otherwise the module of that name.
  func linked(output: String) -> BuiltModule? {
    var name = output[...]
    if let dot = name.lastIndex(of: "."), ["so", "dylib", "xctest"].contains(name[name.index(after: dot)...]) {
      name = name[..<dot]
      if name.hasPrefix("lib") { name = name.dropFirst(3) }
    }
    let isTool = name.hasSuffix("-tool")
    if isTool { name = name.dropLast("-tool".count) }
    let members = products[String(name)]?.modules.compactMap { byID[$0] } ?? []
    let chosen =
      members.first { $0.kind == .executable || $0.kind == .macro } ?? (members.count == 1 ? members[0] : nil)
    guard let module = chosen ?? modules[Module.compiledName(String(name))] else { return nil }
    return BuiltModule(name: module.compiledName, isTool: isTool || module.kind == .macro)
  }
}

private struct EdgeSearch {
  /// The most dependencies that are followed, and that are found, through modules that were not built: one or two seconds'
  /// work, and far more than in builds that people have.
  private static let most = (followed: 100_000_000, found: 2_000_000)

  private struct Use {
    let to: Int
    let isPlugin: Bool
    let isCertain: Bool
  }

  private let indices: [ModuleID: Int]
  private let uses: [[Use]]
  private let isTool: [Bool]
  /// The places of each module as built for the product and as a tool; of the other one, if a build does not separate them.
  private let places: [(product: Int?, tool: Int?)]
  /// The search in which a module was last reached, and their number.
  private var seen: [Int]
  private var searches = 0
  private var left = Self.most

  /// Whether all were followed.
  var isWhole: Bool { left.followed > 0 && left.found > 0 }

  init(graph: ModuleGraph, places: [BuiltModule: Int]) {
    let indices = Dictionary(graph.modules.enumerated().map { ($1.id, $0) }) { first, _ in first }
    var uses = [[Use]](repeating: [], count: graph.modules.count)
    for dependency in graph.dependencies {
      guard let from = indices[dependency.from], let to = indices[dependency.to] else { continue }
      uses[from].append(Use(to: to, isPlugin: dependency.kind == .plugin, isCertain: dependency.condition == nil))
    }
    isTool = graph.modules.map { $0.kind == .macro || $0.kind == .plugin }
    self.places = graph.modules.map { module in
      let product = places[BuiltModule(name: module.compiledName)]
      let tool = places[BuiltModule(name: module.compiledName, isTool: true)]
      return (product ?? tool, tool ?? product)
    }
    seen = Array(repeating: 0, count: graph.modules.count)
    (self.indices, self.uses) = (indices, uses)
  }

  /// The nearest built modules that are reachable from a module.
  mutating func edges(from module: Module, isTool: Bool, own: Int) -> [BuiltGraph.Edge] {
    guard isWhole, let start = indices[module.id] else { return [] }
    searches += 1
    seen[start] = searches
    var certain: [Int: Bool] = [:]
    var pending = [(module: start, isTool: isTool, isCertain: true)]
    while let next = pending.popLast() {
      if next.module != start { left.followed -= uses[next.module].count }
      for use in uses[next.module] {
        let forBuild = next.isTool || self.isTool[use.to] || use.isPlugin
        let isCertain = next.isCertain && use.isCertain
        if let place = forBuild ? places[use.to].tool : places[use.to].product {
          if place == own { continue }
          if certain[place] == nil, next.module != start { left.found -= 1 }
          certain[place] = certain[place] == true || isCertain
        } else if seen[use.to] != searches {
          seen[use.to] = searches
          pending.append((use.to, forBuild, isCertain))
        }
      }
    }
    return certain.map { BuiltGraph.Edge(to: $0.key, isCertain: $0.value) }.sorted { $0.to < $1.to }
  }
}
