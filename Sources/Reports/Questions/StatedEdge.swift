import ModuleGraph

/// One dependency of an edge as a table row: the edge's label, the place in a manifest, and the declaration there.
struct StatedEdge {
  let label: String
  var place = ""
  var description = ""

  /// The rows of an edge: at most three of its dependencies, the label beside the first.
  static func rows(_ label: String, _ edge: SelectedGraph.Edge, in graph: SelectedGraph) -> [StatedEdge] {
    let isBetweenGroups = graph.nodes[edge.from].group != nil || graph.nodes[edge.to].group != nil
    let snippets = Set(graph.nodes[edge.from].modules.lazy.filter { $0.kind == .snippet }.map(\.id))
    let statements = edge.dependencies.prefix(3).map { dependency in
      let ends = isBetweenGroups ? ["\(dependency.from.name) → \(dependency.to.name)"] : []
      let origin = snippets.contains(dependency.from) ? ["added by SwiftPM: snippets use all libraries"] : []
      return (
        place: dependency.placeWords, description: (ends + dependency.statedWords + origin).joined(separator: ", ")
      )
    }
    let rest = edge.dependencies.count - statements.count
    let more = rest > 0 ? [(place: "", description: "… and \(Figures.count(rest)) more")] : []
    return (statements + more).enumerated().map { index, row in
      StatedEdge(label: index == 0 ? label : "", place: row.place, description: row.description)
    }
  }

  static func table(_ rows: [StatedEdge]) -> Table {
    rows.table([.text("edge") { $0.label }, .text("manifest") { $0.place }, .text("statement") { $0.description }])
      .withoutEmptyColumns
  }

  static func text(_ rows: [StatedEdge], indent: String, _ style: TextStyle) -> String {
    Text.table(table(rows), hasHeader: false, indent: indent, style)
  }
}

extension Dependency {
  var placeWords: String {
    if let location { return "\(location.file):\(location.line)" }
    return computedNear.map { "near \($0.file):\($0.line)" } ?? Figures.absent
  }

  var statedWords: [String] {
    let product = product.map { "product \($0) of \(to.package)" }
    let kindWords: String? =
      switch kind {
      case .target: nil
      case .product: product
      case .plugin: ["plugin", product].compactMap { $0 }.joined(separator: ", ")
      case .embed: ["embedded", product].compactMap { $0 }.joined(separator: ", ")
      }
    return [
      symbols?.description, kindWords, condition.map { "if \($0.description)" },
      computedNear.map { _ in "computed by the manifest" },
    ].compactMap { $0 }
  }
}

extension [UsedSymbol] {
  /// For example `EventLoop (4), EventLoop.execute(_:) and 12 more`.
  var description: String {
    map { $0.count == 1 ? $0.name : "\($0.name) (\(Figures.count($0.count)))" }.listed(atMost: 3)
  }
}

extension [Module] {
  /// What each is called: its name where that is unique, else its id.
  var labels: [ModuleID: String] {
    let counts = Dictionary(map { ($0.name, 1) }, uniquingKeysWith: +)
    return Dictionary(map { ($0.id, counts[$0.name] == 1 ? $0.name : $0.id.description) }) { first, _ in first }
  }
}

extension SelectedGraph {
  /// The name of a node in text: `module` unless there are groups.
  var noun: String { nodes.contains { $0.group != nil } ? "node" : memberNoun }
  /// The name of what groups consist of.
  var memberNoun: String { isOfFiles ? "file" : "module" }
}
