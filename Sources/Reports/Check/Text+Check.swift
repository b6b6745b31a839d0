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

  /// The width of a column of messages: longer ones do not push away the places of all others.
  private static let mostColumns = 80

  private static func section(_ id: String, _ title: String, comment: String?, _ report: CheckReport) -> String {
    let found = report.findings.filter { $0.rule == id }
    guard let severity = found.first?.severity else { return "" }
    let count = Figures.counted(found.count, severity.noun, severity == .info ? severity.noun : nil)
    // A line for each violation, and for each step of its path.
    let rows = found.flatMap { row in
      [(row.message, row.place)] + row.details.map { ("  \($0.description)", $0.place) }
    }
    let width = rows.map { Phrase($0.0).width }.filter { $0 <= mostColumns }.max() ?? 0
    let lines = rows.map { description, place in
      let gap = max(0, width - Phrase(description).width) + 2
      return line("  " + description + (place.map { String(repeating: " ", count: gap) + $0.description } ?? ""))
    }
    return line("\(title): \(count)") + (comment.map { "  " + wrapped($0) } ?? "")
      + lines.joined() + "\n"
  }
}
