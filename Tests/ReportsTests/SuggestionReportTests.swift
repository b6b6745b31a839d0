import BuildTrace
import Configuration
import Foundation
import ModuleGraph
import Reports
import TestSupport
import Testing

@testable import BuildAnalysis
@testable import Foresight

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
    let rendering = try #require(SuggestAnswer.renderings.first { $0.name == name })
    guard case .text(let text) = rendering.content else { return "" }
    let cautions = RecordingCautions(otherProgramsShare: 0.5)
    return try text(.recorded(SuggestionReport(suggestions, of: subject, cautions: cautions)), .plain)
  }

  @Test func `the JSON is what its schema says`() async throws {
    let recorded = try recorded()
    let none = RefactoringFacts(editable: [])
    let facts = RefactoringFacts(unused: [needless])
    let documents = try [
      recorded.suggestions(), recorded.suggestions(for: .changes), recorded.suggestions(facts: facts),
      recorded.suggestions(facts: none),
    ].map { try text($0, "json") }
    #expect(try await JSONSchema.suggestions.complaints(about: documents) == "")
    #expect(documents.allSatisfy { $0.contains(#""otherProgramsShare" : 0.5"#) })
  }

  @Test func `every gain is called predicted, and comes with the words to try it`() throws {
    let found = try recorded().suggestions(for: .changes, facts: RefactoringFacts(unused: [needless]))
    let first = try #require(found.suggestions.first)
    #expect(first.reason == .unused)
    let text = try text(found, "markdown")
    #expect(text.contains("`modgauge what-if --cut 'ArgumentParser->ArgumentParserToolInfo'`"), "\(text)")
    #expect(text.contains("Other programs used 50.0 % of the cores during the recorded build"))
    #expect(text.contains("No import uses it.") && text.contains("It takes one line of the manifest."))
    #expect(text.contains("they are weighted by their lines"))
    for row in text.split(separator: "\n") where row.hasPrefix("| 1 |") {
      #expect(row.split(separator: "|").dropFirst(2).allSatisfy { $0.contains("≈") || $0 == " " }, "\(row)")
    }
  }

  @Test func `a change that fits on no line is a file, and a file of it is read as it`() throws {
    let names =
      (1...20).map { "AVeryLongNameOfAFile\($0).swift" } + ["with, comma: and \"quotes\".swift", "new\nline.swift"]
    let changes: [StructureChange] = [
      .split("Core", [.init(name: "A 1", files: names), .init(name: "Core", files: ["Sub/**", "yes"])]),
      .merge(["Log", "p/Trace"], into: "Log"), .move(["Cache*.swift"], from: "Core", to: "Store"),
      .cost("Core", factor: 0.5), .cut("A", "B"), .add("A", "p/B"), .remove("Old"), .interface("A 1"), .cores(8),
      .jobs(4), .unblock(.atEmitModule),
    ]
    let proposal = Proposal(name: "A: plan", changes)
    #expect(try Proposal(yaml: Array(proposal.yaml.utf8), file: "plan.yml") == proposal, "\(proposal.yaml)")

    let long = suggestions([.split("Core", [.init(name: "A", files: names), .init(name: "B", files: ["b"])])])
    for name in ["markdown", "text"] {
      let text = try text(long, name).replacing("\n", with: " ")
      #expect(text.contains("modgauge what-if --proposal proposal.yml") && !text.contains("what-if --split"), "\(text)")
      #expect(!text.contains("AVeryLongNameOfAFile1.swift"), "\(text)")
    }
  }

  @Test func `a step of a plan says what it takes, and what it follows`() throws {
    let first = Candidate(changes: [.interface("Core")], reason: .waitedFor(by: 3), dependents: 3)
    let then = Candidate(changes: [.cut("CoreInterface", "Log")], reason: .interface, isFollowUp: true)
    let markdown = try text(suggestions([.interface("Core")], plan: [[first], [then]]), "markdown")
    #expect(markdown.contains("| 2 | then cut CoreInterface → Log "), "\(markdown)")
    #expect(markdown.contains("- 1. 3 modules wait for all of it. They would import the interface, "))
    #expect(markdown.contains("- 2. The interface may need less than the module behind it. This requires"))
    #expect(markdown.contains("Try `modgauge what-if --interface 'Core' --cut 'CoreInterface->Log'`."))
    #expect(
      markdown.contains("if it cost nothing, the build would gain at most ≈ 0.10 s")
        && !markdown.contains("nothing waits"))
  }

  @Test func `each of the changes of one step is explained by its name`() throws {
    let cuts = ["Log", "Net"].map {
      Candidate(changes: [.cut("Core", $0)], reason: .rarelyImported(["A.swift"], of: 9))
    }
    let together = try text(suggestions([.interface("Core")], plan: [cuts]), "markdown")
    for name in ["Log", "Net"] {
      let words = "“cut Core → \(name)”: Only 1 of 9 files imports it: A.swift. The code of it that this file uses has "
      #expect(together.contains(words), "\(together)")
    }
    let apart = try text(suggestions([.interface("Core")], plan: cuts.map { [$0] }), "markdown")
    #expect(apart.contains("- 1. Only 1 of 9 files imports it: A.swift."), "\(apart)")
  }

  @Test func `a proposal for what-if has the best combination, and the single changes as comments`() throws {
    let names = (1...20).map { "AVeryLongNameOfAFile\($0).swift" }
    let split = StructureChange.split("Core", [.init(name: "A", files: names), .init(name: "B", files: ["b"])])
    let plan = [
      [Candidate(changes: [split], reason: .large(.halves))], [Candidate(changes: [.cut("A", "Log")], reason: .unused)],
    ]
    let found = suggestions([split], plan: plan)
    let markdown = try text(found, "markdown")
    #expect(
      markdown.contains("`modgauge suggest -o proposal.yml`") && !markdown.contains("AVeryLongNameOfAFile1.swift"))
    let file = try text(found, "yaml")
    #expect(file.contains("\n# Instead, change 1: ") && file.contains("\n#   - split:\n"), "\(file)")
    #expect(try Proposal(yaml: Array(file.utf8), file: "p.yml").changes == found.plan.last?.proposal.changes)
    let nothing = try text(suggestions([]), "yaml")
    #expect(throws: (any Error).self) { try Proposal(yaml: Array(nothing.utf8), file: "p.yml") }
  }

  @Test func `what a change rebuilds is averaged over what the goal counts`() throws {
    let lines = try text(suggestions([.interface("Core")]), "markdown")
    #expect(lines.contains("averaged over the modules, weighted by their lines."), "\(lines)")
    let commits = try text(suggestions([.interface("Core")], goal: .changes, commits: 7), "markdown")
    #expect(commits.contains("averaged over the commits."), "\(commits)")
  }

  @Test func `files that import a dependency are counted, and modules that nothing imports are told as such`() throws {
    let cut = Candidate(
      changes: [.cut("Core", "Log")], reason: .rarelyImported(["A.swift", "B.swift", "C.swift", "D.swift"], of: 45))
    let split = Candidate(
      changes: [.split("Core", [.init(name: "A", files: ["a"]), .init(name: "B", files: ["b"])])],
      reason: .large(.halves))
    let markdown = try text(suggestions([.interface("Core")], plan: [[cut], [split]]), "markdown")
    #expect(markdown.contains("Only 4 of 45 files import it: A.swift, B.swift, C.swift … The code"), "\(markdown)")
    #expect(markdown.contains("No other module would import its parts.") && !markdown.contains("0 modules"))
  }

  /// The best seam may still be a bad one.
  @Test func `a seam claims no more than its symbols show`() throws {
    let seam = Candidate(
      changes: [.split("Core", [.init(name: "A", files: ["a"]), .init(name: "B", files: ["b"])])],
      reason: .seam(openings: (0..<50).map { "Type\($0)" }), dependents: 2)
    let markdown = try text(suggestions([.interface("Log")], plan: [[seam], [seam]]), "markdown")
    #expect(markdown.contains("Divided where its files need one another least. 2 modules would import its parts."))
    #expect(markdown.contains("`Type7` and 42 more."), "\(markdown)")
  }

  @Test func `a merge of more modules than a title holds says how many there are besides`() throws {
    let merges = [["A", "B", "C"], ["A", "B", "C", "D"]].map { StructureChange.merge($0, into: "Kit") }
    try #require(merges.count == 2)
    #expect(try text(suggestions([merges[0]]), "markdown").contains("| \(merges[0]) |"))
    #expect(try text(suggestions([merges[1]]), "markdown").contains("| merge A, B, C and 1 more into Kit |"))
  }

  @Test func `builds after changes come with what becomes of clean ones`() throws {
    let clean = try text(suggestions([.interface("Core")], goal: .changes), "markdown")
    #expect(clean.contains("| clean build |") && clean.contains("≈ +1.00 s"), "\(clean)")
    #expect(try !text(suggestions([.interface("Core")]), "markdown").contains("| clean build"))
  }

  /// Made up: one suggestion, and a plan.
  private func suggestions(
    _ changes: [StructureChange], plan: [[Candidate]] = [], goal: Suggestions.Goal = .clean, commits: Int? = nil
  ) -> Suggestions {
    let gain = Forecast.Estimate(value: 2, low: 1, high: 3)
    func suggestion(_ parts: [Candidate], _ proposal: [StructureChange]) -> Suggestion {
      Suggestion(
        parts: parts, proposal: Proposal(proposal), gain: gain, seconds: 8, rebuiltBefore: 3, rebuiltAfter: 2,
        clean: .init(seconds: 11, gain: .init(value: -1, low: -2, high: -0.5), assumptions: []))
    }
    return Suggestions(
      goal: goal, recordings: 1, measuredSeconds: 10, seconds: 10, relativeError: 0.01, leastGain: 0.1,
      suggestions: [suggestion([Candidate(changes: changes, reason: .large(.halves))], changes)],
      plan: plan.indices.map { index in
        suggestion(plan[index], plan[...index].flatMap { $0.flatMap(\.changes) })
      }, planGain: gain,
      untouched: [.init(module: ModuleID(package: "P", name: "Big"), cpuSeconds: 5, gainSeconds: 0.1)], divided: [],
      changesBefore: nil, changesAfter: nil, commits: commits, candidates: 9, replays: 4)
  }

  @Test func `that nothing pays is an answer`() throws {
    let found = try recorded().suggestions(facts: RefactoringFacts(editable: []))
    for name in ["markdown", "text"] {
      let text = try text(found, name)
      #expect(text.contains("No change is worthwhile") && !text.contains("modgauge what-if"), "\(text)")
      // A greater gain may be predicted, but with an interval that contains zero.
      let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.contains("none of those that were tried is predicted to gain at least"), "\(text)")
      #expect(words.contains("with an interval above zero."), "\(text)")
    }
  }
}
