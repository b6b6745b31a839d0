import BuildAnalysis

extension Markdown {
  /// What each comparison could have seen, and what is doubtful; nothing where there is neither.
  static func trust(_ run: Run) -> [String] {
    let doubts = Dictionary(uniqueKeysWithValues: Doubts.all(of: run).map { ($0.what, $0.words) })
    let rows = BuildRow.rows(of: run).filter { $0.comparison?.minimumDetectable != nil || doubts[$0.what] != nil }
    guard !rows.isEmpty else { return [] }
    let table = table(
      header: ["builds", "scenario", "pairs", "interval", "minimum detectable effect", "doubts"],
      rows: rows.map { row in
        [
          escaped(row.arm.name), escaped(row.scenario.rawValue),
          row.comparison.map { Figures.count($0.pairs) } ?? Figures.absent,
          row.comparison?.halfWidth.map { "±" + Figures.percent($0) } ?? Figures.absent,
          row.comparison?.minimumDetectable.map { Figures.percent($0 - 1) } ?? Figures.absent,
          escaped(doubts[row.what]?.joined(separator: "; ") ?? Figures.absent),
        ]
      })
    let effect =
      "A smaller change than the minimum detectable effect would be missed by these rounds more often than once in five "
      + "times, so that “no change” means “none as large as this”."
    let isAnyTold = rows.contains { $0.comparison?.minimumDetectable != nil }
    let bullets = ((isAnyTold ? [effect] : []) + Doubts.advice(for: run)).map { "- \($0)" }.joined(separator: "\n")
    return ["## What these rounds can and cannot tell", table] + (bullets.isEmpty ? [] : [bullets])
  }
}
