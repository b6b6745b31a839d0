extension SelectedGraph {
  /// How a graph was made small enough to be read.
  package enum Shortening: Hashable, Sendable {
    /// Every module that shares something with another one stands in a group of that kind.
    case grouped(ModuleGroup.Kind)
    /// So many nodes, those with the most transitive dependents, stay; the rest is folded by height.
    case rest(kept: Int)
  }

  /// The fewest groups that are worth a picture.
  package static let fewestGroups = 5

  /// The graph with at most so many nodes: itself if it is small enough, else folded.
  ///
  /// Groupings are tried in this order: layers, packages, folders of the modules' paths from the outermost, first words
  /// of names. The first that gives `fewestGroups` to `budget` nodes wins. If none does, the nodes with the most
  /// transitive dependents stay, and the rest becomes one node for each height of each layer, or for each few heights where
  /// those would be more than a third of the budget.
  /// - Parameter budget: at least `fewestGroups`.
  /// - Complexity: O(modules · length of the paths), and that of the closure's sizes where no grouping fits.
  package func shortened(to budget: Int) -> (graph: SelectedGraph, shortening: Shortening?) {
    guard nodes.count > budget else { return (self, nil) }
    for (kind, group) in groupings {
      let groups = withoutSingles(nodes.map { node in node.group ?? group(node.modules[0]) })
      guard (Self.fewestGroups...budget).contains(count(groups)) else { continue }
      return (folded(into: groups), .grouped(kind))
    }
    let (groups, kept) = restGroups(budget)
    return (folded(into: groups), .rest(kept: kept))
  }

  private var groupings: [(kind: ModuleGroup.Kind, group: (Module) -> ModuleGroup?)] {
    let deepest = nodes.lazy.flatMap(\.modules).compactMap { $0.path?.count { $0 == "/" } }.max() ?? 0
    return [
      (.layer, { module in layers.index(of: module.id).map { ModuleGroup(kind: .layer, name: layers.all[$0].name) } }),
      (.package, { ModuleGroup(kind: .package, name: $0.package) }),
    ]
      + (1..<(deepest + 1)).map { depth in
        (.folder, { $0.folder(depth: depth).map { ModuleGroup(kind: .folder, name: $0) } })
      }
      + [(.word, { $0.name.firstWord.map { ModuleGroup(kind: .word, name: String($0)) } })]
  }

  /// A module that would be alone in its group keeps standing for itself.
  private func withoutSingles(_ groups: [ModuleGroup?]) -> [ModuleGroup?] {
    let sizes = Dictionary(groups.lazy.compactMap { $0 }.map { ($0, 1) }, uniquingKeysWith: +)
    return zip(nodes, groups).map { node, group in node.group ?? group.flatMap { sizes[$0] == 1 ? nil : $0 } }
  }

  private func count(_ groups: [ModuleGroup?]) -> Int {
    Set(groups.lazy.compactMap { $0 }).count + groups.count { $0 == nil }
  }

  private func restGroups(_ budget: Int) -> (groups: [ModuleGroup?], kept: Int) {
    let heights = graph.heights
    let dependents = graph.transitivePredecessorCounts
    let order = nodes.indices.sorted { (dependents[$1], $0) < (dependents[$0], $1) }
    // What is left of a layer does not mix with what is left of another one, unless layers alone fill the budget.
    let areLayersKept = !layers.isEmpty && layers.all.count <= budget / 3
    let layer = nodes.map { areLayersKept ? layers.index(of: $0.modules[0].id) : nil }
    let limit = max(1, budget / 3)
    var bands = HeightBands(highest: heights.max() ?? 0, count: limit)
    func count() -> Int {
      Set(nodes.indices.map { [layer[$0] ?? -1, bands.index(of: heights[$0])] }).count
    }
    while bands.count > 1, count() > limit { bands = HeightBands(highest: bands.highest, count: bands.count - 1) }
    func name(_ node: Int) -> String {
      let height = bands.name(of: heights[node])
      return layer[node].map { layers.all[$0].name + (bands.count > 1 ? ", \(height)" : "") } ?? height
    }
    let kept = budget - count()
    var groups = nodes.map(\.group)
    for node in order.dropFirst(kept) { groups[node] = ModuleGroup(kind: .rest, name: name(node)) }
    return (groups, kept)
  }
}

/// The heights of a graph, cut into so many runs of about the same length.
private struct HeightBands {
  let highest: Int
  let count: Int

  init(highest: Int, count: Int) {
    self.highest = highest
    self.count = min(count, highest + 1)
  }

  func index(of height: Int) -> Int { height * count / (highest + 1) }

  func name(of height: Int) -> String {
    let band = index(of: height)
    // The first and the last height of that band.
    let first = (band * (highest + 1) + count - 1) / count
    let last = ((band + 1) * (highest + 1) - 1) / count
    return first == last ? "height \(first)" : "heights \(first)–\(last)"
  }
}

extension Module {
  /// The outermost folders of the sources' path, so many of them, without the module's own; `nil` where there are fewer.
  fileprivate func folder(depth: Int) -> String? {
    guard let components = path?.split(separator: "/"), components.count > depth else { return nil }
    return components.prefix(depth).joined(separator: "/")
  }
}

extension String {
  /// The first word of a name in camel case: `HTTP` of `HTTPServer`, `Cart` of `CartUI`, `swift` of `swift-nio`.
  /// `nil` where there is no letter.
  package var firstWord: Substring? {
    guard let start = firstIndex(where: \.isLetter) else { return nil }
    let word = self[start...]
    let capitals = word.prefix(while: \.isUppercase)
    let rest = word[capitals.endIndex...].prefix { $0.isLetter && !$0.isUppercase }
    if capitals.count > 1, !rest.isEmpty { return capitals.dropLast() }
    return word[..<rest.endIndex]
  }
}
