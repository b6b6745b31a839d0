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
  package let dependencies: [[Edge]]

  private let places: [BuiltModule: Int]

  package init(_ built: Set<BuiltModule>, in graph: ModuleGraph) {
    modules = built.sorted()
    places = Dictionary(uniqueKeysWithValues: modules.enumerated().map { ($1, $0) })
    let names = CompiledNames(graph)
    found = modules.map { names.module($0.name) }
    let search = EdgeSearch(graph: graph, places: places)
    dependencies = zip(modules, found).map { built, module in
      module.map { search.edges(from: $0, isTool: built.isTool, own: built) } ?? []
    }
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
  private let places: [BuiltModule: Int]
  private let modules: [ModuleID: Module]
  private let dependencies: [ModuleID: [Dependency]]

  init(graph: ModuleGraph, places: [BuiltModule: Int]) {
    self.places = places
    modules = Dictionary(graph.modules.map { ($0.id, $0) }) { first, _ in first }
    dependencies = Dictionary(grouping: graph.dependencies, by: \.from)
  }

  /// The nearest built modules that are reachable from a module.
  func edges(from module: Module, isTool: Bool, own: BuiltModule) -> [BuiltGraph.Edge] {
    var certain: [Int: Bool] = [:]
    var seen: Set<ModuleID> = [module.id]
    var pending = [(id: module.id, isTool: isTool, isCertain: true)]
    while let next = pending.popLast() {
      for dependency in dependencies[next.id] ?? [] {
        guard let target = modules[dependency.to] else { continue }
        let forBuild = next.isTool || target.kind == .macro || target.kind == .plugin || dependency.kind == .plugin
        let isCertain = next.isCertain && dependency.condition == nil
        if let place = place(of: target, isTool: forBuild) {
          if place != places[own] { certain[place] = certain[place] == true || isCertain }
        } else if seen.insert(target.id).inserted {
          pending.append((target.id, forBuild, isCertain))
        }
      }
    }
    return certain.map { BuiltGraph.Edge(to: $0.key, isCertain: $0.value) }.sorted { $0.to < $1.to }
  }

  /// The index of the module as built for the given purpose, otherwise for the other one, since not every build
  /// separates the two.
  private func place(of module: Module, isTool: Bool) -> Int? {
    let name = module.compiledName
    return places[BuiltModule(name: name, isTool: isTool)] ?? places[BuiltModule(name: name, isTool: !isTool)]
  }
}
