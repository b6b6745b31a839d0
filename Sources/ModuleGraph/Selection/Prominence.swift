/// The number of nodes of each kind that a reader looks for.
package struct Prominent: Hashable, Sendable {
  package var named = 0
  package var ends = 0
  package var apps = 0
  package var roots = 0

  package var count: Int { named + ends + apps + roots }
}

/// The nodes that a folded graph still shows: modules that the user named, ends of upward edges, apps, and roots, which
/// nothing but tests depends on.
struct Prominence {
  enum Kind: CaseIterable {
    case named, end, app, root
  }

  /// The first that applies to each node.
  private let kinds: [Kind?]
  private let shownKinds: Set<Kind>

  /// - Parameter limit: the maximum number of nodes to show. Of a kind, all are shown or none.
  init(_ graph: SelectedGraph, atMost limit: Int) {
    let nodes = graph.nodes
    let upward = Set(graph.edges.filter(graph.isAgainstLayers).flatMap { [$0.from, $0.to] })
    let (users, uses) = graph.links
    kinds = nodes.indices.map { index in
      guard let module = nodes[index].module else { return nil }
      if graph.named.contains(module.id) { return .named }
      if upward.contains(index) { return .end }
      if module.kind.isEntrance { return .app }
      return !users.contains(index) && uses.contains(index) && module.kind.isOfProduct ? .root : nil
    }
    var shown: Set<Kind> = []
    for kind in Kind.allCases {
      let count = kinds.count { $0.map { $0 == kind || shown.contains($0) } ?? false }
      if count <= limit { shown.insert(kind) }
    }
    shownKinds = shown
  }

  /// The kind of a node; `nil` for one that is not prominent.
  func kind(of node: Int) -> Kind? { kinds[node] }

  func isShown(_ node: Int) -> Bool { kinds[node].map(shownKinds.contains) ?? false }

  var shown: Prominent { count(where: isShown) }

  func count(where isCounted: (Int) -> Bool) -> Prominent {
    var counts = Prominent()
    for (node, kind) in kinds.enumerated() where kind != nil && isCounted(node) {
      switch kind {
      case .named: counts.named += 1
      case .end: counts.ends += 1
      case .app: counts.apps += 1
      case .root: counts.roots += 1
      case nil: break
      }
    }
    return counts
  }
}

extension SelectedGraph {
  /// The nodes that something but tests and snippets depends on, and those that depend on something.
  fileprivate var links: (users: Set<Int>, uses: Set<Int>) {
    let others = edges.filter { $0.from != $0.to }
    let users = others.filter { nodes[$0.from].module?.kind.isOfProduct ?? true }.map(\.to)
    return (Set(users), Set(others.map(\.from)))
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

  /// Whether it does not exist for tests or documentation alone.
  fileprivate var isOfProduct: Bool { self != .test && self != .snippet }
}
