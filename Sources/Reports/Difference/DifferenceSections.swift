import ModuleGraph

/// The contents of a difference in text and Markdown: a sentence, figures before and after, and lists.
struct DifferenceSections {
  struct Section {
    let title: String
    /// `+`, `−`, `→` or `~`.
    let sign: String
    /// All rows have the same number of cells.
    let rows: [[String]]
  }

  /// A figure of the whole graph; a dash if it is absent.
  struct Figure {
    let name: String
    let before: String
    let after: String
    let change: String
  }

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
    let sections = [
      Section(title: "added modules", sign: "+", rows: difference.addedNodes.map { Self.row($0, label($0.id)) }),
      Section(title: "removed modules", sign: "−", rows: difference.removedNodes.map { Self.row($0, label($0.id)) }),
      Section(title: "moved or renamed modules", sign: "→", rows: difference.moves.map(Self.row)),
      Section(
        title: "modules of another kind", sign: "~",
        rows: difference.changedKinds.map { [label($0.id), "\($0.before.legend) → \($0.after.legend)"] }),
      Section(
        title: "changed products", sign: "~",
        rows: difference.changedProducts.map { change in
          [change.id, "\(Self.words(change.before)) → \(Self.words(change.after))"]
        }),
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
        title: "dependencies that a longer path no longer implies", sign: "−",
        rows: redundant.gone.map { ["\(label($0.from)) → \(label($0.to))"] }),
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

  /// As in `Touches Core and Payments, owned by @payments; Tools, without an owner.`; `nil` if there are none.
  /// - Parameters:
  ///   - name: the text of a module's name.
  ///   - owner: the text of an owner's.
  static func sentence(
    _ touched: [TouchedModule], name: (String) -> String = { $0 }, owner: (String) -> String = { $0 }
  ) -> String? {
    guard !touched.isEmpty else { return nil }
    let groups = Dictionary(grouping: touched, by: \.owners).values.sorted { $0[0].name < $1[0].name }
    let words = groups.map { modules in
      let owners = modules[0].owners
      return modules.map { name($0.name) }.listed(atMost: 8)
        + (owners.isEmpty ? ", without an owner" : ", owned by \(owners.map(owner).listed(atMost: 4))")
    }
    return "Touches \(words.joined(separator: "; "))."
  }

  private static func figures(_ before: GraphMetrics, _ after: GraphMetrics) -> [Figure] {
    func counts(_ name: String, _ count: (GraphMetrics) -> Int) -> Figure {
      Figure(name, Tally(value: count(before), isExact: true), Tally(value: count(after), isExact: true))
    }
    return [
      counts("modules") { $0.graph.nodes.count }, counts("dependencies") { $0.graph.edges.count },
      Figure("lines", before.lines, after.lines), counts("height") { $0.height },
      Figure(
        name: "density", before: Figures.percent(before.density), after: Figures.percent(after.density), change: ""),
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

extension DifferenceSections.Figure {
  fileprivate init(_ name: String, _ before: Tally?, _ after: Tally?) {
    let change = (before?.exact).flatMap { before in (after?.exact).map { $0 - before } }
    self.init(
      name: name, before: Figures.count(before), after: Figures.count(after),
      change: change.map { $0 == 0 ? "" : ($0 > 0 ? "+" : "") + Figures.count($0) } ?? "")
  }
}
