extension Markdown {
  /// What sample apps would compile, the role of each module, and why it has it.
  package static func roles(_ report: RolesReport) -> String {
    let title = "# \(escaped(report.name)): the app, its features and what they share"
    let shares = report.shares.rows.isEmpty ? [] : [table(report.shareTable(escaped))]
    let sections =
      [title, escaped(report.headline)] + shares + [table(report.roleTable(escaped))]
      + list(report.notes.map(escaped))
    return sections.joined(separator: "\n\n") + "\n"
  }
}
