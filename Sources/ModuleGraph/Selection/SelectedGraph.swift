/// The selected part of a module graph: modules, or groups of them, with the edges between them.
///
/// Questions, metrics and pictures work on it. Parallel dependencies are one edge; those within a group are none.
package struct SelectedGraph: Sendable, Hashable {
  package struct Node: Sendable, Hashable {
    /// The module's id, or the group's; unique.
    package let id: String
    /// `nil` for a single module.
    package let group: ModuleGroup?
    /// Sorted by id, never empty; one module unless it is a group.
    package let modules: [Module]

    /// The module's name, or the group's.
    package var title: String { group?.name ?? modules[0].name }
    /// The module; `nil` for a group.
    package var module: Module? { group == nil ? modules[0] : nil }
    /// `nil`, like the lines, if no module's sources were counted.
    package var sources: Tally? { modules.tally(of: \.sources) }
    package var lines: Tally? { modules.tally(of: \.lines) }
  }

  package struct Edge: Sendable, Hashable {
    /// Indices of nodes.
    package let from: Int
    package let to: Int
    /// The dependencies in manifests, sorted; never empty.
    package let dependencies: [Dependency]
  }

  /// The number of modules that are left out only for their kind.
  package struct Omitted: Sendable, Hashable {
    package let tests: Int
    package let externals: Int
    package let snippets: Int

    package init(tests: Int = 0, externals: Int = 0, snippets: Int = 0) {
      self.tests = tests
      self.externals = externals
      self.snippets = snippets
    }

    /// Counts the modules of kinds that are left out unless they are asked for.
    package init(_ modules: some Collection<Module>) {
      func count(_ kind: Module.Kind) -> Int { modules.count { $0.kind == kind } }
      self.init(tests: count(.test), externals: count(.external), snippets: count(.snippet))
    }
  }

  /// Sorted by id.
  package let nodes: [Node]
  /// Sorted by their ends.
  package let edges: [Edge]
  /// The same nodes and edges for the algorithms.
  package let graph: IndexedGraph
  package let layers: Layers
  package let omitted: Omitted
  /// Modules that were selected by name; edges between them are always shown.
  package let named: Set<ModuleID>
  /// The names of packages by their keys, if they are unique.
  package let packageNames: [String: String]

  /// - Parameters: both sorted.
  private init(
    nodes: [Node], edges: [Edge], layers: Layers, omitted: Omitted, named: Set<ModuleID>, packageNames: [String: String]
  ) {
    self.nodes = nodes
    self.edges = edges
    self.layers = layers
    self.omitted = omitted
    self.named = named
    self.packageNames = packageNames
    graph = IndexedGraph(vertexCount: nodes.count, edges: edges.lazy.map { (from: $0.from, to: $0.to) })
  }

  /// - Parameters:
  ///   - shown: the selected modules.
  ///   - omitted: the number of modules that were left out for their kind.
  ///   - named: modules that were selected by name.
  /// - Complexity: O(modules + dependencies).
  package init(
    _ graph: ModuleGraph, shown: Set<ModuleID>, layers: Layers = Layers(), omitted: Omitted = Omitted(),
    named: Set<ModuleID> = []
  ) {
    let modules = graph.modules.filter { shown.contains($0.id) }
    let index = Dictionary(uniqueKeysWithValues: modules.enumerated().map { ($1.id, $0) })
    // Dependencies are sorted by their ends, so that parallel ones are adjacent.
    var edges: [Edge] = []
    edges.reserveCapacity(graph.dependencies.count)
    var parallel: [Dependency] = []
    var (from, to) = (-1, -1)
    func close() {
      if !parallel.isEmpty { edges.append(Edge(from: from, to: to, dependencies: parallel)) }
    }
    var origin: (id: ModuleID, index: Int?)?
    for dependency in graph.dependencies {
      if origin?.id != dependency.from { origin = (dependency.from, index[dependency.from]) }
      guard let start = origin?.index, let end = index[dependency.to] else { continue }
      if (start, end) != (from, to) {
        close()
        (from, to, parallel) = (start, end, [dependency])
      } else {
        parallel.append(dependency)
      }
    }
    close()
    self.init(
      nodes: modules.map { Node(id: $0.id.description, group: nil, modules: [$0]) }, edges: edges, layers: layers,
      omitted: omitted, named: named, packageNames: graph.packageNames)
  }

  /// Selects all modules except tests, external products and snippets.
  package init(_ graph: ModuleGraph) {
    let shown = Set(graph.modules.lazy.filter { Selection().includes($0.kind) }.map(\.id))
    self.init(graph, shown: shown, omitted: Omitted(graph.modules.filter { !shown.contains($0.id) }))
  }
}

extension SelectedGraph {
  /// The index of the node that each module belongs to.
  /// - Complexity: O(modules).
  package var placeOfModule: [ModuleID: Int] {
    Dictionary(
      nodes.enumerated().flatMap { node in node.element.modules.map { ($0.id, node.offset) } },
      uniquingKeysWith: { first, _ in first })
  }
}

extension SelectedGraph {
  /// The graph with modules folded into groups; existing groups are kept.
  ///
  /// - Parameter group: the group of a module; `nil` keeps the module as a node.
  /// - Complexity: O(nodes + dependencies), and the sorting of what was folded.
  package func folded(by group: (Module) -> ModuleGroup?) -> SelectedGraph {
    folded(into: nodes.map { $0.group ?? group($0.modules[0]) })
  }

  /// The graph with each node folded into the group at its index; `nil` keeps the node.
  func folded(into groups: [ModuleGroup?]) -> SelectedGraph {
    guard groups != nodes.map(\.group) else { return self }
    let ids = nodes.indices.map { groups[$0]?.id ?? nodes[$0].id }
    let members = Dictionary(grouping: nodes.indices) { ids[$0] }
    var place = [Int](repeating: 0, count: nodes.count)
    let folded = members.sorted { $0.key < $1.key }.enumerated().map { index, entry in
      for node in entry.value { place[node] = index }
      let modules = entry.value.flatMap { nodes[$0].modules }
      return Node(
        id: entry.key, group: groups[entry.value[0]],
        modules: entry.value.count == 1 ? modules : modules.sorted { $0.id < $1.id })
    }
    return replacing(folded, moved(to: place, folded))
  }

  private func replacing(_ nodes: [Node], _ edges: [Edge]) -> SelectedGraph {
    SelectedGraph(
      nodes: nodes, edges: edges, layers: layers, omitted: omitted, named: named, packageNames: packageNames)
  }

  private func moved(to place: [Int], _ folded: [Node]) -> [Edge] {
    let moved = edges.indices.map { (from: place[edges[$0].from], to: place[edges[$0].to], edge: $0) }
      .filter { $0.from != $0.to || folded[$0.from].group == nil }
      .sorted { ($0.from, $0.to, $0.edge) < ($1.from, $1.to, $1.edge) }
    var result: [Edge] = []
    var start = 0
    while start < moved.count {
      let (from, to, _) = moved[start]
      let end = moved[start...].firstIndex { ($0.from, $0.to) != (from, to) } ?? moved.count
      let dependencies = moved[start..<end].flatMap { edges[$0.edge].dependencies }
      result.append(Edge(from: from, to: to, dependencies: end - start == 1 ? dependencies : dependencies.sorted()))
      start = end
    }
    return result
  }

  /// The subgraph of the nodes that match, with those of its edges that match.
  /// - Complexity: O(nodes + edges).
  package func filter(
    _ isWanted: (Node) -> Bool, edges isKept: (Edge) -> Bool = { _ in true }
  ) -> SelectedGraph {
    var place = [Int?](repeating: nil, count: nodes.count)
    var kept: [Node] = []
    for (index, node) in nodes.enumerated() where isWanted(node) {
      place[index] = kept.count
      kept.append(node)
    }
    let among = edges.compactMap { edge -> Edge? in
      guard let from = place[edge.from], let to = place[edge.to], isKept(edge) else { return nil }
      return Edge(from: from, to: to, dependencies: edge.dependencies)
    }
    return replacing(kept, among)
  }

  /// The same nodes, without edges that some dependencies alone make.
  /// - Complexity: O(nodes + dependencies).
  package func removing(_ dependencies: Set<Dependency>) -> SelectedGraph {
    let left = edges.compactMap { edge -> Edge? in
      let kept = edge.dependencies.filter { !dependencies.contains($0) }
      return kept.isEmpty ? nil : Edge(from: edge.from, to: edge.to, dependencies: kept)
    }
    return replacing(nodes, left)
  }

  /// The edge between two nodes; `nil` if there is none.
  /// - Complexity: O(log edges).
  package func edge(from: Int, to: Int) -> Edge? {
    let index = edges.partitioningIndex { ($0.from, $0.to) >= (from, to) }
    guard index < edges.count, edges[index].from == from, edges[index].to == to else { return nil }
    return edges[index]
  }

  /// The only node with this id, this title, or a module with this id, name or path, in this order.
  ///
  /// - Parameter whole: the graph that this is a part of, so that errors can name what was left out.
  /// - Throws: `SelectionError` if there is none, or more than one.
  /// - Complexity: O(modules).
  package func node(named word: String, of whole: ModuleGraph? = nil) throws(SelectionError) -> Int {
    let matches: [(Node) -> Bool] = [
      { $0.id == word }, { $0.title == word },
      { $0.modules.contains { $0.id.description == word || $0.name == word || $0.path == word } },
    ]
    for matches in matches {
      let found = nodes.indices.filter { matches(nodes[$0]) }
      if found.count > 1 { throw .ambiguous(word: word, candidates: found.map { nodes[$0].id }) }
      if let only = found.first { return only }
    }
    var nearest = nodes.map(\.title).nearest(to: word)
    if let whole {
      if !ModuleNames(graph: whole).named(word).isEmpty { throw .leftOut(word: word) }
      nearest = whole.modules(nearestTo: word)
    }
    throw .unknown(word: word, subject: isOfFiles ? .file : .module, flag: nil, nearest: nearest)
  }

  /// Whether the nodes are files of a module instead of modules.
  package var isOfFiles: Bool { nodes.first?.modules[0].kind == .file }
}

extension ModuleGraph {
  /// By key; without names that several packages have.
  fileprivate var packageNames: [String: String] {
    let counts = Dictionary(packages.map { ($0.name, 1) }, uniquingKeysWith: +)
    return Dictionary(
      packages.filter { counts[$0.name] == 1 }.map { ($0.key, $0.name) }, uniquingKeysWith: { first, _ in first })
  }
}

extension SelectedGraph {
  /// The name of each node in text: its title, or its id if several have that title.
  /// - Complexity: O(nodes).
  package var labels: [String] {
    var counts: [String: Int] = [:]
    for node in nodes { counts[node.title, default: 0] += 1 }
    return nodes.map { counts[$0.title] == 1 ? $0.title : $0.id }
  }
}
