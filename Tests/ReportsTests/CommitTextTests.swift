import BuildAnalysis
import Foundation
import Reports
import TestSupport
import Testing

/// What authors wrote, in reports on many commits.
@Suite struct CommitTextTests {
  private static func text<Document: Report>(_ document: Document, _ name: String) throws -> String {
    let rendering = try #require(Document.renderings.first { $0.name == name })
    guard case .text(let text) = rendering.content else { return "" }
    return try text(document, .plain)
  }

  private static func isPlain(_ text: String) -> Bool {
    !text.unicodeScalars.contains { $0.value < 32 && $0 != "\n" }
  }

  @Test(arguments: HostileNames.all)
  func `a commit's message is text in the report of a search`(message: String) throws {
    let bisection = Bisection(
      workspace: "Shop", environment: Run.example(rounds: 1).environment, plan: .init(arm: "App", maxBuilds: 40),
      revisions: (0..<4).map { place in
        .init(
          commit: String(repeating: "\(place)", count: 40), subject: place == 2 ? message : "Change \(place)",
          authored: "2026-02-03T04:05:06Z")
      },
      builds: (0..<5).flatMap { _ in [0, 1, 2, 3] }.map { .init(revision: $0, seconds: $0 < 2 ? 4 : 5) })
    let report = BisectionReport(BisectionFindings(bisection))
    let rows = try Self.text(report, "markdown").split(separator: "\n").filter { $0.hasPrefix("|") }
    #expect(rows.count == 6)
    #expect(try Self.isPlain(Self.text(report, "text")))
    let json = try JSONSerialization.jsonObject(with: Data(Self.text(report, "json").utf8)) as? [String: Any]
    #expect((json?["revisions"] as? [[String: Any]])?[2]["subject"] as? String == message)
  }

  @Test func `branches are text in a list of runs`() throws {
    let run = Run.example(commit: 1)
    let entries = HostileNames.all.map { name in
      HistoryEntry(
        identity: "0123456789abcdef", line: run.line, revision: "abc", committed: nil, started: nil, branch: name,
        dirty: false, arms: 1, samples: 1, failures: 0)
    }
    let list = HistoryList(entries)
    let rows = try Self.text(list, "markdown").split(separator: "\n").filter { $0.hasPrefix("|") }
    #expect(rows.count == entries.count + 2)
    #expect(try Self.isPlain(Self.text(list, "text")))
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(Self.text(list, "json").utf8)) }
  }
}
