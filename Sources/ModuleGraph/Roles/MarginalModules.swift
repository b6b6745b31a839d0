extension ModuleGraph {
  /// The modules that a build would not compile without a feature: its own, and those that nothing else in the build
  /// needs.
  ///
  /// What another feature needs stays, and so does a feature that another one depends on. In a build of several
  /// programs, those that show this feature and no other are removed with it.
  /// - Parameters:
  ///   - feature: the feature's modules.
  ///   - others: the modules of each other feature.
  ///   - built: all modules of the build.
  /// - Returns: sorted; empty if the build does not contain the feature, or needs it in any case.
  /// - Complexity: O(programs · (modules + dependencies)).
  package func marginalModules(
    of feature: [ModuleID], besides others: [[ModuleID]], in built: [ModuleID]
  ) -> [ModuleID] {
    let built = Set(built)
    let graph = Dictionary(
      grouping: dependencies.filter { built.contains($0.from) && built.contains($0.to) }, by: \.from
    ).mapValues { $0.map(\.to) }
    func reach(_ roots: some Sequence<ModuleID>, avoiding avoided: Set<ModuleID> = []) -> Set<ModuleID> {
      var reached = Set(roots).subtracting(avoided)
      var pending = Array(reached)
      while let next = pending.popLast() {
        for target in graph[next] ?? [] where !avoided.contains(target) && reached.insert(target).inserted {
          pending.append(target)
        }
      }
      return reached
    }
    let needed = reach(others.joined().filter(built.contains))
    var gone = Set(feature).intersection(built).subtracting(needed)
    let own = reach(gone)
    let foreign = Set(others.joined()).subtracting(own)
    let used = Set(graph.values.joined())
    let roots = built.subtracting(used)
    if roots.count > 1 {
      let programs = Set(modules.filter { $0.kind == .executable || $0.kind == .snippet }.map(\.id))
      for program in roots.intersection(programs) {
        let shown = reach([program])
        if !shown.isDisjoint(with: gone), shown.isDisjoint(with: foreign) { gone.insert(program) }
      }
    }
    return built.subtracting(reach(roots, avoiding: gone)).subtracting(needed).sorted()
  }
}
