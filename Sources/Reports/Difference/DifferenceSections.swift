import ModuleGraph

/// The contents of a difference in text and Markdown: a sentence, figures before and after, and lists.
struct DifferenceSections {
  /// A list: its sign is `+`, `−`, `→` or `~`, and all of its rows have the same number of cells.
  typealias Section = (title: String, sign: String, rows: [[String]])

  /// A figure of the whole graph; a dash if it is absent.
  private typealias Figure = (name: String, before: String, after: String, change: String)

  let sentence: String
  private let figures: [Figure]
  let sections: [Section]

  init(_ difference: GraphDifference) {
    let labels = Dictionary(uniqueKeysWithValues: zip(difference.union.nodes.map(\.id), difference.union.labels))
    func label(_ id: String) -> String { labels[id] ?? id }
    sentence = Self.sentence(difference)
    figures = Self.figures(difference.metrics.before, difference.metrics.after)
    let cycles = difference.cycles
    let redundant = difference.redundantEdges
    func ends(_ from: String, _ to: String) -> String { "\(label(from)) → \(label(to))" }
    let sections: [Section] = [
      ("added modules", "+", difference.addedNodes.map { Self.row($0, label($0.id)) }),
      ("removed modules", "−", difference.removedNodes.map { Self.row($0, label($0.id)) }),
      ("moved or renamed modules", "→", difference.moves.map(Self.row)),
      (
        "modules of another kind", "~",
        difference.changedKinds.map { [label($0.id), "\($0.before.legend) → \($0.after.legend)"] }
      ),
      (
        "changed products", "~",
        difference.changedProducts.map { [$0.id, "\(Self.words($0.before)) → \(Self.words($0.after))"] }
      ),
      ("added dependencies", "+", difference.addedEdges.map { Self.row(ends($0.from, $0.to), $0.after) }),
      ("removed dependencies", "−", difference.removedEdges.map { Self.row(ends($0.from, $0.to), $0.before) }),
      (
        "changed dependencies", "~",
        difference.changedEdges.map { edge in
          [ends(edge.from, edge.to), "\(Self.words(edge.before)) → \(Self.words(edge.after))"]
        }
      ),
      ("new cycles", "+", cycles.new.map { [$0.map(label).joined(separator: ", ")] }),
      ("gone cycles", "−", cycles.gone.map { [$0.map(label).joined(separator: ", ")] }),
      ("dependencies that a longer path implies now", "+", redundant.new.map { [ends($0.from, $0.to)] }),
      ("dependencies that a longer path no longer implies", "−", redundant.gone.map { [ends($0.from, $0.to)] }),
    ]
    self.sections = sections.filter { !$0.rows.isEmpty }
  }

  /// - Parameter change: the heading of the column of changes.
  func table(change: String) -> Table {
    figures.table([
      .text("") { $0.name }, .figures("before") { $0.before }, .figures("after") { $0.after },
      .figures(change) { $0.change },
    ])
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
        { Figures.counted($0, "module") },
        [
          (difference.addedNodes.count, "added"), (difference.removedNodes.count, "removed"),
          (difference.moves.count { !$0.isRenamed }, "moved"), (difference.moves.count(where: \.isRenamed), "renamed"),
          (difference.changedKinds.count, "of another kind"),
        ]),
      words({ Figures.counted($0, "product") }, [(difference.changedProducts.count, "changed")]),
      words(
        { Figures.counted($0, "dependency", "dependencies") },
        [
          (difference.addedEdges.count, "added"), (difference.removedEdges.count, "removed"),
          (difference.changedEdges.count, "changed"),
        ]),
    ].compactMap { $0 }.joined(separator: "; ") + "."
  }

  /// As in `Touches Core, Payments, owned by @payments; Tools, without an owner.`; `nil` if there are none.
  /// - Parameters:
  ///   - name: the text of a module's name.
  ///   - owner: the text of an owner's.
  static func sentence(
    _ touched: [TouchedModule], name: (String) -> String = { $0 }, owner: (String) -> String = { $0 }
  ) -> String? {
    guard !touched.isEmpty else { return nil }
    let groups = Dictionary(grouping: touched, by: \.owners).sorted { $0.value[0].name < $1.value[0].name }
    let words = groups.map { owners, modules in
      modules.map { name($0.name) }.listed(atMost: 8)
        + (owners.isEmpty ? ", without an owner" : ", owned by \(owners.map(owner).listed(atMost: 4))")
    }
    return "Touches \(words.joined(separator: "; "))."
  }

  private static func figures(_ before: GraphMetrics, _ after: GraphMetrics) -> [Figure] {
    func tallies(_ name: String, _ before: Tally?, _ after: Tally?) -> Figure {
      let change = (before?.exact).flatMap { before in (after?.exact).map { $0 - before } }
      let signed = change.map { $0 == 0 ? "" : ($0 > 0 ? "+" : "") + Figures.count($0) }
      return (name, Figures.count(before), Figures.count(after), signed ?? "")
    }
    func counts(_ name: String, _ count: (GraphMetrics) -> Int) -> Figure {
      tallies(name, Tally(value: count(before), isExact: true), Tally(value: count(after), isExact: true))
    }
    return [
      counts("modules") { $0.graph.nodes.count }, counts("dependencies") { $0.graph.edges.count },
      tallies("lines", before.lines, after.lines), counts("height") { $0.height },
      ("density", Figures.percent(before.density), Figures.percent(after.density), ""),
      counts("cycles") { $0.cycleCount }, counts("redundant dependencies") { $0.redundantEdges.count },
    ]
  }

  private static func row(_ node: SelectedGraph.Node, _ label: String) -> [String] {
    guard let module = node.module else { return [label, Figures.counted(node.modules.count, "module"), ""] }
    let lines = module.lines.map { ", " + Figures.counted($0, "line") } ?? ""
    return [label, module.kind.legend + lines, module.path ?? ""]
  }

  private static func row(_ move: ModuleMove) -> [String] {
    let (before, after) = (move.before, move.after)
    return [
      before.id == after.id ? after.name : "\(before.id) → \(after.id)",
      (before.path == after.path ? [after.path] : [before.path, after.path]).compactMap { $0 }.joined(separator: " → "),
      move.succession.map { "\(Figures.count($0.sharedFiles)) of \(Figures.counted($0.files, "file"))" } ?? "",
    ]
  }

  private static func row(_ ends: String, _ statements: [Dependency]) -> [String] {
    let place = statements.lazy.compactMap(\.location).first.map { "\($0.file):\($0.line)" }
    let conditions = statements.compactMap(\.condition?.description)
    let always = conditions.count < statements.count
    return [ends, place ?? "", always ? "" : "if " + conditions.joined(separator: " or ")]
  }

  /// For example `dynamic library of Core`.
  private static func words(_ product: Product?) -> String {
    guard let product else { return "none" }
    let linkage = product.linkage.flatMap { $0 == .automatic ? nil : $0.rawValue + " " } ?? ""
    return "\(linkage)\(product.kind.rawValue) of \(product.modules.map(\.name).joined(separator: ", "))"
  }

  static func words(_ statements: [Dependency]) -> String {
    statements.map { statement in
      let words = [statement.kind.rawValue, statement.product].compactMap { $0 }.joined(separator: " ")
      let kind = statement.kind == .target ? "" : " (\(words))"
      return (statement.condition.map { "if \($0.description)" } ?? "always") + kind
    }.joined(separator: ", ")
  }
}
