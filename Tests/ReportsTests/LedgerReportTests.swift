import Foresight
import Documents
import ModuleGraph
import TestSupport
import Testing

@testable import BuildAnalysis
@testable import Reports

/// What is told of saved predictions. They are about swift-argument-parser's recorded build, and are settled with made-up
/// runs of the same modules.
@Suite struct LedgerReportTests {
  private let example = WhatIfExample()

  private func graph(cut: Bool) throws -> ModuleGraph {
    let recorded = try example.recorded.graph
    return ModuleGraph(
      packages: [
        Package(
          key: "ArgumentParser", identity: "swift-argument-parser", name: "ArgumentParser", path: ".",
          toolsVersion: "6.0.0", dependencies: [])
      ],
      modules: recorded.modules,
      dependencies: recorded.dependencies.filter { !cut || $0.from.name != "ArgumentParser" })
  }

  private func saved(_ changes: StructureChange..., name: String = "apart") throws -> PredictionDocument {
    let forecast = try example.recorded.forecast(Proposal(changes))
    return try PredictionDocument(
      SavedPrediction(
        forecast, named: name, made: "2026-02-03T04:05:06Z",
        workspace: .init(name: "swift-argument-parser", revision: "abc", dirty: false, graph: graph(cut: false)),
        subject: example.subject, arguments: [], cores: 4,
        machine: Run.Machine(cpu: "Example CPU", cores: 4, os: "Linux", compiler: "Swift 6.3.1"),
        sources: [.init(path: "recorded/trace.jsonl", sha256: String(repeating: "0", count: 64))]))
  }

  /// - Parameters:
  ///   - ratios: of the head's seconds and CPU seconds to those that were predicted.
  ///   - cut: whether the head has the proposed structure.
  private func settled(
    _ document: PredictionDocument, seconds ratio: Double, cpu: Double, cut: Bool = true, noise: Double = 0
  ) throws -> PredictionDocument {
    let (prediction, machine) = (document.prediction, 1.1)
    func run(
      _ graph: ModuleGraph, _ revision: String, _ seconds: Double, _ cpuSeconds: Double, noise: Double = 0
    ) -> Run {
      let arm = Arm(
        name: "generate-manual", role: .combined, targets: ["generate-manual"], modules: graph.modules.map(\.id))
      let samples = (1...6).map { round in
        let noise = round.isMultiple(of: 2) ? 1 + noise : 1 / (1 + noise)
        let factor = machine * noise * (1 + 0.01 * Double(round % 3 - 1))
        var sample = Sample(
          arm: arm.name, round: round, position: 1, warmup: false, offsetSeconds: 100 * Double(round),
          seconds: seconds * factor, cpuSeconds: cpuSeconds * factor, peakBytes: 1, outcome: .ok)
        sample.modules = prediction.after.modules.map { module in
          ModuleSample(
            module: Module.compiledName(module.name), id: ModuleID(package: "ArgumentParser", name: module.name),
            seconds: 1, cpuSeconds: (module.cpuSeconds ?? 0) * factor * (module.name == "ArgumentParser" ? 1.2 : 1))
        }
        return sample
      }
      return Run(
        environment: Run.Machine(cpu: "Example CPU", cores: 4, os: "Linux", compiler: "Swift 6.3.2"),
        workspace: .init(name: "swift-argument-parser", revision: revision, graph: graph),
        plan: .init(arms: [arm.name], warmups: 1, rounds: 6, seed: 1, configuration: "debug"), arms: [arm],
        samples: samples)
    }
    let base = run(try graph(cut: false), "abc", prediction.measured.seconds, prediction.measured.cpuSeconds)
    let head = run(
      try graph(cut: cut), "def", prediction.seconds.value * ratio, prediction.cpuSeconds.value * cpu, noise: noise)
    let comparison = try #require(RunComparison(RunFindings(.comparing(base, head))))
    var document = document
    try document.settle(
      Settlement(of: prediction, comparison, settled: "2026-02-04T04:05:06Z", runs: ["/runs/1"]))
    return document
  }

  private func text<Document: Report>(_ report: Document, _ name: String) throws -> String {
    let rendering = try #require(Document.renderings.first { $0.name == name })
    guard case .text(let text) = rendering.content else { return "" }
    return try text(report, .plain)
  }

  @Test func `a settlement says what was predicted, what came, and why they differ`() throws {
    let saved = try saved(.cut("ArgumentParser", "ArgumentParserToolInfo"))
    let right = try #require(SettlementReport(settled(saved, seconds: 1.01, cpu: 1)))
    try expectSnapshot(text(right, "markdown"), named: "settlement.md")
    let wrong = try #require(SettlementReport(settled(saved, seconds: 1.4, cpu: 1.2, cut: false)))
    try expectSnapshot(text(wrong, "text"), named: "settlement-other.txt")
    for (cpu, words) in [(1.012, "used 1.2 % more CPU time than"), (1.008, "used as much CPU time as predicted")] {
      let dearer = try #require(SettlementReport(settled(saved, seconds: 1, cpu: cpu)))
      #expect(try text(dearer, "markdown").contains("**Costs**: compiling \(words)"), "from one percent on")
    }
    let noisy = try #require(SettlementReport(settled(saved, seconds: 1, cpu: 1, noise: 1)))
    #expect(try text(noisy, "text").contains("too noisy"))
    #expect(SettlementReport(saved) == nil)
  }

  @Test func `the ledger shows how good predictions were, and what does not count`() async throws {
    let change = StructureChange.cut("ArgumentParser", "ArgumentParserToolInfo")
    let settledOne = try settled(saved(change), seconds: 1.02, cpu: 1)
    let changed = try PredictionDocument(
      json: Array(settledOne.json().replacing("\"name\" : \"apart\"", with: "\"name\" : \"changed\"").utf8))
    let report = LedgerReport(
      [
        .prediction(try saved(.cores(8), name: "eight-cores")), .prediction(settledOne),
        .prediction(try settled(saved(change, name: "other"), seconds: 1.4, cpu: 1.2, cut: false)),
        .prediction(changed),
        .unreadable(name: "broken", reason: "`broken.json` is not a saved prediction: it is empty."),
      ], of: "swift-argument-parser")
    #expect(report.record?.settled == 1)
    try expectSnapshot(text(report, "markdown"), named: "ledger.md")
    let json = try text(report, "json")
    #expect(try await JSONSchema.ledger.complaints(about: json) == "")
    #expect(json.contains("\"reason\" : \"`broken.json` is not a saved prediction: it is empty.\""))
    #expect(json.contains("\"state\" : \"changed\"") && json.contains("\"state\" : \"other-structure\""))
    let empty = LedgerReport([], of: "Shop")
    #expect(try text(empty, "text").contains("--save NAME") && empty.record == nil)
  }

  @Test func `later predictions show the record beside their interval`() async throws {
    let recorded = try example.recorded
    let document = try settled(saved(.cut("ArgumentParser", "ArgumentParserToolInfo")), seconds: 1.02, cpu: 1)
    let report = WhatIfReport(
      try recorded.forecast(Proposal([.cores(8)])), from: [recorded], of: example.subject,
      record: PredictionRecord([try #require(document.outcome)]))
    let sentence =
      "Earlier predictions of this workspace: 1 prediction settled: median error 2.0 %, within its interval"
    #expect(try text(report, "text").replacing("\n", with: " ").contains(sentence))
    #expect(try WhatIfPage(report).html.contains("median error 2.0 %"))
    #expect(try await JSONSchema.whatIf.complaints(about: text(report, "json")) == "")
  }
}
