/// A module with different ids or folders in two graphs.
package struct ModuleMove: Hashable, Sendable {
  package let before: Module
  package let after: Module
  /// The number of files that show the move; `nil` if it follows from the name or folder.
  package var succession: ModuleSuccession?

  /// Whether it has another name; otherwise it is in another package or folder.
  package var isRenamed: Bool { before.name != after.name }

  /// Finds modules that moved to another package or folder, or were renamed.
  ///
  /// A removed module and an added one are the same if their files say so; else if they are the only pair with the same
  /// name and kind; else if they are the only pair with the same folder. A module with the same id in both graphs moved
  /// if its folder changed.
  /// - Returns: sorted by the new id.
  /// - Complexity: O(modules).
  package static func between(
    _ base: ModuleGraph, _ head: ModuleGraph, successions: [ModuleSuccession] = []
  ) -> [ModuleMove] {
    let before = Dictionary(uniqueKeysWithValues: base.modules.map { ($0.id, $0) })
    let after = Dictionary(uniqueKeysWithValues: head.modules.map { ($0.id, $0) })
    var moves = head.modules.compactMap { module -> ModuleMove? in
      guard let old = before[module.id], let from = old.path, let to = module.path, from != to else { return nil }
      return ModuleMove(before: old, after: module)
    }
    moves += successions.compactMap { succession in
      guard let old = before[succession.before], let new = after[succession.after] else { return nil }
      return ModuleMove(before: old, after: new, succession: succession)
    }
    var gone = Self.gone(from: base, to: head).filter { module in !successions.contains { $0.before == module.id } }
    var new = Self.gone(from: head, to: base).filter { module in !successions.contains { $0.after == module.id } }
    for key: (Module) -> String? in [{ "\($0.kind) \($0.name)" }, { $0.path }] {
      let pairs = onlyPairs(gone, new, by: key)
      gone.removeAll { module in pairs.contains { $0.before == module } }
      new.removeAll { module in pairs.contains { $0.after == module } }
      moves += pairs
    }
    return moves.sorted { $0.after.id < $1.after.id }
  }

  /// Finds the modules whose package has another name, and nothing else: their builds stay the same.
  /// - Returns: sorted by the new id.
  /// - Complexity: O(modules).
  package static func byRenamedPackages(from base: ModuleGraph, to head: ModuleGraph) -> [ModuleMove] {
    between(base, head).filter { $0.before.id != $0.after.id && !$0.isRenamed && $0.before.path == $0.after.path }
  }

  /// The workspace's own modules that only the first of two graphs has, sorted.
  package static func gone(from base: ModuleGraph, to head: ModuleGraph) -> [Module] {
    let ids = Set(head.modules.map(\.id))
    return base.modules.filter { !$0.kind.isOutside && !ids.contains($0.id) }
  }

  private static func onlyPairs(_ gone: [Module], _ new: [Module], by key: (Module) -> String?) -> [ModuleMove] {
    func unique(_ modules: [Module]) -> [String: Module] {
      Dictionary(grouping: modules) { key($0) ?? "" }.filter { $0.key != "" && $0.value.count == 1 }
        .compactMapValues(\.first)
    }
    let candidates = unique(new)
    return unique(gone).compactMap { key, before in candidates[key].map { ModuleMove(before: before, after: $0) } }
  }
}

extension [ModuleID: ModuleID] {
  /// The new ids of modules by their old ones.
  package init(_ moves: [ModuleMove]) {
    self.init(moves.map { ($0.before.id, $0.after.id) }, uniquingKeysWith: { first, _ in first })
  }
}

extension Dictionary where Key == ModuleID {
  /// The same by the new ids of modules.
  package func renaming(_ moves: [ModuleMove]) -> Self {
    let ids = [ModuleID: ModuleID](moves)
    return Dictionary(map { (ids[$0.key] ?? $0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
  }
}

extension ModuleGraph {
  /// The graph with the new ids of modules that moved.
  /// - Complexity: O(modules + dependencies), and the sorting.
  package func renaming(_ moves: [ModuleMove]) -> ModuleGraph {
    let ids = [ModuleID: ModuleID](moves)
    guard ids.contains(where: { $0.key != $0.value }) else { return self }
    return ModuleGraph(
      environment: environment, packages: packages, products: products.map { $0.renamed(ids) },
      modules: modules.map { ids[$0.id].map($0.renamed) ?? $0 },
      dependencies: dependencies.map { dependency in
        Dependency(
          from: ids[dependency.from] ?? dependency.from, to: ids[dependency.to] ?? dependency.to,
          kind: dependency.kind, product: dependency.product, condition: dependency.condition,
          location: dependency.location, computedNear: dependency.computedNear)
      }, failures: failures, warnings: warnings)
  }
}

extension Module {
  fileprivate func renamed(_ id: ModuleID) -> Module {
    Module(
      id: id, kind: kind, path: path, sources: sources, lines: lines, bytes: bytes, missingSources: missingSources,
      languages: languages)
  }
}

extension Product {
  /// A product belongs to the package of its modules.
  fileprivate func renamed(_ ids: [ModuleID: ModuleID]) -> Product {
    let modules = modules.map { ids[$0] ?? $0 }
    return Product(
      name: name, package: modules.first?.package ?? package, kind: kind, linkage: linkage, modules: modules)
  }
}
