import Foundation
import Testing

/// `reports/splits.md` agrees with the runs beside it.
@Suite struct SplitPageTests {
  @Test func `the page of the splits agrees with the stored runs`() throws {
    let reports = URL(filePath: #filePath).appending(path: "../../../reports").standardizedFileURL
    let file = reports.appending(path: "splits.md")
    let page = try SplitPage(reports: reports).markdown
    if ProcessInfo.processInfo.environment["MODGAUGE_RECORD_SNAPSHOTS"] != nil {
      try Data(page.utf8).write(to: file)
      Issue.record("recorded reports/splits.md")
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == page)
  }

  @Test func `ratios of two sessions are no verdicts, and the page says how their builds differ`() throws {
    let reports = URL(filePath: #filePath).appending(path: "../../../reports").standardizedFileURL
    let lines = try String(contentsOf: reports.appending(path: "splits.md"), encoding: .utf8).split(separator: "\n")
    let crossed = lines.filter { $0.contains("against one module:") }
    #expect(crossed.count == 8 && !crossed.contains { $0.contains("**") })
    #expect(
      lines.contains { $0.contains("of two sessions") && $0.contains("took turns") && $0.contains("merpay, bifrost") })
  }
}
