import BuildAnalysis
import ModuleGraph
import Reports
import TestSupport
import Testing

@Suite struct ComparisonReportTests {
  /// A feature's module costs a tenth of the app's time more, a new one is there, and a sample app is faster.
  static func comparison(rounds: Int = 10) throws -> RunComparison {
    let base = Run.recordedExample(rounds: rounds)
    let id = { ModuleID(package: "Shop", name: $0) }
    let new = Module(
      id: id("Pricing"), kind: .regular, path: "Sources/Pricing", sources: 3, lines: 400, bytes: 1, languages: ["swift"]
    )
    var head = base.slowed("App", by: 1.1, module: "Search").slowed("CartApp", by: 0.9).with(
      [new],
      [Dependency(from: id("Search"), to: id("Pricing"), location: .init(file: "Package.swift", line: 21))])
    head.workspace.revision = "def456"
    head.workspace.dirty = false
    return try #require(RunComparison(Run.comparing(base, head).findings))
  }

  private static func text(_ report: ComparisonReport, _ name: String) throws -> String {
    let rendering = try #require(ComparisonReport.renderings.first { $0.name == name })
    guard case .text(let text) = rendering.content else { return "" }
    return try text(report, .plain)
  }

  @Test(arguments: [("markdown", "md"), ("text", "txt"), ("csv", "csv")])
  func `a comparison for people and programs`(name: String, ending: String) throws {
    try expectSnapshot(
      Self.text(ComparisonReport(try Self.comparison()), name), named: "comparison.\(ending)")
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
    #expect(text.contains("| waiting for a processor, all modules  | 0.00 s | 0.00 s |     0.00 s |"), "\(text)")
    #expect(try await JSONSchema.comparison.complaints(about: Self.text(report, "json")) == "")
    #expect(try await JSONSchema.run.complaints(about: both.findings.json()) == "")
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
  }

  @Test func `hostile names stay names`() throws {
    var base = Run.example(rounds: 6)
    let names = HostileNames.all.filter { !$0.isEmpty }
    base.arms = names.map { name in
      var arm = base.arms[0]
      arm.name = name
      return arm
    }
    base.samples = names.flatMap { name in
      base.samples.filter { $0.arm == "App" }.map { sample in
        var sample = sample
        sample.arm = name
        return sample
      }
    }
    let report = ComparisonReport(
      RunComparison(
        from: ComparisonSide(base.findings, named: HostileNames.all[0]),
        to: ComparisonSide(base.findings, named: HostileNames.all[2])))
    let rows = try Self.text(report, "markdown").split(separator: "\n").filter { $0.hasPrefix("|") }
    #expect(rows.count == names.count + 2)
    #expect(try !Self.text(report, "text").unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
  }
}
