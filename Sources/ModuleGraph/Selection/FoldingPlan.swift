/// Assigns nodes to groups, step by step.
struct FoldingPlan {
  enum Grouping {
    /// Modules without edges.
    case alone
    case layer, package
    /// This many of the outermost folders.
    case folder(Int)
    case name
  }

  /// What all members of a group must have in common, whatever else they share.
  private struct Kin: Hashable {
    let layer: Int?
    let prominence: Prominence.Kind?
    let isTest: Bool
    let isExternal: Bool
  }

  /// The groups of larger graphs may make cycles, since avoiding them requires a pass over the whole graph for each
  /// group.
  private static let mostDivided = 500

  private let graph: SelectedGraph
  private let budget: Int
  private let prominence: Prominence
  private let kin: [Kin]
  private let isAlone: [Bool]
  private let aloneCount: Int
  private(set) var groups: [ModuleGroup?]
  private var count: Int
  /// The number of groups of each kind and name.
  private var named: [ModuleGroup: Int]
  /// `nil` if groups may make cycles.
  private var acyclic: AcyclicParts?

  var isSmallEnough: Bool { count <= budget && count >= min(SelectedGraph.fewestGroups, graph.nodes.count) }

  init(_ graph: SelectedGraph, _ prominence: Prominence, budget: Int) {
    self.graph = graph
    self.budget = budget
    self.prominence = prominence
    groups = graph.nodes.map(\.group)
    count = graph.nodes.count
    named = Dictionary(graph.nodes.compactMap { $0.group.map { ($0, 1) } }, uniquingKeysWith: +)
    kin = graph.nodes.indices.map { node in
      let module = graph.nodes[node].modules[0]
      return Kin(
        layer: graph.layers.index(of: module.id), prominence: prominence.kind(of: node), isTest: module.kind == .test,
        isExternal: module.kind.isOutside)
    }
    let linked = Set(graph.edges.flatMap { $0.from == $0.to ? [] : [$0.from, $0.to] })
    isAlone = graph.nodes.indices.map { !linked.contains($0) }
    aloneCount = isAlone.count { $0 }
    acyclic = graph.nodes.count <= Self.mostDivided ? AcyclicParts(graph.graph) : nil
  }

  /// The same plan, whose groups may make cycles.
  var makingCycles: FoldingPlan {
    var plan = self
    plan.acyclic = nil
    return plan
  }

  private var open: [Int] { graph.nodes.indices.filter { groups[$0] == nil && !prominence.isShown($0) } }

  /// Forms the largest groups of a kind until the graph is small enough.
  mutating func apply(_ grouping: Grouping) {
    if case .name = grouping { return applyNames() }
    let found = Dictionary(grouping: open) { node in
      group(of: node, by: grouping).map { Key(group: $0, kin: kin[node]) }
    }
    let sorted = found.compactMap { key, members in key.map { ($0.group, members) } }.filter { group, members in
      isTelling(members, as: group.kind)
    }.sorted { ($1.1.count, $0.0, $0.1[0]) < ($0.1.count, $1.0, $1.1[0]) }
    for (group, members) in sorted where count > budget { fold(members, into: group) }
  }

  private struct Key: Hashable {
    let group: ModuleGroup
    let kin: Kin
  }

  /// A group is of no use if it contains only one node, or most nodes, unless a layer or the lack of edges explains it.
  private func isTelling(_ members: [Int], as kind: ModuleGroup.Kind) -> Bool {
    members.count > 1 && (kind == .alone || kind == .layer || 2 * members.count <= graph.nodes.count)
  }

  /// Makes a group of some nodes, or several groups if one would make a cycle.
  private mutating func fold(_ members: [Int], into group: ModuleGroup) {
    let parts = (acyclic?.parts(of: members) ?? [members]).filter { $0.count > 1 }
    var joined: [[Int]] = []
    // A picture with fewer nodes shows nothing.
    for part in parts where count - part.count + 1 >= SelectedGraph.fewestGroups {
      assign(part, to: group)
      joined.append(part)
    }
    if !joined.isEmpty { acyclic?.join(joined) }
  }

  /// - Parameter group: without a number; the plan may have several of its name.
  private mutating func assign(_ members: [Int], to group: ModuleGroup) {
    named[group, default: 0] += 1
    let numbered = ModuleGroup(kind: group.kind, name: group.shared, layer: group.layer, part: named[group] ?? 1)
    for member in members { groups[member] = numbered }
    count -= members.count - 1
  }

  private func group(of node: Int, by grouping: Grouping) -> ModuleGroup? {
    let module = graph.nodes[node].modules[0]
    switch grouping {
    case .alone:
      guard isAlone[node], 4 * aloneCount > budget else { return nil }
      let place = module.parentFolder.flatMap { $0.contains("/") ? $0 : nil } ?? module.package
      return group(.alone, place, of: node)
    case .layer: return kin[node].layer.map { ModuleGroup(kind: .layer, name: graph.layers.all[$0].name) }
    case .package:
      return group(kin[node].layer == nil ? .package : .folder, module.package, of: node)
    case .folder(let depth):
      return module.folder(depth: depth).map { group(.folder, $0, of: node) }
    case .name: return nil
    }
  }

  private func group(_ kind: ModuleGroup.Kind, _ name: String, of node: Int) -> ModuleGroup {
    ModuleGroup(kind: kind, name: name, layer: kin[node].layer.map { graph.layers.all[$0].name })
  }

  /// Repeatedly folds the modules that share the most common words in their names.
  private mutating func applyNames() {
    let names = graph.nodes.map { $0.modules[0].name }
    var former = 0
    // What was left of a divided group can share other words.
    while count > budget, former != count {
      former = count
      var shared = SharedAffixes(names, open: open, kin: kin)
      var formed = 0
      // Smaller groups than those that fit are not shown.
      while count > budget, formed < budget, let members = shared.takeGreatest() {
        let pattern = SharedAffixes.pattern(of: members.map { names[$0] })
        fold(members, into: group(.word, pattern, of: members[0]))
        formed += 1
      }
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
}

// MARK: What is left

extension FoldingPlan {
  /// Folds by names; then the largest groups and the nodes with the most dependents stay, and the others become groups
  /// of what they have in common. `nil` if that is not small enough.
  func rest() -> FoldingPlan? {
    let units = self.units
    let apart = resting(units, byPackage: true)
    let together = resting(units, byPackage: false)
    guard let apart, let together else { return (apart ?? together)?.plan }
    return 2 * apart.kept >= together.kept ? apart.plan : together.plan
  }

  /// The plan in which most of the first units stay; `nil` if none is small enough.
  private func resting(_ units: [Unit], byPackage isByPackage: Bool) -> (plan: FoldingPlan, kept: Int)? {
    // The more units stay, the more nodes there are, but for a few that are alone in their group.
    var (fewest, most) = (0, units.count)
    var found: Int?
    while fewest <= most {
      let kept = (fewest + most) / 2
      if keeping(units.prefix(kept), foldingRestByPackage: isByPackage, isNamed: false).count <= budget {
        found = kept
        fewest = kept + 1
      } else {
        most = kept - 1
      }
    }
    return found.map { (keeping(units.prefix($0), foldingRestByPackage: isByPackage), $0) }
  }

  /// As few nodes as possible.
  var most: FoldingPlan { rest() ?? keeping([], foldingRestByPackage: false) }

  /// The groups that names make and the nodes that are left, the most important first.
  private var units: [Unit] {
    var plan = self
    plan.applyNames()
    let dependents = graph.graph.transitivePredecessorCounts
    let byId = Dictionary(grouping: open) { plan.groups[$0]?.id ?? graph.nodes[$0].id }
    return byId.values.map { members in
      Unit(
        members: members, group: plan.groups[members[0]], dependents: members.map { dependents[$0] }.max() ?? 0)
    }.sorted()
  }

  /// - Parameter isNamed: whether the groups of the rest need their names, which takes most of the time.
  private func keeping(
    _ kept: ArraySlice<Unit>, foldingRestByPackage isByPackage: Bool, isNamed: Bool = true
  ) -> FoldingPlan {
    var plan = self
    let formed = kept.filter { $0.group != nil }
    for unit in formed {
      guard let group = unit.group else { continue }
      for member in unit.members { plan.groups[member] = group }
      let first = ModuleGroup(kind: group.kind, name: group.shared, layer: group.layer)
      plan.named[first] = max(plan.named[first] ?? 0, group.part)
      plan.count -= unit.members.count - 1
    }
    plan.acyclic?.join(formed.map(\.members))
    let stays = Set(kept.flatMap(\.members))
    let left = Dictionary(grouping: plan.open.filter { !stays.contains($0) }) { node in
      let module = graph.nodes[node].modules[0]
      return Rest(kin: kin[node], package: isByPackage ? module.package : nil, kind: module.kind.ifUnlikeOthers)
    }
    for members in left.values.sorted(by: { ($1.count, $0[0]) < ($0.count, $1[0]) }) {
      plan.foldRest(members, isNamed: isNamed)
    }
    return plan
  }

  private mutating func foldRest(_ members: [Int], isNamed: Bool) {
    let parts = (acyclic?.parts(of: members) ?? [members]).filter { $0.count > 1 }
    for part in parts { assign(part, to: isNamed ? restGroup(part) : ModuleGroup(kind: .rest, name: "")) }
    if !parts.isEmpty { acyclic?.join(parts) }
  }

  /// Named after what the members share: words of their names, a folder, a layer, a package; a few members are listed.
  private func restGroup(_ members: [Int]) -> ModuleGroup {
    let modules = members.map { graph.nodes[$0].modules[0] }
    let pattern = SharedAffixes.pattern(of: modules.map(\.name))
    if pattern != "*" { return group(.word, pattern, of: members[0]) }
    let list = modules.map(\.name).joined(separator: ", ")
    if modules.count <= 4, list.count <= 40 { return ModuleGroup(kind: .rest, name: list) }
    let packages = Set(modules.map(\.package)).sorted()
    let depth = modules.map { $0.path?.count { $0 == "/" } ?? 0 }.min() ?? 0
    let folders = (1..<(depth + 1)).reversed().lazy.compactMap { depth -> String? in
      let folders = Set(modules.map { $0.folder(depth: depth) })
      return folders.count == 1 ? folders.first ?? nil : nil
    }
    // Nearly everything is in the outermost folder.
    if let folder = folders.first, folder.contains("/") {
      return group(.folder, folder, of: members[0])
    }
    let name =
      packages.count == 1
      ? "rest of \(graph.packageNames[packages[0]] ?? packages[0])" : "rest of \(packages.count) packages"
    return group(.rest, name, of: members[0])
  }

  private struct Rest: Hashable {
    let kin: Kin
    let package: String?
    let kind: Module.Kind?
  }

  /// A node, or a group of nodes.
  private struct Unit: Comparable {
    let members: [Int]
    let group: ModuleGroup?
    let dependents: Int

    private var rank: (Int, Int, Int) { (group == nil ? 0 : -members.count, -dependents, members[0]) }

    static func < (left: Unit, right: Unit) -> Bool { left.rank < right.rank }
    static func == (left: Unit, right: Unit) -> Bool { left.members == right.members }
  }
}

extension Module.Kind {
  /// The kind if it is neither a library nor something similar.
  fileprivate var ifUnlikeOthers: Module.Kind? {
    switch self {
    case .regular, .framework, .staticLibrary, .dynamicLibrary, .external, .file: nil
    default: self
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
