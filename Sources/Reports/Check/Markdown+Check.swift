import ModuleGraph

extension Markdown {
  /// The verdict and a table for each rule. Long tables are truncated, with a note.
  static func check(_ report: CheckReport) -> String {
    fitting(longest: report.findings.count) { document(report, limit: $0) }
  }

  private static func document(_ report: CheckReport, limit: Int) -> String {
    let remarks = report.remarks.prefix(max(limit, 10)).map { "- \(escaped($0))" }
    let sections: [String] =
      ["### Architecture rules", escaped(report.verdict)]
      + report.sections.flatMap { section($0.rule, $0.comment ?? $0.summary, $0.rows, limit) } + neighbourhood(report)
      + [remarks.joined(separator: "\n")].filter { !$0.isEmpty }
    return sections.joined(separator: "\n\n") + "\n"
  }

  /// For a branch, a small picture of the surroundings of its violations; none if it would be large.
  private static func neighbourhood(_ report: CheckReport) -> [String] {
    guard report.judged.isBranch, let picture = report.neighbourhood, let text = try? Mermaid.text(picture) else {
      return []
    }
    return ["```mermaid\n\(text)```"]
  }

  /// A line of a table: a violation, or one of its details.
  private typealias Line = (severity: String, description: String, place: Dependency.Location?)

  private static func section(
    _ rule: String, _ words: String?, _ found: [CheckReport.Row], _ limit: Int
  ) -> [String] {
    let lines = found.prefix(limit).flatMap { row in
      [Line(row.severity.rawValue, row.message, row.place)]
        + row.details.map { Line("", $0.description, $0.place) }
    }
    let shown = lines.table([
      .text("severity") { $0.severity }, .text("violation") { $0.description },
      .text("place") { $0.place?.description ?? "" },
    ])
    let rest = found.count - limit
    return ["#### \(escaped(rule))"] + [words].compactMap { $0.map(escaped) } + [table(shown)]
      + (rest > 0 ? ["… and \(Figures.count(rest)) more"] : [])
  }
}
