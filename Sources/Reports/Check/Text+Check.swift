import ModuleGraph

extension Text {
  /// The violations by rule, with paths and the manifest's lines; then the remarks and the verdict.
  static func check(_ report: CheckReport) -> String {
    let rules = report.judged.check.rules.map { rule in
      section(rule.id, rule.id == rule.type ? rule.id : "\(rule.id) (\(rule.type))", comment: rule.comment, report)
    }
    let own = CheckReport.ownRules.map { section($0.id, $0.id, comment: nil, report) }
    return (rules + own).joined() + report.remarks.map { line($0) }.joined() + line(report.verdict)
  }

  /// A line of a table: a violation, or a step of its path.
  private struct Row {
    let words: String
    let place: String
  }

  private static func section(_ id: String, _ title: String, comment: String?, _ report: CheckReport) -> String {
    let found = report.rows.filter { $0.rule == id }
    guard let severity = found.first?.severity else { return "" }
    let count = Figures.counted(found.count, severity.noun, severity == .info ? severity.noun : nil)
    let rows = found.flatMap { row in
      [Row(words: row.message, place: row.place?.words ?? "")]
        + row.details.map { Row(words: "  \($0.words)", place: $0.place?.words ?? "") }
    }
    let table = Table(rows, columns: [.words("violation") { $0.words }, .words("place") { $0.place }])
    return line("\(title): \(count)") + (comment.map { "  " + wrapped($0) } ?? "")
      + self.table(table.withoutEmptyColumns, hasHeader: false, indent: "  ") + "\n"
  }
}
