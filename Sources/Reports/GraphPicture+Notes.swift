import ModuleGraph

extension GraphPicture {
  /// What was folded, by what, and how to see it.
  static func note(_ shortening: SelectedGraph.Shortening, of graph: SelectedGraph, as shown: SelectedGraph) -> String {
    let count = Figures.count(graph.nodes.count)
    let folded: String
    switch shortening {
    case .grouped(let kind):
      folded = "\(count) modules, folded into \(Figures.count(shown.nodes.count)) nodes by \(kind.criterion)"
    case .rest(let kept):
      folded =
        "\(count) modules, of which the \(Figures.count(kept)) with the most dependents are shown and the others "
        + "folded by height"
    }
    return folded + " (--budget 0 shows all, --focus or --package a part)"
  }
}

extension SelectedGraph.Omitted {
  /// `1 test module (--include-tests); 2 external products (--include-external)`; `nil` where nothing is left out.
  var note: String? {
    let parts = [
      tests == 0 ? nil : "\(Text.count(tests, "test module")) (--include-tests)",
      externals == 0 ? nil : "\(Text.count(externals, "external product")) (--include-external)",
    ].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }
}

extension ModuleGroup.Kind {
  fileprivate var criterion: String {
    switch self {
    case .package, .layer, .pattern, .folder: rawValue
    case .word: "the first word of their names"
    case .rest: "height"
    }
  }
}
