import ModuleGraph

/// What text and Markdown say of a difference: a sentence, figures before and after, and lists.
struct DifferenceSections {
  struct Section {
    let title: String
    /// `+`, `−`, `→` or `~`.
    let sign: String
    /// As many cells in each.
    let rows: [[String]]
  }

  let sentence: String
  /// What the figure is called, before, after, and the change; a dash where there is none.
  let figures: [[String]]
  /// Those that hold something.
  let sections: [Section]

  init(_ difference: GraphDifference) {
    let labels = Dictionary(uniqueKeysWithValues: zip(difference.union.nodes.map(\.id), difference.union.labels))
    func label(_ id: String) -> String { labels[id] ?? id }
    sentence = Self.sentence(difference)
    figures = Self.figures(difference.metrics.before, difference.metrics.after)
    let cycles = difference.cycles
    let redundant = difference.redundantEdges
    let sections = [
      Section(title: "added modules", sign: "+", rows: difference.addedNodes.map { Self.row($0, label($0.id)) }),
      Section(title: "removed modules", sign: "−", rows: difference.removedNodes.map { Self.row($0, label($0.id)) }),
      Section(title: "moved or renamed modules", sign: "→", rows: difference.moves.map(Self.row)),
      Section(
        title: "added dependencies", sign: "+",
        rows: difference.addedEdges.map { Self.row("\(label($0.from)) → \(label($0.to))", $0.after) }),
      Section(
        title: "removed dependencies", sign: "−",
        rows: difference.removedEdges.map { Self.row("\(label($0.from)) → \(label($0.to))", $0.before) }),
      Section(
        title: "changed dependencies", sign: "~",
        rows: difference.changedEdges.map { edge in
          ["\(label(edge.from)) → \(label(edge.to))", "\(Self.words(edge.before)) → \(Self.words(edge.after))"]
        }),
      Section(title: "new cycles", sign: "+", rows: cycles.new.map { [$0.map(label).joined(separator: ", ")] }),
      Section(title: "gone cycles", sign: "−", rows: cycles.gone.map { [$0.map(label).joined(separator: ", ")] }),
      Section(
        title: "dependencies that a longer path implies now", sign: "+",
        rows: redundant.new.map { ["\(label($0.from)) → \(label($0.to))"] }),
      Section(
        title: "dependencies that no longer path implies any more", sign: "−",
        rows: redundant.gone.map { ["\(label($0.from)) → \(label($0.to))"] }),
    ]
    self.sections = sections.filter { !$0.rows.isEmpty }
  }

  private static func sentence(_ difference: GraphDifference) -> String {
    guard !difference.isEmpty else { return "The module graph is the same." }
    func words(_ noun: (Int) -> String, _ counts: [(Int, String)]) -> String? {
      let present = counts.filter { $0.0 > 0 }
      guard let first = present.first else { return nil }
      return ([noun(first.0) + " " + first.1] + present.dropFirst().map { "\(Figures.count($0.0)) \($0.1)" })
        .joined(separator: ", ")
    }
    return [
      words(
        { Text.count($0, "module") },
        [
          (difference.addedNodes.count, "added"), (difference.removedNodes.count, "removed"),
          (difference.moves.count { !$0.isRenamed }, "moved"), (difference.moves.count(where: \.isRenamed), "renamed"),
        ]),
      words(
        { Text.count($0, "dependency", "dependencies") },
        [
          (difference.addedEdges.count, "added"), (difference.removedEdges.count, "removed"),
          (difference.changedEdges.count, "changed"),
        ]),
    ].compactMap { $0 }.joined(separator: "; ") + "."
  }

  private static func figures(_ before: GraphMetrics, _ after: GraphMetrics) -> [[String]] {
    func row(_ name: String, of figure: (GraphMetrics) -> Tally?) -> [String] {
      let (old, new) = (figure(before), figure(after))
      let change = (old?.exact).flatMap { old in (new?.exact).map { $0 - old } }
      return [
        name, Figures.count(old), Figures.count(new),
        change.map { $0 == 0 ? "" : ($0 > 0 ? "+" : "") + Figures.count($0) } ?? "",
      ]
    }
    func row(_ name: String, _ figure: (GraphMetrics) -> Int) -> [String] {
      row(name, of: { Tally(value: figure($0), isExact: true) })
    }
    func density(_ metrics: GraphMetrics) -> String {
      metrics.density.map { Figures.fixed($0 * 100, decimals: 1) + " %" } ?? Figures.absent
    }
    return [
      row("modules") { $0.graph.nodes.count }, row("dependencies") { $0.graph.edges.count },
      row("lines", of: \.lines),
      row("height") { $0.height }, ["density", density(before), density(after), ""],
      row("cycles") { $0.cycleCount }, row("redundant dependencies") { $0.redundantEdges.count },
    ]
  }

  private static func row(_ node: SelectedGraph.Node, _ label: String) -> [String] {
    guard let module = node.module else { return [label, Text.count(node.modules.count, "module"), ""] }
    let lines = module.lines.map { ", " + Text.count($0, "line") } ?? ""
    return [label, module.kind.legend + lines, module.path ?? ""]
  }

  private static func row(_ move: ModuleMove) -> [String] {
    let (before, after) = (move.before, move.after)
    return [
      before.id == after.id ? after.name : "\(before.id) → \(after.id)",
      (before.path == after.path ? [after.path] : [before.path, after.path]).compactMap { $0 }.joined(separator: " → "),
      move.succession.map { "\(Figures.count($0.sharedFiles)) of \(Text.count($0.files, "file"))" } ?? "",
    ]
  }

  private static func row(_ ends: String, _ statements: [Dependency]) -> [String] {
    let place = statements.lazy.compactMap(\.location).first.map { "\($0.file):\($0.line)" }
    let conditions = statements.compactMap(\.condition?.description)
    let always = conditions.count < statements.count
    return [ends, place ?? "", always ? "" : "if " + conditions.joined(separator: " or ")]
  }

  static func words(_ statements: [Dependency]) -> String {
    statements.map { statement in
      let words = [statement.kind.rawValue, statement.product].compactMap { $0 }.joined(separator: " ")
      let kind = statement.kind == .target ? "" : " (\(words))"
      return (statement.condition.map { "if \($0.description)" } ?? "always") + kind
    }.joined(separator: ", ")
  }
}
