import ModuleGraph

/// The tables about a cut, for text and Markdown.
extension WhyReport.CutAnswer {
  /// `App → Core`.
  func title(_ why: Why) -> String {
    let labels = why.graph.labels
    return "\(labels[why.from]) → \(labels[why.to])"
  }

  var statements: Table {
    cut.dependencies.table([
      .text("dependency") { "\($0.from.name) → \($0.to.name)" }, .text("manifest") { $0.placeWords },
      .text("statement") { $0.statedWords.joined(separator: ", ") },
    ]).withoutEmptyColumns
  }

  var recompiled: Table {
    let labels = cut.whole.labels
    let rows = cut.recompiled + (cut.recompiled.isEmpty ? [] : [cut.total])
    return rows.table([
      .text("a change in") { $0.node.map { labels[$0] } ?? "each of the \(Figures.count(labels.count))" },
      .figures("modules") { Figures.count($0.before.modules) },
      .figures("then") { Figures.count($0.after.modules) },
      .figures("lines") { Figures.count($0.before.lines) },
      .figures("then") { Figures.count($0.after.lines) },
      .figures("saved") { $0.savedShare.map { Figures.percent($0) } ?? Figures.absent },
    ])
  }

  static func table(of violations: [Violation]) -> Table {
    violations.table([
      .text("rule") { $0.rule }, .text("violation") { $0.message },
      .text("manifest") { $0.places.first.map { "\($0.file):\($0.line)" } ?? "" },
    ]).withoutEmptyColumns
  }

  /// The violations that the cut fixes and adds, each with its heading.
  var ruleSections: [(title: String, violations: [Violation])] {
    guard let rules else { return [] }
    func counted(_ violations: [Violation]) -> String { Figures.counted(violations.count, "violation") }
    return [
      (
        rules.mended.isEmpty ? "The cut fixes no violation." : "\(counted(rules.mended)) would vanish:",
        rules.mended
      ),
      rules.brought.isEmpty ? nil : ("\(counted(rules.brought)) would be new:", rules.brought),
    ].compactMap { $0 }
  }
}

extension Cut.Recompiled {
  /// The saved share of lines, from 0 to 1; absent if not all are known.
  var savedShare: Double? {
    guard let before = before.lines?.exact, let after = after.lines?.exact, before > 0 else { return nil }
    return Double(before - after) / Double(before)
  }
}
