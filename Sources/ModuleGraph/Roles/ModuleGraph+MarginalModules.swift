extension ModuleGraph {
  /// The modules that a build would not compile without a feature, since nothing that remains needs them.
  ///
  /// The following remain:
  /// - the other features, and in a whole package its other library products, whether or not they are features;
  /// - an app, whose dependencies on the feature are cut, since it combines features; and so do the modules between the
  ///   two that no other feature needs;
  /// - in a whole package, which no module combines, each program that is a product, and each module that no other one depends on,
  ///   unless it depends on the feature and on no other one that the feature does not need. Those are removed with it.
  ///
  /// Everything that these need remains, even modules of the feature. Snippets need nothing: SwiftPM gives them all
  /// libraries of their package.
  /// - Parameters:
  ///   - feature: the feature's modules.
  ///   - others: the modules of each other feature.
  ///   - built: all modules of the build.
  ///   - isWholePackage: whether the build is that of a whole package, not that of an app.
  /// - Returns: sorted; empty if the build does not contain the feature, or needs it in any case.
  /// - Complexity: O(roots · (modules + dependencies)).
  package func marginalModules(
    of feature: [ModuleID], besides others: [[ModuleID]], in built: [ModuleID], isWholePackage: Bool
  ) -> [ModuleID] {
    let part = BuiltPart(Set(built), of: self)
    var needed = part.reach(others.joined())
    guard isWholePackage else {
      let gone = part.modules.intersection(feature).subtracting(needed)
      return part.modules.subtracting(part.reach(part.roots, avoiding: gone)).subtracting(needed).sorted()
    }
    let libraries = products.filter { $0.kind == .library && Set($0.modules) != Set(feature) }.map(\.modules)
    needed.formUnion(part.reach(libraries.joined()))
    let own = part.reach(feature)
    let foreign = Set((others + libraries).joined()).subtracting(own)
    let programs = products.filter { $0.kind == .executable }.flatMap(\.modules)
    let roots = part.roots.union(part.modules.intersection(programs))
    let shown = roots.map { (root: $0, reach: part.reach([$0])) }
    let removable = shown.filter {
      feature.contains($0.root) || (!$0.reach.isDisjoint(with: feature) && $0.reach.isDisjoint(with: foreign))
    }
    needed = part.reach(roots.subtracting(removable.map(\.root)).union(needed))
    let gone = part.modules.intersection(feature).subtracting(needed)
    let (removed, kept) = (
      removable.filter { !$0.reach.isDisjoint(with: gone) }, removable.filter { $0.reach.isDisjoint(with: gone) }
    )
    return part.reach(gone.union(removed.map(\.root))).subtracting(needed).subtracting(kept.flatMap(\.reach)).sorted()
  }
}

extension ModuleGraph {
  /// The modules of each feature that would be found in an app, and of each program that it embeds; empty unless exactly one program
  /// is not needed by another module.
  /// - Parameter built: the modules of an app's build, not of a whole package's.
  /// - Complexity: O(modules + dependencies) for each row of features.
  package func partsOfApp(in built: [ModuleID]) -> [[ModuleID]] {
    let part = BuiltPart(Set(built), of: self)
    let graph = RoleGraph(self)
    let apps = part.roots.compactMap(graph.index).filter(graph.isProgram)
    guard apps.count == 1 else { return [] }
    let features = FeatureSearch(graph, app: apps[0]).features().map { graph.id($0.module) }
    let embedded = part.modules.filter { graph.index($0).flatMap(graph.embedder) != nil }
    return (features + embedded).map { [$0] }
  }
}

extension [[ModuleID]] {
  /// Those that share no module with a feature.
  package func others(than feature: [ModuleID]) -> [[ModuleID]] { filter { Set($0).isDisjoint(with: feature) } }
}

/// The modules of a build without snippets, with the dependencies between them.
private struct BuiltPart {
  let modules: Set<ModuleID>
  private let dependencies: [ModuleID: [ModuleID]]
  /// The modules that no other module of the build depends on.
  let roots: Set<ModuleID>

  init(_ built: Set<ModuleID>, of graph: ModuleGraph) {
    let modules = built.subtracting(graph.modules.filter { $0.kind == .snippet }.map(\.id))
    self.modules = modules
    dependencies = Dictionary(
      grouping: graph.dependencies.filter { modules.contains($0.from) && modules.contains($0.to) }, by: \.from
    ).mapValues { $0.map(\.to) }
    roots = modules.subtracting(dependencies.values.joined())
  }

  /// The origins that are built, and their dependencies, direct or not.
  func reach(_ origins: some Sequence<ModuleID>, avoiding avoided: Set<ModuleID> = []) -> Set<ModuleID> {
    modules.intersection(origins).subtracting(avoided).closed {
      (dependencies[$0] ?? []).lazy.filter { !avoided.contains($0) }
    }
  }
}
