import ModuleGraph

/// Answers for people: short lines for a terminal, in which no name can hide a control character.
package enum Text {
  /// `1 module`, `1,234 modules`.
  static func count(_ count: Int, _ singular: String, _ plural: String? = nil) -> String {
    "\(Figures.count(count)) \(count == 1 ? singular : plural ?? singular + "s")"
  }

  /// `1,234 lines`, `at least 1,234 lines`.
  static func count(_ tally: Tally, _ singular: String) -> String {
    (tally.isExact ? "" : "at least ") + count(tally.value, singular)
  }

  /// A line in which names stand.
  static func line(_ text: String) -> String { TextTable.printable(text) + "\n" }

  /// Edges as the rows of a table: a label, then where manifests state the edge and what they say of it; at most three
  /// statements for each.
  static func rows(_ label: String, _ edge: SelectedGraph.Edge, in graph: SelectedGraph) -> [[String]] {
    let isBetweenGroups = graph.nodes[edge.from].group != nil || graph.nodes[edge.to].group != nil
    let statements = edge.dependencies.prefix(3).map { dependency in
      let ends = isBetweenGroups ? ["\(dependency.from.name) → \(dependency.to.name)"] : []
      return [
        place(of: dependency),
        (ends + words(of: dependency)).joined(separator: ", "),
      ]
    }
    let rest = edge.dependencies.count - statements.count
    let more = rest > 0 ? [["", "… and \(Figures.count(rest)) more"]] : []
    return (statements + more).enumerated().map { [$0 == 0 ? label : ""] + $1 }
  }

  private static func place(of dependency: Dependency) -> String {
    if let place = dependency.location { return "\(place.file):\(place.line)" }
    return dependency.computedNear.map { "near \($0.file):\($0.line)" } ?? Figures.absent
  }

  private static func words(of dependency: Dependency) -> [String] {
    let product = dependency.product.map { "product \($0) of \(dependency.to.package)" }
    let kind: String? =
      switch dependency.kind {
      case .target: nil
      case .product: product
      case .plugin: ["plugin", product].compactMap { $0 }.joined(separator: ", ")
      case .embed: ["embedded", product].compactMap { $0 }.joined(separator: ", ")
      }
    return [
      kind, dependency.condition.map { "if \($0.description)" },
      dependency.computedNear.map { _ in "computed by the manifest" },
    ].compactMap { $0 }
  }
}

extension SelectedGraph {
  /// What a text calls a node: `module` unless there are groups.
  var noun: String { nodes.allSatisfy { $0.group == nil } ? "module" : "node" }
}
