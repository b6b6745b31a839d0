import ModuleGraph

extension SelectedGraph {
  func ids(_ indices: some Sequence<Int>) -> [String] { indices.map { nodes[$0].id } }

  /// An edge between nodes, with its dependencies in manifests.
  func json(_ edge: Edge) -> JSON.Object {
    ["from": nodes[edge.from].id, "to": nodes[edge.to].id, "dependencies": edge.dependencies]
  }
}

extension SelectedGraph.Omitted {
  /// Few packages have snippets, so that their number is left out if it is 0.
  var json: JSON.Object { ["tests": tests, "externals": externals, "snippets": snippets == 0 ? nil : snippets] }
}

extension ImportSite {
  var json: JSON.Object {
    let imported: JSON.Object =
      switch use.imported {
      case .module(let name): ["module": name]
      case .header(let path): ["header": path]
      }
    return imported + [
      "from": from.description, "to": to.description, "file": use.location.file, "line": use.location.line,
      "column": use.column, "condition": use.condition?.description,
    ]
  }
}
