import BuildAnalysis

extension CSV {
  /// One row for each figure of each case.
  static func comparison(_ comparison: RunComparison) -> String {
    let rows = comparison.cases.flatMap { change in
      [(CaseChange.Measure.wall, change.wall), (.cpu, change.cpu)].compactMap { measure, figure in
        figure.map { (change, measure, $0) }
      }
    }
    let table = Table(
      rows,
      columns: [
        .words("arm") { $0.0.arm }, .words("scenario") { $0.0.scenario.rawValue }, .words("measure") { $0.1.rawValue },
        .figures("base_seconds") { number($0.2.base) }, .figures("head_seconds") { number($0.2.head) },
        .figures("ratio") { number($0.2.ratio) }, .figures("low") { number($0.2.low) },
        .figures("high") { number($0.2.high) }, .figures("level") { number($0.2.level) },
        .figures("p") { number($0.2.p) }, .figures("minimum_detectable") { number($0.2.minimumDetectable) },
        .figures("rounds") { number($0.2.rounds) },
        .words("verdict") { comparison.isComparable ? $0.2.verdict.rawValue : "not-comparable" },
      ])
    return self.table(table)
  }
}
