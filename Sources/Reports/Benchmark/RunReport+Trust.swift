import BuildAnalysis

extension RunReport {
  /// The detectable slowdown of each comparison, and doubts about the figures; empty if there are neither.
  static func trust(_ findings: RunFindings) -> [Block] {
    let doubts = Dictionary(uniqueKeysWithValues: Doubts.all(of: findings).map { ($0.what, $0.phrases) })
    let rows = findings.cases.filter { $0.comparison?.wall.minimumDetectable != nil || doubts[$0.case] != nil }
    guard !rows.isEmpty else { return [] }
    let isSteady = rows.contains { $0.comparison?.steady != nil }
    let steady: [Column<CaseFindings>] = [
      .figures("steady ratio", phrase: { row in ratio(row.comparison?.steady?.ratio, row.comparison?.steady) }),
      .figures("steady interval", phrase: { halfWidth($0.comparison?.steady) }),
    ]
    let columns: [Column<CaseFindings>] = [
      .words("builds") { $0.arm.name },
      .words("scenario") { $0.scenario.rawValue },
      .figure("pairs") { .count($0.comparison?.wall.pairs) },
      .figures("interval", phrase: { halfWidth($0.comparison?.wall) }),
      .figures("detectable", phrase: { detectable($0.comparison?.wall) }),
      .figures("CPU interval", phrase: { halfWidth($0.comparison?.cpu) }),
      .figures("CPU detectable", phrase: { detectable($0.comparison?.cpu) }),
    ] + (isSteady ? steady : []) + [
      .words("doubts", phrase: { doubts[$0.case]?.joined(separator: "; ") ?? .absent })
    ]
    let effect =
      "Detectable is the minimum detectable effect, of wall and of CPU time: these rounds would miss a smaller change more "
      + "often than once in five times, so “no change” means “none as large as this”."
    let chance =
      "The steady ratio is that of wall times without what a build lost because a compiler's driver started a compiler later than it could, "
      + "as drivers do by chance: a replay of each recorded build predicts it."
    let isAnyTold = rows.contains { $0.comparison?.wall.minimumDetectable != nil }
    let table = Table(rows, columns: columns)
    return [.heading("What these rounds can and cannot detect"), .table(isAnyTold ? table : table.withoutEmptyColumns)]
      + .points(((isAnyTold ? [effect] : []) + (isSteady ? [chance] : []) + Doubts.advice(for: findings)).map { Phrase($0) })
  }

  private static func halfWidth(_ estimate: RatioEstimate?) -> Phrase {
    estimate?.halfWidth.map { "±\(Figure.percent($0))" } ?? .absent
  }

  private static func detectable(_ estimate: RatioEstimate?) -> Phrase {
    estimate?.minimumDetectable.map { "≥ \(Figure.percent($0 - 1))" } ?? .absent
  }
}
