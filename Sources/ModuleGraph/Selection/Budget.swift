extension SelectedGraph {
  /// How a graph was reduced to a readable size.
  package struct Shortening: Hashable, Sendable {
    /// What the members of the new groups have in common, in the order of the enumeration's cases.
    package let kinds: [ModuleGroup.Kind]
    /// The number of new groups, and of the modules in them.
    package let groups: Int
    package let modules: Int

    package init(kinds: [ModuleGroup.Kind], groups: Int, modules: Int) {
      self.kinds = kinds
      self.groups = groups
      self.modules = modules
    }
  }

  /// A picture with fewer nodes than this is not worth drawing.
  package static let fewestGroups = 5

  /// The graph with at most `budget` nodes: itself if it is small enough, otherwise folded as little as possible.
  ///
  /// Modules without edges are folded first if there are many. Then groupings are tried in this order: layers,
  /// packages, folders from the outermost, words of names. Each one forms its largest groups until the graph is small
  /// enough. The first that uses a third of the budget is taken, otherwise the one that keeps most nodes. If none is
  /// small enough, names are folded as far as possible, the nodes with the most transitive dependents stay, and the
  /// others become one group.
  ///
  /// Apps, roots and modules that the user named are not folded if they take no more than half of the budget. No group
  /// mixes layers, even if there are more layers than the budget allows nodes. Apps and roots that do not fit form
  /// groups of their own. A group has at least two members.
  /// - Parameter budget: at least `fewestGroups`.
  /// - Complexity: O(modules · (length of the paths + groups)), and that of counting transitive dependents if no
  ///   grouping fits.
  package func shortened(to budget: Int) -> (graph: SelectedGraph, shortening: Shortening?) {
    guard nodes.count > budget else { return (self, nil) }
    var plan = FoldingPlan(self, budget: budget)
    plan.apply(.alone)
    if !plan.isSmallEnough { plan = plan.best() ?? plan.resting() }
    return (folded(into: plan.groups), shortening(plan.groups))
  }

  private func shortening(_ groups: [ModuleGroup?]) -> Shortening {
    let new = Dictionary(
      zip(nodes, groups).compactMap { node, group in
        node.group == nil ? group.map { ($0, node.modules.count) } : nil
      }, uniquingKeysWith: +)
    return Shortening(
      kinds: ModuleGroup.Kind.allCases.filter(Set(new.keys.map(\.kind)).contains), groups: new.count,
      modules: new.values.reduce(0, +))
  }
}

/// Assigns nodes to groups, step by step.
private struct FoldingPlan {
  enum Grouping {
    /// Modules without edges.
    case alone
    case layer, package
    /// This many of the outermost folders.
    case folder(Int)
    case name
  }

  private let graph: SelectedGraph
  private let budget: Int
  private let isAlone: [Bool]
  private let aloneCount: Int
  private let layer: [Int?]
  private let isApp: [Bool]
  private let isRoot: [Bool]
  private(set) var groups: [ModuleGroup?]
  private(set) var count: Int
  /// Nodes that no grouping may fold.
  private var isPinned: [Bool]

  var isSmallEnough: Bool { count <= budget && count >= min(SelectedGraph.fewestGroups, graph.nodes.count) }

  init(_ graph: SelectedGraph, budget: Int) {
    self.graph = graph
    self.budget = budget
    groups = graph.nodes.map(\.group)
    count = graph.nodes.count
    layer = graph.nodes.map { graph.layers.index(of: $0.modules[0].id) }
    let incoming = graph.graph.reversed
    let inDegrees = graph.nodes.indices.map { node in incoming.successors(of: node).count { $0 != node } }
    let outDegrees = graph.nodes.indices.map { node in graph.graph.successors(of: node).count { $0 != node } }
    isAlone = zip(inDegrees, outDegrees).map { $0 + $1 == 0 }
    aloneCount = isAlone.count { $0 }
    isApp = graph.nodes.map { $0.module?.kind.isEntrance ?? false }
    isRoot = graph.nodes.indices.map { inDegrees[$0] == 0 && outDegrees[$0] > 0 }
    let named = graph.nodes.map { graph.named.contains($0.modules[0].id) }
    func either(_ first: [Bool], _ second: [Bool]) -> [Bool] { zip(first, second).map { $0 || $1 } }
    let choices = [either(either(isApp, isRoot), named), either(isApp, named), named]
    isPinned =
      choices.first { choice in choice.count { $0 } <= budget / 2 } ?? [Bool](repeating: false, count: count)
  }

  /// Forms the largest groups of a kind until the graph is small enough.
  mutating func apply(_ grouping: Grouping) {
    if case .name = grouping { return applyNames() }
    let open = graph.nodes.indices.filter { groups[$0] == nil && !isPinned[$0] }
    let mayBeMost = if case .alone = grouping { true } else { false }
    let found = Dictionary(grouping: open) { group(of: $0, by: grouping) }
    let sorted = found.compactMap { key, members in key.map { ($0, members) } }.filter {
      isTelling($0.1) || (mayBeMost && $0.1.count > 1)
    }
    .sorted { ($1.1.count, $0.0) < ($0.1.count, $1.0) }
    for (group, members) in sorted where count > budget { fold(members, into: group) }
  }

  /// A group is of no use if it contains most nodes, or only one.
  private func isTelling(_ members: [Int]) -> Bool { members.count > 1 && 2 * members.count <= graph.nodes.count }

  private mutating func fold(_ members: [Int], into group: ModuleGroup) {
    // A picture with fewer nodes shows nothing.
    guard count - members.count + 1 >= SelectedGraph.fewestGroups else { return }
    for member in members { groups[member] = group }
    count -= members.count - 1
  }

  private func group(of node: Int, by grouping: Grouping) -> ModuleGroup? {
    let module = graph.nodes[node].modules[0]
    switch grouping {
    case .alone:
      guard isAlone[node], 4 * aloneCount > budget else { return nil }
      let place = module.parentFolder.flatMap { $0.contains("/") ? $0 : nil } ?? module.package
      return ModuleGroup(kind: .alone, name: qualified(place, node))
    case .layer: return layer[node].map { ModuleGroup(kind: .layer, name: graph.layers.all[$0].name) }
    case .package:
      return ModuleGroup(kind: layer[node] == nil ? .package : .folder, name: qualified(module.package, node))
    case .folder(let depth):
      return module.folder(depth: depth).map { ModuleGroup(kind: .folder, name: qualified($0, node)) }
    case .name: return nil
    }
  }

  /// The name, extended by the layer's if there are layers.
  private func qualified(_ name: String, _ node: Int) -> String {
    layer[node].map { "\(name), \(graph.layers.all[$0].name)" } ?? name
  }

  /// Repeatedly folds the modules that share the most common words in their names.
  private mutating func applyNames() {
    let open = graph.nodes.indices.filter { groups[$0] == nil && !isPinned[$0] }
    let names = graph.nodes.map { $0.modules[0].name }
    var shared = SharedWords(names, open: open, layers: layer)
    while count > budget, let members = shared.takeGreatest() {
      let pattern = SharedWords.pattern(of: members.map { names[$0] })
      fold(members, into: ModuleGroup(kind: .word, name: qualified(pattern, members[0])))
    }
  }

  /// The first grouping that fits well; `nil` if none fits.
  func best() -> FoldingPlan? {
    let deepest = graph.nodes.lazy.flatMap(\.modules).compactMap { $0.path?.count { $0 == "/" } }.max() ?? 0
    let groupings: [Grouping] = [.layer, .package] + (1..<(deepest + 1)).map { .folder($0) } + [.name]
    var best: FoldingPlan?
    for grouping in groupings {
      var plan = self
      plan.apply(grouping)
      guard plan.isSmallEnough else { continue }
      if plan.count >= budget / 3 { return plan }
      if plan.count > best?.count ?? 0 { best = plan }
    }
    return best
  }

  /// Folds by names; then the largest groups and the nodes with the most dependents stay, and the others become one
  /// group for each layer, apart from apps and roots, which form groups of their own.
  func resting() -> FoldingPlan {
    var plan = self
    plan.applyNames()
    let former = Set(graph.nodes.compactMap(\.group))
    let dependents = graph.graph.transitivePredecessorCounts
    let units = Dictionary(grouping: graph.nodes.indices.filter { graph.nodes[$0].group == nil }) { node in
      plan.groups[node]?.id ?? graph.nodes[node].id
    }.values.map { members in
      Unit(
        members: members, isPinned: members.contains { isPinned[$0] }, size: members.count,
        dependents: members.map { dependents[$0] }.max() ?? 0)
    }.sorted()
    let left = units.dropFirst(kept(of: units, beside: former.count)).flatMap(\.members)
    // A node that would be alone in its group stays: it takes the same place.
    let sizes = Dictionary(left.map { (restName($0), 1) }, uniquingKeysWith: +)
    for node in left {
      plan.groups[node] = sizes[restName(node)] == 1 ? nil : ModuleGroup(kind: .rest, name: restName(node))
    }
    return plan
  }

  private func restName(_ node: Int) -> String {
    let noun = isApp[node] ? "other apps" : isRoot[node] ? "other roots" : "others"
    return layer[node].map { "\(noun) in \(graph.layers.all[$0].name)" } ?? noun
  }

  /// How many of the first units can stay, so that they and the groups of the others do not exceed the budget.
  private func kept(of units: [Unit], beside former: Int) -> Int {
    var names: Set<String> = []
    var kept = 0
    for index in units.indices.reversed() {
      if index + 1 + names.count + former <= budget {
        kept = index + 1
        break
      }
      names.formUnion(units[index].members.map(restName))
    }
    return kept
  }

  /// A node, or a group of nodes.
  private struct Unit: Comparable {
    let members: [Int]
    let isPinned: Bool
    let size: Int
    let dependents: Int

    private var rank: (Int, Int, Int, Int) { (isPinned ? 0 : 1, size > 1 ? -size : 0, -dependents, members[0]) }

    static func < (left: Unit, right: Unit) -> Bool { left.rank < right.rank }
  }
}

extension Module.Kind {
  /// Whether users start it, so that its number of dependents does not matter.
  fileprivate var isEntrance: Bool {
    switch self {
    case .executable, .app: true
    default: false
    }
  }
}

extension Module {
  /// The `depth` outermost folders of the sources' path, without the module's own; `nil` if there are fewer.
  fileprivate func folder(depth: Int) -> String? {
    guard let components = path?.split(separator: "/"), components.count > depth else { return nil }
    return components.prefix(depth).joined(separator: "/")
  }

  /// The folder that contains the module's own.
  fileprivate var parentFolder: String? {
    path.flatMap { path in path.lastIndex(of: "/").map { String(path[..<$0]) } }
  }
}
