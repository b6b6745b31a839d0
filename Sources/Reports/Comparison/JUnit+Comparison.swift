extension JUnit {
  /// The cases that a gate checked, or all verdicts if there is no gate. Undecided cases are skipped.
  static func comparison(_ report: ComparisonReport) -> String {
    let rows = (report.gate == nil ? report.ungatedRows : report.gateRows) + report.lonelyRows
    let cases = rows.map { row in
      let words = Markup.escaped(row.description)
      let result =
        switch row.outcome {
        case .passed: "<system-out>\(words)</system-out>"
        case .failed: "<failure type=\"\(row.failure)\" message=\"\(words)\">\(words)</failure>"
        case .unresolved: "<skipped message=\"\(words)\"/>"
        }
      return "    <testcase classname=\"\(row.figure == nil ? "build time" : "limits")\" "
        + "name=\"\(Markup.escaped(row.name))\" \(time(row.seconds))>\n      \(result)\n    </testcase>\n"
    }
    return suite(
      "modgauge compare", tests: rows.count, failures: rows.count { $0.outcome == .failed },
      skipped: rows.count { $0.outcome == .unresolved }, seconds: rows.compactMap(\.seconds).reduce(0, +),
      cases.joined())
  }
}

extension GateRow {
  fileprivate var failure: String { isBroken ? "does not build" : figure == nil ? "slower" : "limit" }
}
