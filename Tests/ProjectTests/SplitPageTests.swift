import Foundation
import Testing

/// `reports/splits.md` says what the runs beside it say.
@Suite struct SplitPageTests {
  @Test func `the page of the splits is what the kept runs tell`() throws {
    let reports = URL(filePath: #filePath).appending(path: "../../../reports").standardizedFileURL
    let file = reports.appending(path: "splits.md")
    let page = try SplitPage(reports: reports).markdown
    if ProcessInfo.processInfo.environment["MODGAUGE_RECORD_SNAPSHOTS"] != nil {
      try Data(page.utf8).write(to: file)
      Issue.record("recorded reports/splits.md")
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == page)
  }
}
