import BuildAnalysis

extension RunReport {
  /// The detectable slowdown of each comparison, and doubts about the figures; empty if there are neither.
  static func trust(_ findings: RunFindings) -> [Block] {
    let doubts = Dictionary(uniqueKeysWithValues: Doubts.all(of: findings).map { ($0.what, $0.phrases) })
    let rows = findings.cases.filter { $0.comparison?.minimumDetectable != nil || doubts[$0.case] != nil }
    guard !rows.isEmpty else { return [] }
    let columns: [Column<CaseFindings>] = [
      .words("builds") { $0.arm.name },
      .words("scenario") { $0.scenario.rawValue },
      .figure("pairs") { .count($0.comparison?.pairs) },
      .figures("interval", phrase: { $0.comparison?.halfWidth.map { "±\(Figure.percent($0))" } ?? .absent }),
      .figure("minimum detectable effect") { .percent($0.comparison?.minimumDetectable.map { $0 - 1 }) },
      .words("doubts", phrase: { doubts[$0.case]?.joined(separator: "; ") ?? .absent }),
    ]
    let effect =
      "A change smaller than the minimum detectable effect would be missed by these rounds more often than once in five "
      + "times, so “no change” means “none as large as this”."
    let isAnyTold = rows.contains { $0.comparison?.minimumDetectable != nil }
    return [.heading("What these rounds can and cannot detect"), .table(Table(rows, columns: columns))]
      + .points(((isAnyTold ? [effect] : []) + Doubts.advice(for: findings)).map { Phrase($0) })
  }
}
