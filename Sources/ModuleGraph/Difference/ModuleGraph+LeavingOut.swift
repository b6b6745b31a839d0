extension ModuleGraph {
  /// The graph without the packages and modules below some folders, as if nobody knew them: what others depend on there
  /// becomes an external product. So a state that lacks these folders can be compared with one that has them.
  /// - Parameter folders: relative to the workspace's root.
  /// - Complexity: O((modules + packages) · folders + dependencies).
  package func leavingOut(_ folders: Set<String>) -> ModuleGraph {
    func isBelow(_ path: String?) -> Bool {
      path.map { path in folders.contains { path == $0 || path.hasPrefix($0 + "/") } } ?? false
    }
    let gone = Set(modules.lazy.filter { isBelow($0.path) }.map(\.id))
    let keys = Set(packages.lazy.filter { isBelow($0.path) }.map(\.key))
    guard !gone.isEmpty || !keys.isEmpty else { return self }
    let left = dependencies.filter { !gone.contains($0.from) }
    let needed = Set(left.lazy.map(\.to).filter(gone.contains))
    return ModuleGraph(
      environment: environment, packages: packages.filter { !keys.contains($0.key) },
      products: products.filter { !keys.contains($0.package) },
      modules: modules.compactMap { module in
        gone.contains(module.id) ? needed.contains(module.id) ? Module(id: module.id, kind: .external) : nil : module
      },
      dependencies: left, failures: failures, warnings: warnings)
  }
}
