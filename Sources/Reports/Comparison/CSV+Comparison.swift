import BuildAnalysis

extension CSV {
  /// One row for each figure of each case, then one for each arm that only one state has.
  static func comparison(_ comparison: RunComparison) -> String {
    let rows = comparison.cases.flatMap { change in
      [(TimeMeasure.wall, change.wall), (.cpu, change.cpu)].compactMap { measure, figure in
        figure.map { (change, measure, $0) }
      }
    }
    var table = rows.table([
      .text("arm") { $0.0.arm }, .text("scenario") { $0.0.scenario.rawValue }, .text("measure") { $0.1.rawValue },
      .figures("base_seconds") { number($0.2.base) }, .figures("head_seconds") { number($0.2.head) },
      .figures("ratio") { number($0.2.ratio) }, .figures("low") { number($0.2.low) },
      .figures("high") { number($0.2.high) }, .figures("level") { number($0.2.level) },
      .figures("p") { number($0.2.p) }, .figures("minimum_detectable") { number($0.2.minimumDetectable) },
      .figures("rounds") { number($0.2.rounds) },
      .text("verdict") { comparison.isComparable ? $0.2.verdict.rawValue : "not-comparable" },
    ])
    for (verdict, names) in [("only-in-base", comparison.onlyInBase), ("only-in-head", comparison.onlyInHead)] {
      for name in names { table.append(["arm": Phrase(name), "verdict": Phrase(verdict)]) }
    }
    return self.table(table)
  }
}
