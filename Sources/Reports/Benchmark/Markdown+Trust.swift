import BuildAnalysis

extension Markdown {
  /// What each comparison could have seen, and what is doubtful; nothing where there is neither.
  static func trust(_ findings: RunFindings) -> [String] {
    let doubts = Dictionary(uniqueKeysWithValues: Doubts.all(of: findings).map { ($0.what, $0.words) })
    let rows = findings.cases.filter { $0.comparison?.minimumDetectable != nil || doubts[$0.case] != nil }
    guard !rows.isEmpty else { return [] }
    let columns: [Column<CaseFindings>] = [
      .words("builds") { escaped($0.arm.name) },
      .words("scenario") { escaped($0.scenario.rawValue) },
      .figures("pairs") { Figures.count($0.comparison?.pairs) },
      .figures("interval") { $0.comparison?.halfWidth.map { "±" + Figures.percent($0) } ?? Figures.absent },
      .figures("minimum detectable effect") { Figures.percent($0.comparison?.minimumDetectable.map { $0 - 1 }) },
      .words("doubts") { escaped(doubts[$0.case]?.joined(separator: "; ") ?? Figures.absent) },
    ]
    let effect =
      "A change smaller than the minimum detectable effect would be missed by these rounds more often than once in five "
      + "times, so “no change” means “none as large as this”."
    let isAnyTold = rows.contains { $0.comparison?.minimumDetectable != nil }
    return ["## What these rounds can and cannot tell", table(Table(rows, columns: columns))]
      + list((isAnyTold ? [effect] : []) + Doubts.advice(for: findings))
  }
}
