/// The modules that a change can reach: those that it touches, and everything that depends on them.
package struct AffectedModules: Hashable, Sendable {
  /// How a change reaches one module.
  package struct Reach: Hashable, Sendable {
    package let module: ModuleID
    /// The number of dependencies from the module to the one that the change touches; 0 for that one.
    package let distance: Int
    /// The first cause of the module that the change touches, in the order of causes.
    package let cause: ChangeCause
    /// The dependency that leads towards the cause; `nil` at distance 0.
    package let next: Dependency?
  }

  package let graph: ModuleGraph
  package let impact: ChangeImpact
  /// The shortest way to each module that is reached; of equally short ones, that over the first module by id.
  package let reaches: [ModuleID: Reach]

  /// - Parameters:
  ///   - graph: the graph after the change.
  ///   - impact: what the change touches. Modules that the graph lacks do not count.
  ///   - limit: the greatest distance that counts; `nil` for any.
  /// - Complexity: O(modules + dependencies), and the sorting of each distance.
  package init(_ impact: ChangeImpact, in graph: ModuleGraph, within limit: Int? = nil) {
    (self.graph, self.impact) = (graph, impact)
    var reaches: [ModuleID: Reach] = [:]
    let everything = impact.ofEverything.min()
    var level: [ModuleID] = []
    for module in graph.modules {
      let causes = impact.causes[module.id] ?? []
      // What touches the module itself says more than what touches all.
      guard let cause = causes.min() ?? (module.kind.isOutside ? nil : everything) else { continue }
      reaches[module.id] = Reach(module: module.id, distance: 0, cause: cause, next: nil)
      level.append(module.id)
    }
    let dependents = Dictionary(grouping: graph.dependencies, by: \.to)
    var distance = 0
    while !level.isEmpty, limit.map({ distance < $0 }) ?? true {
      distance += 1
      var next: [ModuleID] = []
      for module in level {
        guard let cause = reaches[module]?.cause else { continue }
        for dependency in dependents[module] ?? [] where reaches[dependency.from] == nil {
          reaches[dependency.from] = Reach(module: dependency.from, distance: distance, cause: cause, next: dependency)
          next.append(dependency.from)
        }
      }
      level = next.sorted()
    }
    self.reaches = reaches
  }

  /// The dependencies from a module to the one that the change touches; empty for that one, and for others.
  /// - Complexity: O(distance).
  package func path(of module: ModuleID) -> [Dependency] {
    var path: [Dependency] = []
    var place = module
    while let next = reaches[place]?.next {
      path.append(next)
      place = next.to
    }
    return path
  }

  /// Every cause of the module at the end of the way to a module, sorted.
  package func causes(of module: ModuleID) -> [ChangeCause] {
    guard let reach = reaches[module] else { return [] }
    let own = impact.causes[path(of: module).last?.to ?? module] ?? []
    return own.isEmpty ? [reach.cause] : own.sorted()
  }
}
