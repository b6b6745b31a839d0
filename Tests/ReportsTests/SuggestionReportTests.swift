import BuildAnalysis
import BuildTrace
import Foundation
import ModuleGraph
import Reports
import TestSupport
import Testing

/// What is told of suggestions from a build that was really recorded.
@Suite struct SuggestionReportTests {
  private let subject = RecordedSubject(
    workspace: "swift-argument-parser", target: "generate-manual", configuration: "debug", buildSystem: "native",
    toolchain: "6.3.1", isClean: true)

  private let needless = Dependency(
    from: ModuleID(package: "ArgumentParser", name: "ArgumentParser"),
    to: ModuleID(package: "ArgumentParser", name: "ArgumentParserToolInfo"))

  private func recorded() throws -> RecordedStructure {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../BuildAnalysisTests/Traces/swift-argument-parser.jsonl")
    let trace = try #require(try BuildTrace.builds(in: Data(contentsOf: file)).last)
    let modules: [(String, Module.Kind, Int)] = [
      ("generate-manual", .executable, 2_000), ("ArgumentParser", .regular, 9_000),
      ("ArgumentParserToolInfo", .regular, 6_000),
    ]
    func id(_ name: String) -> ModuleID { ModuleID(package: "ArgumentParser", name: name) }
    let graph = ModuleGraph(
      modules: modules.map { Module(id: id($0), kind: $1, sources: 1, lines: $2, languages: ["swift"]) },
      dependencies: [
        Dependency(from: id("generate-manual"), to: id("ArgumentParser")),
        Dependency(from: id("generate-manual"), to: id("ArgumentParserToolInfo")), needless,
      ])
    return try RecordedStructure(trace, graph: graph)
  }

  private func text(_ suggestions: Suggestions, _ name: String) throws -> String {
    let rendering = try #require(SuggestionReport.renderings.first { $0.name == name })
    guard case .text(let text) = rendering.content else { return "" }
    return try text(SuggestionReport(suggestions, of: subject, otherProgramsShare: 0.5), .plain)
  }

  @Test func `the JSON is what its schema says`() async throws {
    let recorded = try recorded()
    let none = RefactoringFacts(editable: [])
    let facts = RefactoringFacts(unused: [needless])
    let documents = [
      recorded.suggestions(), recorded.suggestions(for: .changes), recorded.suggestions(facts: facts),
      recorded.suggestions(facts: none),
    ]
    #expect(try await JSONSchema.suggestions.complaints(about: documents.map { try text($0, "json") }) == "")
  }

  @Test func `every gain is called predicted, and comes with the words to try it`() throws {
    let found = try recorded().suggestions(for: .changes, facts: RefactoringFacts(unused: [needless]))
    let first = try #require(found.suggestions.first)
    #expect(first.reason == .unused)
    let text = try text(found, "markdown")
    #expect(text.contains("`modgauge what-if --cut 'ArgumentParser->ArgumentParserToolInfo'`"), "\(text)")
    #expect(text.contains("Other programs used 50.0 % of the cores during the recorded build"))
    #expect(text.contains("No import uses it.") && text.contains("It takes one line of the manifest."))
    #expect(text.contains("each counts by its lines"))
    for row in text.split(separator: "\n") where row.hasPrefix("| 1 |") {
      #expect(row.split(separator: "|").dropFirst(2).allSatisfy { $0.contains("≈") || $0 == " " }, "\(row)")
    }
  }

  @Test func `that nothing pays is an answer`() throws {
    let found = try recorded().suggestions(facts: RefactoringFacts(editable: []))
    for name in ["markdown", "text"] {
      let text = try text(found, name)
      #expect(text.contains("No change is worthwhile") && !text.contains("modgauge what-if"), "\(text)")
    }
  }
}
