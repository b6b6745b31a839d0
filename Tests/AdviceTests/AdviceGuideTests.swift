import Advice
import Foundation
import Testing

/// `docs/advise.md` explains each kind of finding.
@Suite struct AdviceGuideTests {
  @Test func `every kind of finding is in the guide, and the guide has no other`() throws {
    let file = URL(filePath: #filePath).appending(path: "../../../docs/advise.md").standardizedFileURL
    let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("| `") }
    let ids = rows.flatMap { row in
      row.dropFirst().prefix { $0 != "|" }.matches(of: /`([a-z-]+)`/).map { String($0.output.1) }
    }
    #expect(ids.sorted() == AdviceKind.all.map(\.id).sorted())
  }
}
