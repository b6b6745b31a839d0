extension Selection {
  /// The selected modules as a module graph. Tests, external products and snippets belong to it unless the selection
  /// leaves them out by name, package or distance; nothing is folded.
  ///
  /// - Throws: `SelectionError`.
  /// - Complexity: that of the selection.
  package func part(of graph: ModuleGraph, layers: Layers = Layers()) throws(SelectionError) -> ModuleGraph {
    var selection = self
    selection.includesTests = true
    selection.includesExternal = true
    selection.includesSnippets = true
    selection.collapse = []
    let selected = try selection(graph, layers: layers)
    return graph.restricted(to: Set(selected.nodes.lazy.flatMap(\.modules).map(\.id)))
  }
}

extension ModuleGraph {
  /// The subgraph of the given modules, with the packages and products that they belong to.
  fileprivate func restricted(to wanted: Set<ModuleID>) -> ModuleGraph {
    guard wanted.count < modules.count else { return self }
    let kept = modules.filter { wanted.contains($0.id) }
    let keys = Set(kept.map(\.package))
    return ModuleGraph(
      environment: environment, packages: packages.filter { keys.contains($0.key) },
      products: products.compactMap { product in
        let modules = product.modules.filter(wanted.contains)
        guard !modules.isEmpty else { return nil }
        return Product(
          name: product.name, package: product.package, kind: product.kind, linkage: product.linkage, modules: modules)
      },
      modules: kept, dependencies: dependencies.filter { wanted.contains($0.from) && wanted.contains($0.to) },
      failures: failures, warnings: warnings)
  }
}
