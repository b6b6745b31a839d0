import ModuleGraph

extension Markdown {
  static func why(_ report: WhyReport) -> String { document(report.cut.map { cut($0, report) } ?? plain(report)) }

  private static func plain(_ report: WhyReport) -> [Block] {
    let (from, to) = (report.why.graph.labels[report.why.from], report.why.graph.labels[report.why.to])
    return [.title(Phrase("Why \(from) depends on \(to)"))] + paths(report.why)
      + section("Imports", ImportedStep.table(report.importedSteps, limit: 20))
  }

  private static func cut(_ answer: WhyReport.CutAnswer, _ report: WhyReport) -> [Block] {
    let title = answer.title(report.why)
    return [.title(Phrase("Without \(title)")), .table(answer.statements)]
      + [.heading("Paths that are left")] + paths(answer.cut.left)
      + ImportedStep.linesToChange(report.importedSteps.filter { $0.name == title })
      + [.heading("What a change recompiles")]
      + (answer.cut.recompiled.isEmpty ? [.paragraph("As much as before.")] : [.table(answer.recompiled)])
      + (answer.rules == nil ? [] : [.heading("Rules")])
      + answer.ruleSections.flatMap { title, violations -> [Block] in
        let found = WhyReport.CutAnswer.table(of: violations)
        return [.paragraph(Phrase(title))] + (violations.isEmpty ? [] : [.table(found)])
      }
  }

  /// The listed paths, or the steps of one, as in the text report.
  private static func paths(_ why: Why) -> [Block] {
    let labels = why.graph.labels
    guard !why.paths.isEmpty else { return [.paragraph(Phrase(Text.noPath(why, labels)))] }
    let steps = why.steps.flatMap { StatedEdge.rows("\(labels[$0.from]) → \(labels[$0.to])", $0, in: why.graph) }
    return [
      .list(why.paths.map { path in Phrase(path.map { labels[$0] }.joined(separator: " → ")) }),
      .table(StatedEdge.table(steps)), .paragraph(Phrase(Text.counts(why))),
    ]
  }

  private static func section(_ title: String, _ table: Table) -> [Block] {
    table.rows.isEmpty ? [] : [.heading(Phrase(title)), .table(table.withoutEmptyColumns)]
  }
}
