package import ModuleGraph

extension Text {
  /// The graph as a tree for a terminal: roots first, and below each node its dependencies. A node whose dependencies
  /// were already shown is marked, and they are not repeated.
  /// - Complexity: O(nodes + edges) lines.
  package static func tree(_ graph: SelectedGraph) -> String {
    var tree = Tree(graph)
    tree.grow()
    return tree.text
  }
}

/// The lines of the tree, and the marks that need an explanation.
private struct Tree {
  private struct Item {
    let node: Int
    /// `nil` for roots.
    let edge: SelectedGraph.Edge?
    /// The beginnings of its line, and of those of its dependencies.
    let (branch, stem): (String, String)
  }

  private let graph: SelectedGraph
  private let labels: [String]
  private let hasPackages: Bool
  private let componentOf: [Int]
  private var isShown: [Bool]
  private var lines: [String] = []
  private var hasMarks = false
  private var hasRepetitions = false

  init(_ graph: SelectedGraph) {
    self.graph = graph
    labels = graph.labels
    hasPackages = Set(graph.nodes.lazy.flatMap(\.modules).map(\.package)).count > 1
    componentOf = graph.graph.condensation.componentOf
    isShown = Array(repeating: false, count: graph.nodes.count)
  }

  /// The nodes without dependents, and the first node of each cycle without any; those with the most dependencies
  /// first. Isolated nodes are omitted.
  private var roots: [Int] {
    let condensation = graph.graph.condensation
    let hasDependents = Set((0..<condensation.count).flatMap { condensation.graph.successors(of: $0) })
    let sizes = graph.graph.transitiveSuccessorCounts
    return (0..<condensation.count).filter { !hasDependents.contains($0) }
      .compactMap { condensation.members(of: $0).first }
      .filter { !graph.graph.successors(of: $0).isEmpty }
      .sorted { (sizes[$1], $0) < (sizes[$0], $1) }
  }

  mutating func grow() {
    var pending = roots.reversed().map { Item(node: $0, edge: nil, branch: "", stem: "") }
    while let item = pending.popLast() {
      let isRepeated = isShown[item.node] && !graph.graph.successors(of: item.node).isEmpty
      lines.append(item.branch + name(item) + (isRepeated ? " (*)" : ""))
      hasRepetitions = hasRepetitions || isRepeated
      guard !isShown[item.node] else { continue }
      isShown[item.node] = true
      let successors = graph.graph.successors(of: item.node)
      pending += successors.reversed().map { successor in
        let isLast = successor == successors.last
        return Item(
          node: successor, edge: graph.edge(from: item.node, to: successor),
          branch: item.stem + (isLast ? "└── " : "├── "), stem: item.stem + (isLast ? "    " : "│   "))
      }
    }
  }

  private mutating func name(_ item: Item) -> String {
    let marks = self.marks(item)
    hasMarks = hasMarks || !marks.isEmpty
    return Text.printable(labels[item.node] + (marks.isEmpty ? "" : " (\(marks.joined(separator: ", ")))"))
  }

  /// What is unusual about a node: another package or kind, a condition, or a problem.
  private func marks(_ item: Item) -> [String] {
    let node = graph.nodes[item.node]
    let package = node.modules[0].package
    let isElsewhere = item.edge.map { graph.nodes[$0.from].modules[0].package != package } ?? hasPackages
    let kind = node.module.flatMap { [.regular, .external, .file].contains($0.kind) ? nil : $0.kind.legend }
    let size = node.group == nil ? nil : Figures.counted(node.modules.count, graph.memberNoun)
    // The package is not shown if it has the module's name, is part of the label, or was shown before.
    let isTold = isShown[item.node] || labels[item.node] != node.title
    let isNews = !isTold && package.lowercased() != node.title.lowercased()
    let isKnown = node.module?.kind != .unknown
    let origin = node.group == nil && isElsewhere && isNews && isKnown ? "of \(package)" : nil
    return [kind, size, origin].compactMap { $0 } + (item.edge.map(marks) ?? [])
  }

  private func marks(_ edge: SelectedGraph.Edge) -> [String] {
    let conditions = Set(edge.dependencies.compactMap(\.condition?.description)).sorted()
    let isConditional = edge.dependencies.allSatisfy { $0.condition != nil }
    let isEmbedded = edge.dependencies.allSatisfy { $0.kind == .embed }
    return [
      isEmbedded ? "embedded" : nil, isConditional ? "if " + conditions.joined(separator: " or ") : nil,
      graph.isAgainstLayers(edge) ? "upward dependency" : nil,
      componentOf[edge.from] == componentOf[edge.to] ? "in a cycle" : nil,
    ].compactMap { $0 }
  }

  var text: String {
    let alone = graph.nodes.indices.filter { !isShown[$0] }.map { labels[$0] }
    let summary =
      "\(Figures.counted(graph.nodes.count, graph.noun)), "
      + Figures.counted(graph.edges.count, "dependency", "dependencies")
    let notes = [
      alone.isEmpty ? nil : "alone (\(Figures.count(alone.count))): " + alone.joined(separator: ", "),
      summary + (hasRepetitions ? "; (*): its dependencies are listed above" : ""),
      graph.omitted.note.map { "not shown: \($0)" },
    ].compactMap { $0 }
    return lines.map { $0 + "\n" }.joined() + (lines.isEmpty ? "" : "\n")
      + notes.map { Text.wrapped($0) }.joined()
  }
}
