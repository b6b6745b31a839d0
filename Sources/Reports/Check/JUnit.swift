import BuildAnalysis
import ModuleGraph

/// Test results in JUnit XML, for CI services: a test case for each rule, or for each case of a comparison.
enum JUnit {
  static func check(_ report: CheckReport) -> String {
    let rows = Dictionary(grouping: report.rows, by: \.rule)
    let rules =
      report.judged.check.rules.map { (id: $0.id, type: $0.type) }
      + CheckReport.ownRules.filter { rows[$0.id] != nil }.map { (id: $0.id, type: $0.id) }
    let cases = rules.map { testCase($0.id, $0.type, rows[$0.id] ?? [], report) }
    let failures = rules.count { rule in (rows[rule.id] ?? []).contains { fails($0, report) } }
    return suite("modgauge check", tests: rules.count, failures: failures, cases.joined())
  }

  /// The cases that a gate checked, or all verdicts if there is no gate. Undecided cases are skipped.
  static func comparison(_ report: ComparisonReport) -> String {
    let rows = (report.gate == nil ? report.ungatedRows : report.gateRows) + report.lonelyRows
    let cases = rows.map { row in
      let words = Markup.escaped(row.words)
      let result =
        switch row.outcome {
        case .passed: "<system-out>\(words)</system-out>"
        case .failed: "<failure type=\"\(row.failure)\" message=\"\(words)\">\(words)</failure>"
        case .unresolved: "<skipped message=\"\(words)\"/>"
        }
      return
        "    <testcase classname=\"\(row.isCount ? "limits" : "build time")\" name=\"\(Markup.escaped(row.name))\" \(time(row.seconds))>"
        + "\n      \(result)\n    </testcase>\n"
    }
    return suite(
      "modgauge compare", tests: rows.count, failures: rows.count { $0.outcome == .failed },
      skipped: rows.count { $0.outcome == .unresolved }, seconds: rows.compactMap(\.seconds).reduce(0, +),
      cases.joined())
  }

  /// Some services require the attribute: the median build of a comparison's case, and 0 for what takes no time of its own.
  private static func time(_ seconds: Double?) -> String { "time=\"\(seconds.map { CSV.number($0) } ?? "0")\"" }

  /// - Parameter cases: XML elements with indentation and line breaks.
  private static func suite(
    _ name: String, tests: Int, failures: Int, skipped: Int? = nil, seconds: Double? = nil, _ cases: String
  ) -> String {
    let counts =
      "tests=\"\(tests)\" failures=\"\(failures)\" errors=\"0\"" + (skipped.map { " skipped=\"\($0)\"" } ?? "")
      + " " + time(seconds)
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="\(name)" \(counts)>
        <testsuite name="\(name)" \(counts)>
      \(cases)  </testsuite>
      </testsuites>

      """
  }

  private static func fails(_ row: CheckReport.Row, _ report: CheckReport) -> Bool {
    report.failsAt.map { row.severity >= $0 } ?? false
  }

  private static func testCase(_ id: String, _ type: String, _ rows: [CheckReport.Row], _ report: CheckReport) -> String
  {
    let opening = "    <testcase classname=\"\(Markup.escaped(type))\" name=\"\(Markup.escaped(id))\" \(time(nil))"
    guard !rows.isEmpty else { return opening + "/>\n" }
    let lines = rows.map { row in
      let place = row.place.map { "\(report.folders.inRepository($0.file)):\($0.line): " } ?? ""
      let line = "\(place)\(row.severity.rawValue): \(row.message)"
      return ([line] + row.details.map { "  \($0.line(report.folders))" }).map(Markup.escaped).joined(separator: "\n")
    }.joined(separator: "\n")
    let failing = rows.filter { fails($0, report) }
    guard let first = failing.first else {
      return opening + ">\n      <system-out>\(lines)</system-out>\n    </testcase>\n"
    }
    let more = failing.count > 1 ? " (and \(Figures.count(failing.count - 1)) more)" : ""
    return opening
      + ">\n      <failure type=\"\(first.severity.rawValue)\" message=\"\(Markup.escaped(first.message + more))\">"
      + lines + "</failure>\n    </testcase>\n"
  }
}

extension GateRow {
  /// What failed, if it did.
  fileprivate var failure: String { isBroken ? "does not build" : isCount ? "limit" : "slower" }
}
