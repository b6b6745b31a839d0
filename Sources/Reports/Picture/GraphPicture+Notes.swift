import ModuleGraph

extension GraphPicture {
  /// What was folded, and how: `90 of 120 modules are folded into 9 groups by name`.
  static func note(_ shortening: SelectedGraph.Shortening, of graph: SelectedGraph) -> String {
    let criteria = shortening.kinds.map(\.criterion).joined(separator: ", ")
    return
      "\(Figures.count(shortening.modules)) of "
      + "\(Figures.counted(graph.nodes.count, graph.memberNoun)) are folded into "
      + "\(Figures.counted(shortening.groups, "group")) \(criteria)"
  }
}

extension SelectedGraph.Omitted {
  /// For example `1 test module (--include-tests); 2 external products (--include-external)`; `nil` if nothing is
  /// omitted.
  var note: String? {
    let parts = [
      tests == 0 ? nil : "\(Figures.counted(tests, "test module")) (--include-tests)",
      externals == 0 ? nil : "\(Figures.counted(externals, "external product")) (--include-external)",
      snippets == 0 ? nil : "\(Figures.counted(snippets, "snippet")) (--include-snippets)",
    ].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }
}

extension ModuleGroup.Kind {
  fileprivate var criterion: String {
    switch self {
    case .package, .layer, .pattern, .folder: "by \(rawValue)"
    case .word: "by name"
    case .alone: "without dependencies"
    case .rest: "of what has the fewest dependents"
    }
  }
}
