extension Markdown {
  /// What sample apps would compile, and the role of each module with its evidence.
  package static func roles(_ report: RolesReport) -> String {
    let shares: [Block] = report.shares.rows.isEmpty ? [] : [.table(report.shareTable)]
    let head: [Block] = [
      .title("\(report.name): the app, its features and what they share"), .paragraph(Phrase(report.headline)),
    ]
    return document(head + shares + [.table(report.roleTable)] + .points(report.notes))
  }
}
