import BuildAnalysis

extension RunReport {
  /// The detectable slowdown of each comparison, and doubts about the figures; empty if there are neither.
  static func trust(_ findings: RunFindings) -> [Block] {
    let doubts = Dictionary(uniqueKeysWithValues: Doubts.all(of: findings).map { ($0.what, $0.phrases) })
    let rows = findings.cases.filter { $0.comparison?.wall.minimumDetectable != nil || doubts[$0.case] != nil }
    guard !rows.isEmpty else { return [] }
    let steady = rows.filter { $0.comparison?.steady != nil }
    let isSteady = steady.contains { $0.comparison?.steady?.ratio != $0.comparison?.wall.ratio }
    let effect =
      "Detectable is the minimum detectable effect, of wall and of CPU time: if rounds scatter as most of "
      + "these did, so many of them miss a smaller change more often than once in five times. Where no change was "
      + "found, the interval tells how large one could be."
    let isAnyTold = rows.contains { $0.comparison?.wall.minimumDetectable != nil }
    let table = Table(rows, columns: trustColumns(isSteady: isSteady, doubts))
    let lost = isSteady ? [steadyRatio] : steady.isEmpty ? [] : [noLoss]
    let points = (isAnyTold ? [effect] : []) + lost + Doubts.advice(for: findings)
    return [.heading("What these rounds can and cannot detect"), .table(isAnyTold ? table : table.withoutEmptyColumns)]
      + .points(points.map { Phrase($0) })
  }

  private static let steadyRatio =
    "The steady ratio is that of wall times without what builds lost since a compiler's driver started a compiler "
    + "later than it could, as drivers do by chance: computed from the steps of each recorded build."

  private static let noLoss =
    "Compilers' drivers started each compiler as soon as they could, so that ratios contain nothing that they lost by chance."

  private static func trustColumns(isSteady: Bool, _ doubts: [Case: [Phrase]]) -> [Column<CaseFindings>] {
    let interval: [Column<CaseFindings>] = [
      .text("builds") { $0.arm.name },
      .text("scenario") { $0.scenario.rawValue },
      .figure("pairs") { .count($0.comparison?.wall.pairs) },
      .figures("interval", phrase: { halfWidth($0.comparison?.wall) }),
      .figures("detectable", phrase: { detectable($0.comparison?.wall) }),
      .figures("CPU interval", phrase: { halfWidth($0.comparison?.cpu) }),
      .figures("CPU detectable", phrase: { detectable($0.comparison?.cpu) }),
    ]
    let steady: [Column<CaseFindings>] = [
      .figures("steady ratio", phrase: { ratio($0.comparison?.steady?.ratio, $0.comparison?.steady) }),
      .figures("steady interval", phrase: { halfWidth($0.comparison?.steady) }),
    ]
    let words: Column<CaseFindings> = .text(
      "doubts", phrase: { doubts[$0.case]?.joined(separator: "; ") ?? .absent })
    return interval + (isSteady ? steady : []) + [words]
  }

  private static func halfWidth(_ estimate: RatioEstimate?) -> Phrase {
    estimate?.halfWidth.map { "±\(Figure.percent($0))" } ?? .absent
  }

  private static func detectable(_ estimate: RatioEstimate?) -> Phrase {
    estimate?.minimumDetectable.map { "≥ \(Figure.percent($0 - 1))" } ?? .absent
  }
}
