import ModuleGraph

/// Test results in JUnit XML, for CI services: a test case for each rule.
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

  /// Some services require the attribute: the median build of a comparison's case, and 0 for what takes no time of its own.
  static func time(_ seconds: Double?) -> String { "time=\"\(seconds.map { CSV.number($0) } ?? "0")\"" }

  /// - Parameter cases: XML elements with indentation and line breaks.
  static func suite(
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
