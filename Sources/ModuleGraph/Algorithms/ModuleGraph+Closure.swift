extension ModuleGraph {
  /// The modules that the given ones depend on, directly or not, and the given ones themselves.
  ///
  /// - Parameters:
  ///   - roots: where to start; ids that are not in the graph are ignored.
  ///   - isFollowed: which dependencies count; all by default.
  /// - Returns: sorted by id.
  /// - Complexity: O(modules + dependencies), and the sorting of the result.
  package func closure(
    of roots: some Sequence<ModuleID>, following isFollowed: (Dependency) -> Bool = { _ in true }
  ) -> [ModuleID] {
    let dependenciesByModule = Dictionary(grouping: dependencies, by: \.from)
    return Set(modules.lazy.map(\.id)).intersection(roots)
      .closed { (dependenciesByModule[$0] ?? []).filter(isFollowed).map(\.to) }.sorted()
  }
}

extension [ModuleID: [ModuleID]] {
  /// All modules to which a module leads, directly or not; itself only in a cycle.
  /// - Complexity: O(modules + edges).
  package func reached(from id: ModuleID) -> Set<ModuleID> { Set(self[id] ?? []).closed { self[$0] ?? [] } }
}
