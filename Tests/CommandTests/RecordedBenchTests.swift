import BuildAnalysis
import BuildTrace
import Documents
import Foundation
import ModuleGraph
import TestSupport
import Testing

extension BenchCommandTests {
  @Test(arguments: ["off", "on"])
  func recordedBuildsGiveATraceEachAndFiguresForEachModule(turns: String) async throws {
    let shop = try ShopWorkspace()
    let arms = ["--combined", "CartApp", "--feature", "Model"]
    let made = try await shop.modgauge(
      shop.benchWords(["--record", "--rounds", "1", "--in-turns", turns, "--quiet"] + arms))
    try #require(made.exitCode == 0, "\(made.errors)")
    let json = try String(contentsOfFile: shop.output + "/run.json", encoding: .utf8)
    #expect(try await JSONSchema.run.complaints(about: json) == "")
    let run = try Run(json: Array(json.utf8))
    if turns == "off" { #expect(made.errors == "reports: \(shop.output)\n") }
    #expect(run.samples.filter(\.warmup).allSatisfy { $0.trace == nil && $0.modules == nil })
    #expect(run.samples.allSatisfy { $0.closesInherited == ($0.turns == nil ? nil : true) })
    #expect(try shop.folder.read("output/report.md").contains("closed what they inherited") == (turns == "on"))
    for sample in run.samples where !sample.warmup {
      let name = try #require(sample.trace)
      #expect(name == "traces/\(sample.arm)-\(sample.round).jsonl")
      let trace = try #require(
        try BuildTrace.builds(in: Data(contentsOf: URL(filePath: "\(shop.output)/\(name)"))).last)
      #expect(trace.isComplete)
      #expect(
        trace.supervised.map { Double($0.wallNanoseconds) / 1e9 }.map { abs($0 - (sample.seconds ?? 0)) < 1e-5 } == true
      )
      expectSpans(of: sample)
      // The same modules as those whose objects were left.
      #expect(sample.modules?.map(\.module).sorted() == sample.compiledModules)
      #expect(
        sample.modules?.allSatisfy {
          $0.cpuSeconds > 0 && $0.seconds > 0 && ($0.id == nil) == ($0.module == "ModuleGaugeArm")
        } == true)
    }
    // Each module is emitted and compiled at least.
    #expect(run.samples.allSatisfy { $0.warmup || $0.tasks ?? 0 >= 2 * ($0.modules?.count ?? 1) })
    #expect(run.samples.allSatisfy { $0.warmup || $0.linkSeconds.map { $0 > 0 } == true })
    #expect(made.output.contains("- Work on Model in a sample app: "), "\(made.output)")
    let core = try #require(run.findings.moduleSummaries.first { $0.module == "Core" })
    #expect(core.arm == "CartApp" && core.rounds == 1 && core.cpuSecondsPerThousandLines != nil)
    #expect(made.output.contains("## What each module took") && made.output.contains("| Core "))
    #expect(try shop.folder.read("output/report.md").contains("| Core "))
    #expect(try shop.folder.read("output/modules.csv").contains("CartApp,clean,Core,Shop/Core,product,1,"))
    // From the run alone.
    let again = shop.folder.path + "/again"
    let report = try await shop.modgauge(["report", shop.output + "/run.json", "--output", again])
    #expect(report.output == made.output)
    if turns == "off" { try await expectDrawnAgain(shop, again) }
  }

  /// Draws the run again, and one of its builds, and estimates others from it.
  private func expectDrawnAgain(_ shop: ShopWorkspace, _ again: String) async throws {
    #expect(try shop.folder.read("again/modules.csv") == shop.folder.read("output/modules.csv"))
    try await expectTimelinesKept(shop, again)
    // One of the builds, with all that is drawn of a recorded one.
    let round = try await shop.modgauge(["report", shop.output + "/traces/CartApp-1.jsonl"])
    #expect(round.exitCode == 0 && round.output.contains("critical path, "), "\(round.errors)")
    #expect(try shop.folder.read("output/traces/CartApp-1/timeline.html").contains("Core"))
    // Estimates say which build they come from: one is replayed, however many rounds there are.
    let roles = try await shop.modgauge([
      "roles", "--package-path", shop.path, "--cache-dir", shop.cache, "--combined", "CartApp", "--feature", "Model",
      "--run", shop.output,
    ])
    let words = roles.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      words.contains(
        "computed from the steps of the recorded clean build of CartApp, without those of the other modules")
        || words.contains("the wall time of a clean build of CartApp, median of 1 ×"), "\(words)")
  }

  /// Spans of modules are those of their processes, and rounded to the millisecond.
  private func expectSpans(of sample: Sample) {
    for module in sample.modules ?? [] {
      let spans = module.spans ?? []
      let sum = spans.reduce(0) { $0 + $1.seconds }
      #expect(!spans.isEmpty && abs(sum - module.seconds) <= 0.001 * Double(spans.count))
      #expect(spans.allSatisfy { $0.endNanoseconds <= Int(1e9 * (sample.seconds ?? 0)) + 1_000_000 })
    }
  }

  /// Timelines are drawn from the run's traces, and kept where these are not.
  private func expectTimelinesKept(_ shop: ShopWorkspace, _ again: String) async throws {
    let timeline = try shop.folder.read("again/timelines/CartApp-1.html")
    #expect(timeline == (try shop.folder.read("output/timelines/CartApp-1.html")))
    let kept = try await shop.modgauge(["report", again])
    #expect(kept.exitCode == 0, "\(kept.errors)")
    // When modules were built follows from the run alone.
    #expect(try shop.folder.read("again/report.html").contains("<title>Core: "))
    #expect(try shop.folder.read("again/report.html").contains("href=\"timelines/CartApp-1.html\""))
  }

  /// The place for traces is a link that leads nowhere a folder can be made, so that none can be kept.
  @Test func aTraceThatCannotBeKeptFailsNoBuild() async throws {
    let shop = try ShopWorkspace()
    try shop.folder.write(["output/in-the-way": "a file"])
    try FileManager.default.createSymbolicLink(
      atPath: shop.output + "/traces", withDestinationPath: "in-the-way/traces")
    let words = ["--force", "--record", "--rounds", "1", "--combined", "Model"]
    let outcome = try await shop.modgauge(shop.benchWords(words))
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("warning: that build was not recorded: Cannot make the folder `"))
    let run = try Run(json: Array(Data(contentsOf: URL(filePath: shop.output + "/run.json"))))
    #expect(run.samples.allSatisfy { $0.outcome == .ok && $0.trace == nil && $0.modules == nil })
    #expect(run.findings.moduleSummaries.isEmpty)
  }
}
