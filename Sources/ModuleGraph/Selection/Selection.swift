/// Selects a part of a module graph; its properties are the options of the command line.
///
/// The steps in their order: tests, external products and snippets are removed unless they are included or named; then
/// what matches `exclude`; then what is in none of `packages` or `layers`; then what `focus` and `reaches` do not
/// select. The rest is folded by `collapse`.
package struct Selection: Hashable, Sendable {
  /// Modules whose dependencies are shown: ids, names or patterns.
  package var focus: [String] = []
  /// The maximum distance from `focus`; `nil` for any.
  package var depth: Int?
  /// Whether the dependents of `focus` are shown as well.
  package var includesDependents = false
  /// Only these modules and those that depend on them, directly or not, are shown.
  package var reaches: [String] = []
  /// Modules that are removed: ids, names or patterns.
  package var exclude: [String] = []
  /// Only modules of these packages are shown: keys or patterns.
  package var packages: [String] = []
  /// Only modules of these layers are shown: names or patterns.
  package var layers: [String] = []
  package var includesTests = false
  package var includesExternal = false
  package var includesSnippets = false
  /// `package`, `layer`, or a pattern for modules that become one node; the first that matches a module counts.
  package var collapse: [String] = []
  /// Modules that the question is about: shown even if their kind is left out.
  package var subjects: [String] = []

  package init() {}

  /// Applies the selection.
  ///
  /// - Parameters:
  ///   - named: the workspace's layers.
  ///   - former: the current id of each module by its former one, by which it can be selected as well.
  /// - Throws: `SelectionError` for a word that matches nothing.
  /// - Complexity: O(modules + dependencies), and O(modules) for each pattern.
  package func callAsFunction(
    _ graph: ModuleGraph, layers named: Layers = Layers(), former: [ModuleID: ModuleID] = [:]
  ) throws(SelectionError)
    -> SelectedGraph
  {
    let words = ModuleNames(graph: graph, former: former)
    let asked = Set(
      try words.modules(focus, flag: "--focus", patterns: false)
        + words.modules(reaches, flag: "--reaches", patterns: false))
    let pinned = asked.union(subjects.flatMap(words.named))
    var shown = Set(graph.modules.lazy.filter { includes($0.kind) || pinned.contains($0.id) }.map(\.id))
    let omitted = SelectedGraph.Omitted(graph.modules.filter { !includes($0.kind) && !shown.contains($0.id) })
    shown.subtract(try words.modules(exclude, flag: "--exclude"))
    if !packages.isEmpty {
      let keys = try words.packages(packages)
      shown = shown.filter { keys.contains($0.package) }
    }
    if !layers.isEmpty {
      let wanted = try named.indices(matching: layers)
      shown = shown.filter { named.index(of: $0).map(wanted.contains) ?? false }
    }
    try restrictToReached(&shown, graph, words)
    dropUnusedProducts(&shown, graph, but: pinned)
    if shown.isEmpty, !graph.modules.isEmpty, isSelective { throw .nothingLeft }
    let folding = try Folding(words: collapse, graph: graph, layers: named)
    return SelectedGraph(graph, shown: shown, layers: named, omitted: omitted, named: asked).folded(by: folding.group)
  }

  /// Whether modules of a kind are shown without being named.
  func includes(_ kind: Module.Kind) -> Bool {
    switch kind {
    case .test: includesTests
    case .external: includesExternal
    case .snippet: includesSnippets
    default: true
    }
  }

  /// Removes what is no module of the workspace and no shown module uses.
  private func dropUnusedProducts(_ shown: inout Set<ModuleID>, _ graph: ModuleGraph, but pinned: Set<ModuleID>) {
    let outside = graph.modules.lazy.filter(\.kind.isOutside).map(\.id).filter(shown.contains)
    guard !outside.isEmpty else { return }
    let used = Set(graph.dependencies.filter { shown.contains($0.from) }.map(\.to))
    for id in Array(outside) where !used.contains(id) && !pinned.contains(id) { shown.remove(id) }
  }

  private var isSelective: Bool {
    !(focus.isEmpty && reaches.isEmpty && exclude.isEmpty && packages.isEmpty && layers.isEmpty)
  }

  private func restrictToReached(
    _ shown: inout Set<ModuleID>, _ graph: ModuleGraph, _ words: ModuleNames
  ) throws(SelectionError) {
    guard !focus.isEmpty || !reaches.isEmpty else { return }
    let part = SelectedGraph(graph, shown: shown)
    func indices(_ ids: [ModuleID]) -> [Int] {
      let wanted = Set(ids)
      return part.nodes.indices.filter { wanted.contains(part.nodes[$0].modules[0].id) }
    }
    var kept = Set(part.nodes.indices)
    if !focus.isEmpty {
      let origins = indices(try words.modules(focus, flag: "--focus"))
      var around = part.graph.within(depth, of: origins)
      if includesDependents { around.formUnion(part.graph.reversed.within(depth, of: origins)) }
      kept.formIntersection(around)
    }
    if !reaches.isEmpty {
      let ends = indices(try words.modules(reaches, flag: "--reaches"))
      kept.formIntersection(part.graph.reversed.within(nil, of: ends))
    }
    shown = Set(kept.map { part.nodes[$0].modules[0].id })
  }
}

extension IndexedGraph {
  /// The vertices at most `steps` edges away, the origins included; all that can be reached if it is `nil`.
  fileprivate func within(_ steps: Int?, of origins: [Int]) -> Set<Int> {
    let levels = levels(from: origins)
    return Set(levels.prefix(steps.map { $0 + 1 } ?? levels.count).joined())
  }
}

extension Layers {
  fileprivate func indices(matching words: [String]) throws(SelectionError) -> Set<Int> {
    guard !isEmpty else { throw .noLayers(flag: "--layer") }
    var found: Set<Int> = []
    for word in words {
      let matches = all.indices.filter { all[$0].name == word || Glob(word).matches(all[$0].name) }
      guard !matches.isEmpty else {
        throw .unknown(word: word, subject: .layer, flag: "--layer", nearest: all.map(\.name).nearest(to: word))
      }
      found.formUnion(matches)
    }
    return found
  }
}

extension Selection {
  /// The selection without its restrictions: all modules of the selected kinds, folded in the same way. Metrics are
  /// computed on this graph, whichever of its nodes are selected.
  package var whole: Selection {
    var whole = Selection()
    whole.includesTests = includesTests
    whole.includesExternal = includesExternal
    whole.includesSnippets = includesSnippets
    whole.collapse = collapse
    // A test that is named is a row of the result, so that it belongs to the graph as well.
    whole.subjects = subjects + focus + reaches
    return whole
  }
}
