import BuildAnalysis
import Foresight
import BuildTrace
import Foundation
import ModuleGraph
import Reports
import TestSupport
import Testing

/// What is told of a forecast from a build that was really recorded.
@Suite struct WhatIfReportTests {
  private let subject = RecordedSubject(
    workspace: "swift-argument-parser", target: "generate-manual", configuration: "debug", buildSystem: "native",
    toolchain: "6.3.1", isClean: true)

  private func forecast(_ changes: StructureChange...) throws -> Forecast {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../BuildAnalysisTests/Traces/swift-argument-parser.jsonl")
    let trace = try #require(try BuildTrace.builds(in: Data(contentsOf: file)).last)
    let id = { ModuleID(package: "ArgumentParser", name: $0) }
    let modules: [(String, Module.Kind, Int)] = [
      ("generate-manual", .executable, 2_000), ("ArgumentParser", .regular, 9_000),
      ("ArgumentParserToolInfo", .regular, 300),
    ]
    let graph = ModuleGraph(
      modules: modules.map { Module(id: id($0), kind: $1, sources: 1, lines: $2, languages: ["swift"]) },
      dependencies: [
        ("generate-manual", "ArgumentParser"), ("generate-manual", "ArgumentParserToolInfo"),
        ("ArgumentParser", "ArgumentParserToolInfo"),
      ].map { Dependency(from: id($0.0), to: id($0.1)) })
    return try RecordedStructure(trace, graph: graph).forecast(Proposal(changes))
  }

  private func text(_ report: WhatIfReport, _ name: String) throws -> String {
    return try report.text(name)
  }

  @Test(arguments: [("markdown", "md"), ("text", "txt")])
  func `a forecast for people`(name: String, ending: String) throws {
    let report = WhatIfReport(
      try forecast(.cut("ArgumentParser", "ArgumentParserToolInfo"), .cores(4)), from: [], of: subject,
      cautions: RecordingCautions(otherProgramsShare: 0.31))
    try expectSnapshot(text(report, name), named: "what-if.\(ending)")
  }

  @Test func `a recording of another state is no sign of other programs`() throws {
    let report = WhatIfReport(
      try forecast(.cores(4)), from: [], of: subject, cautions: RecordingCautions(otherState: "NFC not here"))
    let page = try text(report, "markdown")
    #expect(page.contains("recorded in another state of the workspace (NFC not here)"))
    #expect(!page.contains("without other load"))
  }

  @Test func `a workspace that was written has a heading of its own`() throws {
    let report = WhatIfReport(
      try forecast(.cores(4)), from: [], of: subject,
      materialization: Materialization(folder: "/new", method: .sources, reason: "Nothing changes."))
    let words = "\n## A workspace to try\n\nThe proposed structure is in this folder"
    #expect(try text(report, "markdown").contains(words))
  }

  @Test func `the JSON is what its schema says`() async throws {
    let cautions = RecordingCautions(otherProgramsShare: 0.31, otherState: "NFC not here")
    let documents = try [
      forecast(.cut("ArgumentParser", "ArgumentParserToolInfo")), forecast(.remove("ArgumentParserToolInfo")),
      forecast(.interface("ArgumentParserToolInfo"), .jobs(8)),
      forecast(.merge(["ArgumentParser", "ArgumentParserToolInfo"], into: "Parser")),
    ].map { try text(WhatIfReport($0, from: [], of: subject, cautions: cautions), "json") }
    #expect(try await JSONSchema.whatIf.complaints(about: documents) == "")
    #expect(documents.allSatisfy { $0.contains(#""otherProgramsShare" : 0.31"#) })
    #expect(documents.allSatisfy { $0.contains(#""otherState" : "NFC not here""#) })
  }

  @Test func `no predicted figure stands without its sign`() throws {
    let text = try text(
      WhatIfReport(try forecast(.remove("ArgumentParserToolInfo")), from: [], of: subject), "markdown")
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("|") && $0.contains(" s ") }
    #expect(rows.count > 3)
    for row in rows {
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      let measured = ["wall time", "CPU time", "critical path"].contains(cells[0]) ? 1 : 0
      let figures = cells.filter { $0.contains(" s") && !$0.hasPrefix("+") && !$0.hasPrefix("−") && $0 != "0.00 s" }
      #expect(figures.count { !$0.hasPrefix("≈") } == measured, "\(row)")
    }
  }

  @Test func `the picture shows what changes, with predicted seconds`() throws {
    let report = WhatIfReport(
      try forecast(.merge(["ArgumentParser", "ArgumentParserToolInfo"], into: "Parser")), from: [], of: subject)
    let mermaid = try text(report, "mermaid")
    #expect(mermaid.contains("from ArgumentParser, ArgumentParserToolInfo") && mermaid.contains("removed"))
    #expect(mermaid.contains("≈ ") && mermaid.contains("s CPU"))
  }
}
