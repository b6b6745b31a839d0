import ModuleGraph

extension Text {
  /// The violations by rule, with paths and the manifest's lines; then the remarks and the verdict.
  static func check(_ report: CheckReport) -> String {
    report.sections.map { section($0.title, comment: $0.comment, $0.rows) }.joined()
      + report.remarks.map { line($0) }.joined() + line(report.verdict)
  }

  /// The width of a column of messages: longer ones do not push away the places of all others.
  private static let mostColumns = 80

  private static func section(_ title: String, comment: String?, _ found: [CheckReport.Row]) -> String {
    let severity = found[0].severity
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
