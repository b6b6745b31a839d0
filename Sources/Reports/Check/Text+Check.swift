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
    let description: String
    let place: String

    var width: Int { Phrase(description).width }

    func text(width: Int) -> String {
      place.isEmpty
        ? description : description + String(repeating: " ", count: max(0, width - self.width)) + "  " + place
    }
  }

  /// The width of a column of messages: longer ones do not push away the places of all others.
  private static let mostColumns = 80

  private static func section(_ id: String, _ title: String, comment: String?, _ report: CheckReport) -> String {
    let found = report.findings.filter { $0.rule == id }
    guard let severity = found.first?.severity else { return "" }
    let count = Figures.counted(found.count, severity.noun, severity == .info ? severity.noun : nil)
    let rows = found.flatMap { row in
      [Row(description: row.message, place: row.place?.description ?? "")]
        + row.details.map { Row(description: "  \($0.description)", place: $0.place?.description ?? "") }
    }
    let width = rows.map(\.width).filter { $0 <= mostColumns }.max() ?? 0
    return line("\(title): \(count)") + (comment.map { "  " + wrapped($0) } ?? "")
      + rows.map { line("  " + $0.text(width: width)) }.joined() + "\n"
  }
}
