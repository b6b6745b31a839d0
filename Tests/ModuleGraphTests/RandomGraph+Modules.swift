import ModuleGraph

extension RandomGraph {
  /// The same as modules, each with as many lines as its number says, the first a system library.
  var modules: ModuleGraph {
    let ids = (0..<vertexCount).map { ModuleID(package: "P", name: String("\(1000 + $0)".dropFirst())) }
    return ModuleGraph(
      modules: ids.enumerated().map { Module(id: $1, kind: $0 == 0 ? .system : .regular, lines: $0 == 0 ? nil : $0) },
      dependencies: Set(edges.map { [$0.from, $0.to] }).map { Dependency(from: ids[$0[0]], to: ids[$0[1]]) })
  }

  var selected: SelectedGraph { SelectedGraph(modules) }
}
