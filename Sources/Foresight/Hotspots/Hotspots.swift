import BuildAnalysis
package import ModuleGraph

/// Where build time goes over many commits: how often modules change × what each change recompiles.
///
/// Every change is assumed to be visible, so that the whole module and all of its dependents are recompiled. This is an
/// upper bound of what a build system does; every figure in seconds is an estimate.
package struct Hotspots: Sendable {
  /// A node of the graph, or a file.
  package struct Row: Sendable, Hashable {
    package enum Subject: Sendable, Hashable {
      /// The index of a node.
      case node(Int)
      case file(path: String, modules: [ModuleID])
    }

    package let subject: Subject
    /// The number of commits.
    package let changes: Int
    package let authors: Int
    /// What one change recompiles.
    package let again: RebuildCost
  }

  /// A commit and what it recompiles.
  package struct Rebuild: Sendable, Hashable {
    package let commit: Commit
    /// The indices of the changed nodes, and of all recompiled ones (`again`); sorted.
    package let changed: [Int]
    package let again: [Int]
    package let cost: RebuildCost
  }

  /// A node that is recompiled after its own changes or those of its dependencies.
  package struct Waiting: Sendable, Hashable {
    package let node: Int
    /// The number of commits that recompile it, and of those that change the node itself (`ownCommits`).
    package let commits: Int
    package let ownCommits: Int
    /// The other node whose changes recompile it most often, in `causeCommits` commits; `nil` if there is none.
    package let cause: Int?
    package let causeCommits: Int
    /// The total cost of recompiling it in all of these commits.
    package let cpuSeconds: Double?
    package let lines: Tally?
  }

  package let graph: SelectedGraph
  package let churn: Churn
  /// By decreasing cost in the period; without nodes that no commit changed.
  package let nodes: [Row]
  package let files: [Row]
  /// From the newest commit to the oldest, without commits that change no node.
  package let rebuilds: [Rebuild]
  /// By decreasing total cost.
  package let waiting: [Waiting]
  /// Modules with sources but without a cost in seconds, in the graph's order; empty if no module has one.
  package let unrecorded: [ModuleID]

  /// - Parameter graph: the whole graph, or the groups that it is folded into.
  /// - Complexity: O(commits · (nodes + edges)), plus one estimate for each distinct set of recompiled nodes.
  package init(_ churn: Churn, in graph: SelectedGraph, estimates: RebuildEstimates = .none) {
    self.graph = graph
    self.churn = churn
    var costs = Costs(graph, estimates)
    rebuilds = churn.effects.compactMap { effect in
      let changed = Set(effect.modules.compactMap { costs.place[$0] })
      guard !changed.isEmpty else { return nil }
      let again = costs.again(changed)
      return Rebuild(commit: effect.commit, changed: changed.sorted(), again: again, cost: costs.cost(of: again))
    }
    nodes = Self.sorted(
      graph.nodes.indices.compactMap { node in
        let count = churn.count(of: Set(graph.nodes[node].modules.map(\.id)))
        guard count.changes > 0 else { return nil }
        return Row(
          subject: .node(node), changes: count.changes, authors: count.authors,
          again: costs.cost(of: costs.again([node])))
      })
    files = Self.sorted(
      churn.files.sorted { $0.key < $1.key }.compactMap { path, count in
        let modules = churn.modulesOfFile[path] ?? []
        let changed = Set(modules.compactMap { costs.place[$0] })
        guard !changed.isEmpty else { return nil }
        return Row(
          subject: .file(path: path, modules: modules), changes: count.changes, authors: count.authors,
          again: costs.cost(of: costs.again(changed)))
      })
    waiting = Self.waiting(rebuilds, graph, &costs)
    let own = graph.nodes.flatMap(\.modules).filter { !$0.kind.isOutside && ($0.sources ?? 0) > 0 }.map(\.id)
    let lacking = own.filter { estimates.cpuSeconds([$0]) == nil }
    unrecorded = lacking.count < own.count ? lacking : []
  }

  private static func sorted(_ rows: [Row]) -> [Row] {
    // A stable sort: rows with equal cost stay in the order of their names.
    rows.enumerated().sorted { left, right in
      let (one, other) = (left.element, right.element)
      let figures = (one.again.figure * Double(one.changes), other.again.figure * Double(other.changes))
      return figures.0 != figures.1 ? figures.0 > figures.1 : left.offset < right.offset
    }.map(\.element)
  }

  private static func waiting(_ rebuilds: [Rebuild], _ graph: SelectedGraph, _ costs: inout Costs) -> [Waiting] {
    var commits = [Int](repeating: 0, count: graph.nodes.count)
    var own = commits
    var causes = [[Int: Int]](repeating: [:], count: graph.nodes.count)
    for rebuild in rebuilds {
      for node in rebuild.again { commits[node] += 1 }
      for changed in rebuild.changed {
        own[changed] += 1
        for node in costs.again([changed]) where node != changed { causes[node][changed, default: 0] += 1 }
      }
    }
    let rows = graph.nodes.indices.filter { commits[$0] > 0 }.map { node in
      let cause = causes[node].min { ($1.value, $0.key) < ($0.value, $1.key) }
      let cost = costs.cost(of: [node])
      return Waiting(
        node: node, commits: commits[node], ownCommits: own[node], cause: cause?.key, causeCommits: cause?.value ?? 0,
        cpuSeconds: cost.cpuSeconds.map { $0 * Double(commits[node]) },
        lines: cost.lines.map { Tally(value: $0.value * commits[node], isExact: $0.isExact) })
    }
    return rows.sorted { left, right in
      let weights = [left, right].map { $0.cpuSeconds ?? $0.lines.map { Double($0.value) } ?? Double($0.commits) }
      return weights[0] != weights[1] ? weights[0] > weights[1] : left.node < right.node
    }
  }
}

/// What is recompiled after a change in some nodes, and its cost. Each set is computed once.
private struct Costs {
  let graph: SelectedGraph
  let place: [ModuleID: Int]
  private let dependents: IndexedGraph
  private let estimates: RebuildEstimates
  private var reached: [Int: [Int]] = [:]
  private var known: [[Int]: RebuildCost] = [:]

  init(_ graph: SelectedGraph, _ estimates: RebuildEstimates) {
    self.graph = graph
    self.estimates = estimates
    dependents = graph.graph.reversed
    place = graph.placeOfModule
  }

  /// Some nodes and all of their direct and indirect dependents, sorted.
  mutating func again(_ changed: Set<Int>) -> [Int] {
    if changed.count == 1, let only = changed.first {
      if let found = reached[only] { return found }
      let found = changed.closed { dependents.successors(of: $0) }.sorted()
      reached[only] = found
      return found
    }
    return changed.reduce(into: Set<Int>()) { $0.formUnion(again([$1])) }.sorted()
  }

  mutating func cost(of nodes: [Int]) -> RebuildCost {
    if let cost = known[nodes] { return cost }
    let modules = nodes.flatMap { graph.nodes[$0].modules }
    let ids = Set(modules.map(\.id))
    let cost = RebuildCost(
      modules: modules.count { $0.kind.hasSources }, lines: modules.tally(of: \.lines),
      cpuSeconds: estimates.cpuSeconds(ids), seconds: estimates.seconds(ids))
    known[nodes] = cost
    return cost
  }
}
