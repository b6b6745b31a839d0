import Foundation
import ModuleGraph
import Reports
import TestSupport
import Testing

@testable import BuildAnalysis

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct ComparisonReportTests {
  /// A feature's module costs a tenth of the app's time more, a new one is there, and a sample app is faster.
  static func comparison(rounds: Int = 10) throws -> RunComparison {
    let base = Run.recordedExample(rounds: rounds).counting(tasks: 12, in: "App")
    let id = { ModuleID(package: "Shop", name: $0) }
    let new = Module(
      id: id("Pricing"), kind: .regular, path: "Sources/Pricing", sources: 3, lines: 400, bytes: 1, languages: ["swift"]
    )
    var head = base.slowed("App", by: 1.1, module: "Search").slowed("CartApp", by: 0.9).with(
      [new],
      [Dependency(from: id("Search"), to: id("Pricing"), location: .init(file: "Package.swift", line: 21))])
    head = head.counting(tasks: 15, in: "App")
    head.workspace.revision = "def456"
    head.workspace.dirty = false
    return try #require(RunComparison(Run.comparing(base, head).findings))
  }

  private static func text(_ report: ComparisonReport, _ name: String) throws -> String {
    return try report.text(name)
  }

  @Test(arguments: [("markdown", "md"), ("text", "txt"), ("csv", "csv")])
  func `a comparison for people and programs`(name: String, ending: String) throws {
    try expectSnapshot(
      Self.text(ComparisonReport(try Self.comparison()), name), named: "comparison.\(ending)")
  }

  @Test func `what could have been detected is explained only where a verdict mentions it`() throws {
    let phrase = "ould have detected"
    #expect(try Self.text(ComparisonReport(Self.comparison()), "markdown").ranges(of: phrase).count == 2)
    #expect(try !Self.text(ComparisonReport(Self.comparison(rounds: 2)), "markdown").contains(phrase))
  }

  @Test func `the JSON is what its schema says, of paired and of stored runs`() async throws {
    let failing = Run.example(rounds: 6, failing: true).findings
    let other = Run.example(changing: "Cart", .body, rebuilt: [("Cart", 1)]).findings
    let documents = try [
      Self.comparison(), Self.comparison(rounds: 2),
      RunComparison(from: ComparisonSide(failing, named: "a"), to: ComparisonSide(other, named: "b")),
    ].map { try Self.text(ComparisonReport($0), "json") }
    #expect(try await JSONSchema.comparison.complaints(about: documents) == "")
  }

  @Test func `the critical path and the waits are told where builds differ`() async throws {
    func scheduled(_ run: Run, _ modules: [String], seconds: Double) -> Run {
      var run = run
      for place in run.samples.indices where run.samples[place].arm == "App" {
        run.samples[place].schedule = BuildSchedule(
          criticalPathSeconds: seconds + Double(run.samples[place].round) / 100, criticalModules: modules,
          dependencyWaitSeconds: 2 * seconds, coreWaitSeconds: 0)
      }
      return run
    }
    let base = Run.recordedExample(rounds: 10)
    let head = scheduled(base.slowed("App", by: 1.1, module: "Search"), ["Core", "Search", "App"], seconds: 15)
    let both = Run.comparing(scheduled(base, ["Core", "Cart", "App"], seconds: 12), head)
    let report = ComparisonReport(try #require(RunComparison(both.findings)))
    let text = try Self.text(report, "markdown")
    #expect(text.contains("## Why: App, critical path and waiting"), "\(text)")
    #expect(text.contains("- The critical path before: Core → Cart → App."))
    #expect(text.contains("- The critical path after: Core → Search → App."))
    #expect(text.contains("| waiting for a processor, all modules  | 0.00 s |     0.00 s |"), "\(text)")
    #expect(try await JSONSchema.comparison.complaints(about: Self.text(report, "json")) == "")
    #expect(try await JSONSchema.run.complaints(about: both.findings.json()) == "")
  }

  @Test func `stored runs of several machines are not said to be pooled by machine`() throws {
    let base = Run.example(rounds: 6)
    var head = base
    head.machines = [base.environment, base.environment]
    let text = try Self.text(
      ComparisonReport(
        RunComparison(
          from: ComparisonSide(base.findings, named: "a"), to: ComparisonSide(head.findings, named: "b"))), "markdown")
    #expect(!text.contains("stratum") && text.contains("2 machines: 2 × Example CPU"), "\(text)")
  }

  @Test func `runs that cannot be compared keep their figures and lose their verdicts`() throws {
    let base = Run.example(rounds: 6)
    var head = base.slowed("App", by: 1.5)
    head.plan.configuration = "release"
    let text = try Self.text(
      ComparisonReport(
        RunComparison(
          from: ComparisonSide(base.findings, named: "a"), to: ComparisonSide(head.findings, named: "b"))), "markdown")
    #expect(text.contains("These runs are not comparable") && text.contains("1.500"))
    #expect(text.contains("| not comparable |") && !text.contains("slower |"))
    #expect(text.contains("- Clean `debug` and `release` builds; "), "\(text)")
  }

  /// Two stored runs, whose arms have hostile names and became slower.
  private static func hostile(_ names: [String], from base: String, to head: String, reason: String) -> ComparisonReport
  {
    var run = Run.example(rounds: 6)
    let (arm, samples) = (run.arms[0], run.samples.filter { $0.arm == "App" })
    run.arms = names.map { name in
      var arm = arm
      arm.name = name
      return arm
    }
    run.samples = names.flatMap { name in
      samples.map { sample in
        var sample = sample
        sample.arm = name
        return sample
      }
    }
    var slower = run
    for index in slower.samples.indices { slower.samples[index].seconds = slower.samples[index].seconds.map { $0 * 2 } }
    slower.samples[0].outcome = .failed
    slower.samples[0].reason = reason
    let comparison = RunComparison(
      from: ComparisonSide(run.findings, named: base), to: ComparisonSide(slower.findings, named: head))
    let settings = GateSettings(times: [.init(scenario: "clean", share: 0.05)])
    return ComparisonReport(comparison, gate: GateDecision(on: comparison, settings))
  }

  @Test func `the compiler's words about a clean build are not repeated for what was not built after it`() throws {
    var head = Run.example(changing: "Core", .body, rebuilt: [("Core", 1)])
    let base = head
    head.samples.removeAll { $0.arm == "Search" && ($0.scenario != .clean || !$0.warmup) }
    for index in head.samples.indices where head.samples[index].arm == "Search" {
      (head.samples[index].outcome, head.samples[index].reason) = (.failed, "exit code 1: no such module")
    }
    let comparison = try #require(RunComparison(Run.comparing(base, head).findings))
    let page = try Self.text(ComparisonReport(comparison), "markdown")
    #expect(page.ranges(of: "no such module").count == 1)
    #expect(
      page.contains("**Search, null was not built** in abc123 with local changes: its clean build failed."), "\(page)")
  }

  @Test func `hostile names stay names`() throws {
    let names = HostileNames.all.filter { !$0.isEmpty }
    let report = Self.hostile(names, from: HostileNames.all[0], to: HostileNames.all[2], reason: "it failed")
    for name in ["markdown", "github-comment", "github-summary"] {
      let rows = try Self.text(report, name).split(separator: "\n").filter { $0.hasPrefix("|") }
      #expect(rows.count == names.count + 2, "\(name)")
    }
    #expect(try !Self.text(report, "text").unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
    let commands = try Self.text(report, "github").unicodeScalars.split(separator: "\n").map { String($0) }
    #expect(commands.count == min(10, names.count) && commands.allSatisfy { $0.hasPrefix("::error title=") })
    let suite = try XMLDocument(xmlString: Self.text(report, "junit"), options: [])
    #expect(try suite.nodes(forXPath: "//testcase/failure").count == names.count)
    for name in ["json", "sarif", "smaller-is-better", "bencher"] {
      let text = try Self.text(report, name)
      #expect(throws: Never.self, "\(name)") { try JSONSerialization.jsonObject(with: Data(text.utf8)) }
    }
  }

  /// git allows all of these in names of branches, whose states are called so.
  @Test(arguments: [
    "feature/<script>alert(1)</script>", "a|b`c`*d*", "--><img/src=x>", "::error::x", "%0A::error::x",
    "[x](javascript:y)", "'\"&amp;", "@everyone", "right\u{202E}left", "日本語/🧭",
  ])
  func `a branch's name, and a message, are text in every format`(name: String) throws {
    let report = Self.hostile(["App"], from: name, to: "\(name)2", reason: "\(name)\r\n\(name)")
    for format in ["markdown", "github-comment", "github-summary"] {
      let text = try Self.text(report, format)
      let unescaped = text.replacing(/\\./, with: "")
      #expect(["<script>", "<img", "](javascript"].allSatisfy { !unescaped.contains($0) }, "\(format)")
      #expect(text.split(separator: "\n").filter { $0.hasPrefix("|") }.count == 3, "\(format)")
    }
    let commands = try Self.text(report, "github").unicodeScalars.split(separator: "\n")
    #expect(commands.count == 1, "\(commands.map { String($0) })")
    #expect(throws: Never.self) { try XMLDocument(xmlString: Self.text(report, "junit"), options: []) }
    for format in ["json", "sarif"] {
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(Self.text(report, format).utf8)) }
    }
  }
}

extension Run {
  fileprivate func counting(tasks: Int, in arm: String) -> Run {
    var run = self
    for index in run.samples.indices where run.samples[index].arm == arm { run.samples[index].tasks = tasks }
    return run
  }
}
