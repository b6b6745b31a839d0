package import ModuleGraph

/// The dependencies and modules that a picture or a page of a graph shows in red.
package struct GraphMarks: Sendable, Hashable {
  /// The two ends of each.
  let dependencies: Set<[ModuleID]>
  let modules: Set<ModuleID>
  /// The meaning of red for a dependency and for a module, in a page's legend; `nil` if it marks violations of rules.
  var meanings: [String]?

  package init(dependencies: [Dependency] = [], modules: Set<ModuleID> = []) {
    self.dependencies = Set(dependencies.map { [$0.from, $0.to] })
    self.modules = modules
  }

  /// The role of a marked edge. An edge between groups is marked if any of its dependencies is.
  func role(of edge: SelectedGraph.Edge) -> GraphPicture.Role? {
    guard !dependencies.isEmpty else { return nil }
    return edge.dependencies.contains { dependencies.contains([$0.from, $0.to]) } ? .violation : nil
  }
}
