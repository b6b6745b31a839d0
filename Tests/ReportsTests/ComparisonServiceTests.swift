import BuildAnalysis
import Foundation
import ModuleGraph
import Reports
import TestSupport
import Testing

/// What services get of a comparison.
@Suite struct ComparisonServiceTests {
  private static func text(_ report: ComparisonReport, _ name: String) throws -> String {
    return try report.text(name)
  }

  /// Two stored runs of many arms whose names begin with a text.
  private static func manyArms(_ count: Int, named prefix: String) -> ComparisonReport {
    var run = Run.example(rounds: 1)
    let (arm, samples) = (run.arms[0], run.samples.filter { $0.arm == "App" })
    run.arms = []
    run.samples = []
    for number in 0..<count {
      var own = arm
      own.name = "\(prefix)\(number)"
      run.arms.append(own)
      for var sample in samples {
        sample.arm = own.name
        run.samples.append(sample)
      }
    }
    let findings = run.findings
    return ComparisonReport(
      RunComparison(from: ComparisonSide(findings, named: "a"), to: ComparisonSide(findings, named: "b")))
  }

  @Test func `a comment fits, begins with the same line each time, and says what it leaves out`() throws {
    let many = try Self.text(Self.manyArms(300, named: String(repeating: "Arm", count: 70)), "github-comment")
    #expect(many.utf8.count < 64 << 10 && many.hasPrefix("<!-- modgauge compare: Shop -->\n# Shop: a → b\n"))
    #expect(many.contains("| … and 150 more "))
    let few = try Self.text(ComparisonReport(try ComparisonReportTests.comparison()), "github-comment")
    #expect(few.hasPrefix("<!-- modgauge compare: Shop -->\n") && few.contains("How it was measured"))
    let long = try Self.text(Self.manyArms(2, named: String(repeating: "é", count: 100_000)), "github-comment")
    #expect(long.utf8.count < 64 << 10 && long.hasSuffix("… and more that does not fit.\n"))
  }

  @Test func `annotations name what became slower, at the manifest line of what is new`() throws {
    let report = ComparisonReport(try ComparisonReportTests.comparison(), inRepository: "Apps/Shop")
    let lines = try Self.text(report, "github").split(separator: "\n").map(String.init)
    #expect(
      lines == [
        "::warning title=App became slower::21.4 s before, 23.5 s after: +10.0 %25 (+10.0 %25 – +10.0 %25); most of it in "
          + "Search (+3.21 s of CPU time)",
        "::notice file=Apps/Shop/Package.swift,line=21,title=build time::App became slower; Search depends on Pricing now",
      ])
  }

  @Test func `other services get the head's seconds with the bounds of the median`() throws {
    let report = ComparisonReport(try ComparisonReportTests.comparison())
    let bencher = try JSONSerialization.jsonObject(with: Data(Self.text(report, "bencher").utf8))
    let app = try #require((bencher as? [String: [String: [String: Double]]])?["App"])
    #expect(app.keys.sorted() == ["build-time", "cpu-time"])
    let time = try #require(app["build-time"])
    let (value, low, high) = try (
      #require(time["value"]), #require(time["lower_value"]), #require(time["upper_value"])
    )
    #expect(abs(value - 23.5) < 0.1 && low < value && value < high)
    let list = try JSONSerialization.jsonObject(with: Data(Self.text(report, "smaller-is-better").utf8))
    let entries = try #require(list as? [[String: Any]])
    #expect(
      entries.map { $0["name"] as? String }
        == ["App", "CartApp", "Search"].flatMap { ["\($0) build time", "\($0) CPU time"] })
    #expect(entries.allSatisfy { $0["unit"] as? String == "s" && $0["value"] is Double && $0["range"] is String })
  }

  @Test func `services get no more digits than were measured`() throws {
    var base = Run.example(rounds: 6)
    for (index, seconds) in [3.0705, 3.1599, 3.1, 3.1297, 3.13, 3.2].enumerated() {
      for place in base.samples.indices where base.samples[place].round == index + 1 {
        base.samples[place].seconds = seconds
      }
    }
    let side = ComparisonSide(base.findings, named: "a")
    let report = ComparisonReport(RunComparison(from: side, to: side))
    for format in ["bencher", "smaller-is-better"] {
      let text = try Self.text(report, format)
      #expect(text.contains("3.12985") && !text.contains("3.129850"), "\(format): \(text)")
    }
  }

  @Test func `a figure of CPU time is explained by CPU time`() throws {
    let report = ComparisonReport(try ComparisonReportTests.comparison())
    let list = try JSONSerialization.jsonObject(with: Data(Self.text(report, "smaller-is-better").utf8))
    let entries = try #require(list as? [[String: Any]])
    for entry in entries {
      let (name, extra) = try (#require(entry["name"] as? String), #require(entry["extra"] as? String))
      #expect(name.hasSuffix("CPU time") == extra.contains("after of CPU time"), "\(name): \(extra)")
    }
  }

  @Test func `a head that does not build is an error in every service, also without a gate`() throws {
    let base = Run.example(rounds: 6)
    var head = base
    for place in head.samples.indices where head.samples[place].arm == "App" {
      (head.samples[place].outcome, head.samples[place].reason) = (.failed, "error: no such module")
    }
    let report = ComparisonReport(try #require(RunComparison(Run.comparing(base, head).findings)))
    let junit = try Self.text(report, "junit")
    #expect(
      junit.contains(
        "<failure type=\"does not build\" message=\"the head does not build: error: no such module\">"), "\(junit)")
    #expect(junit.contains("failures=\"1\""))
    let median = try #require(report.comparison.cases.last?.medians.head)
    #expect(
      junit.contains("name=\"Search\" time=\"\(median)\"")
        && !junit.contains("<testsuite name=\"modgauge compare\" time"))
    #expect(junit.ranges(of: " time=").count == report.comparison.cases.count + 2, "\(junit)")
    let sarif = try Self.text(report, "sarif")
    #expect(sarif.contains("App: the head does not build: error: no such module"), "\(sarif)")
    let github = try Self.text(report, "github")
    #expect(
      github.hasPrefix("::error title=build time%3A App::the head does not build: error: no such module\n"), "\(github)"
    )
  }

  @Test func `a base that cannot be loaded is told`() throws {
    var run = Run.comparing(Run.example(rounds: 6), Run.example(rounds: 6))
    run.base = nil
    run.arms.removeAll { $0.side == .base }
    run.samples.removeAll { sample in !run.arms.contains { $0.name == sample.arm } }
    let report = ComparisonReport(try #require(RunComparison(run.findings)))
    let comment = try Self.text(report, "github-comment")
    #expect(comment.contains("**The base cannot be loaded**") && comment.contains("| no base |"), "\(comment)")
    #expect(!comment.contains("Both states were built"), "\(comment)")
    #expect(
      try Self.text(report, "github") == "::warning title=build time::The base cannot be loaded: nothing was compared\n"
    )
    #expect(try Self.text(report, "junit").contains("<skipped message=\"could not be compared\"/>"))
  }

  @Test func `arms that only one state has are in every format`() throws {
    let base = Run.example(rounds: 6)
    var run = Run.comparing(base, base)
    run.unpaired = Run.Unpaired(base: ["Gone"], head: ["New"])
    let report = ComparisonReport(try #require(RunComparison(run.findings)))
    for format in ["markdown", "text", "json", "csv", "github", "github-comment", "github-summary", "junit", "sarif"] {
      let text = try Self.text(report, format)
      #expect(text.contains("Gone") && text.contains("New"), "\(format): \(text)")
    }
  }

  @Test func `no more annotations of a kind than GitHub shows, of which the last tells of the others`() throws {
    var run = Run.example(rounds: 6)
    let (arm, samples) = (run.arms[0], run.samples.filter { $0.arm == "App" })
    run.arms = (1...30).map { number in
      var arm = arm
      arm.name = "Arm\(number)"
      return arm
    }
    run.samples = run.arms.flatMap { arm in
      samples.map { sample in
        var sample = sample
        sample.arm = arm.name
        return sample
      }
    }
    let slower = run.arms.reduce(run) { $0.slowed($1.name, by: 2) }
    let comparison = RunComparison(
      from: ComparisonSide(run.findings, named: "a"), to: ComparisonSide(slower.findings, named: "b"))
    let lines = try Self.text(ComparisonReport(comparison), "github").split(separator: "\n")
    #expect(lines.count == 10 && lines.last == "::warning title=more::21 more; the job summary has all of them")
  }

  @Test func `new files of a module that became slower are annotated`() throws {
    let id = ModuleID(package: "Shop", name: "Search")
    let report = ComparisonReport(
      try ComparisonReportTests.comparison(),
      growingFiles: [id: ["Sources/Search/Heavy.swift"], ModuleID(package: "Shop", name: "Cart"): ["Cart.swift"]])
    let lines = try Self.text(report, "github").split(separator: "\n")
    #expect(
      lines.contains(
        "::notice file=Sources/Search/Heavy.swift,line=1,title=build time::App became slower, most of it in Search; "
          + "this file of it is new or longer"), "\(lines)")
    #expect(!lines.contains { $0.contains("Cart.swift") })
  }

  @Test func `a gate that few pairs of a noisy session decide is not contradicted by the rest of its report`() throws {
    let noise = BuildNoise(otherShare: 0.7, stolenShare: 0)
    let base = Run.recordedExample(rounds: 3)
    var run = Run.comparing(base, base.slowed("App", by: 3, module: "Search"))
    for index in run.samples.indices { run.samples[index].noise = noise }
    let comparison = try #require(RunComparison(run.findings))
    let settings = GateSettings(times: [
      .init(arm: "App", scenario: "clean", share: 0.05), .init(arm: "CartApp", scenario: "clean", share: 0.3),
    ])
    let report = ComparisonReport(
      comparison, gate: GateDecision(on: comparison, settings),
      growingFiles: [ModuleID(package: "Shop", name: "Search"): ["Sources/Search/Heavy.swift"]])
    let text = try Self.text(report, "markdown")
    #expect(
      text.contains("; most of it in Search (+") && text.contains("where Heavy.swift is new or longer."), "\(text)")
    #expect(try Self.text(report, "github").contains("::notice file=Sources/Search/Heavy.swift,line=1,"))
    #expect(text.contains("The bounds of the gate account for that; single figures do not."), "\(text)")
    #expect(!text.contains("do not trust") && !text.contains("The effect is unknown"))
    let verdicts = text.split(separator: "\n").filter { $0.hasPrefix("| ") && $0.contains("App ") }
    #expect(verdicts.first?.contains("slower than allowed") == true, "\(verdicts)")
    #expect(verdicts.contains { $0.contains("CartApp") && $0.contains("within the limit") }, "\(verdicts)")
    #expect(try Self.text(ComparisonReport(comparison), "markdown").contains("too few rounds"))
  }

  @Test func `no format gives a file the figure of its module`() throws {
    let id = ModuleID(package: "Shop", name: "Search")
    let comparison = try ComparisonReportTests.comparison()
    let settings = GateSettings(times: [.init(arm: "App", scenario: "clean", share: 0.05)])
    let report = ComparisonReport(
      comparison, gate: GateDecision(on: comparison, settings),
      growingFiles: [id: ["Sources/Search/Heavy.swift", "Sources/Search/Light.swift"]])
    let forms = ["text", "markdown", "json", "csv", "github", "github-comment", "github-summary", "junit", "sarif"]
    let told = try forms.flatMap { form in
      try Self.text(report, form).replacing("\n", with: form == "text" ? " " : "\n").split(separator: "\n")
        .filter { $0.contains("Heavy.swift") || $0.contains("Light.swift") }
    }
    #expect(!told.isEmpty)
    for line in told {
      // Of the gate's sentence, what follows the module's figure; of an annotation, all of it.
      let parts = line.components(separatedBy: "where ")
      let ofFiles = (parts.count > 1 ? parts[1] : parts[0]).components(separatedBy: " new or longer")[0]
      #expect(!ofFiles.contains(/[0-9] s|[0-9] %/), "\(line)")
    }
  }

  @Test func `what does not build is red in every format`() throws {
    let base = Run.example(rounds: 10)
    let comparison = try #require(RunComparison(Run.comparing(base, Run.example(rounds: 10, failing: true)).findings))
    let gate = GateDecision(on: comparison, GateSettings(times: [.init(scenario: "clean", share: 0.05)]))
    let report = ComparisonReport(comparison, gate: gate)
    #expect(try Self.text(report, "markdown").contains("**Gate failed**"))
    let junit = try Self.text(report, "junit")
    #expect(junit.contains("failures=\"1\"") && junit.contains("<failure type=\"does not build\" "), "\(junit)")
    #expect(
      try Self.text(report, "github").contains("::error title=build time%3A Search::failed: the head does not build"))
    // Once, although it would also fail without a gate.
    #expect(try Self.text(report, "github").components(separatedBy: "the head does not build").count == 2)
    #expect(try Self.text(report, "sarif").contains("\"level\" : \"error\""))
  }

  @Test func `SARIF names what became slower, or what a gate has not passed, at the line of what is new`() throws {
    func results(_ report: ComparisonReport) throws -> [[String: Any]] {
      let log = try JSONSerialization.jsonObject(with: Data(Self.text(report, "sarif").utf8)) as? [String: Any]
      let run = try #require((log?["runs"] as? [[String: Any]])?.first)
      return try #require(run["results"] as? [[String: Any]])
    }
    func place(_ result: [String: Any]) throws -> String {
      let physical = (result["locations"] as? [[String: [String: Any]]])?.first?["physicalLocation"]
      let file = try #require((physical?["artifactLocation"] as? [String: String])?["uri"])
      return try "\(file):\(#require((physical?["region"] as? [String: Int])?["startLine"]))"
    }
    let comparison = try ComparisonReportTests.comparison()
    let slower = try results(ComparisonReport(comparison, inRepository: "Apps/Shop"))
    #expect(slower.map { $0["level"] as? String } == ["warning"])
    #expect(try slower.map(place) == ["Apps/Shop/Package.swift:21"])
    let settings = GateSettings(
      times: [.init(scenario: "clean", share: 0.05)],
      counts: [.init(.lines, growth: 0), .init(.rebuiltModules, growth: 0)])
    let gated = try results(ComparisonReport(comparison, gate: GateDecision(on: comparison, settings)))
    #expect(gated.map { $0["ruleId"] as? String }.contains("build-time"))
    #expect(gated.contains { $0["ruleId"] as? String == "lines" && $0["level"] as? String == "error" })
    #expect(gated.contains { $0["ruleId"] as? String == "rebuilt-modules" && $0["level"] as? String == "warning" })
    #expect(gated.allSatisfy { $0["partialFingerprints"] != nil && $0["locations"] != nil })
  }

  @Test func `SARIF tells a limit of CPU time from one of wall time in each later run`() throws {
    let comparison = try ComparisonReportTests.comparison()
    let limits = [TimeMeasure.wall, .cpu].map {
      GateSettings.TimeLimit(arm: "App", scenario: "clean", measure: $0, share: 0.05)
    }
    let gate = GateDecision(on: comparison, GateSettings(times: limits))
    let sarif = try Self.text(ComparisonReport(comparison, gate: gate), "sarif")
    for subject in ["build-time|App|clean", "build-time|App|clean|cpu"] {
      #expect(sarif.ranges(of: "\"modgaugeSubject/v1\" : \"\(subject)\"").count == 1, "\(sarif)")
    }
  }

  @Test func `a gate is a test case for each check, and what cannot be told is skipped`() throws {
    let comparison = try ComparisonReportTests.comparison()
    let settings = GateSettings(
      times: [
        .init(arm: "App", scenario: "clean", share: 0.05), .init(scenario: "clean", share: 0.001, seconds: 0.001),
      ],
      counts: [.init(.rebuiltModules, growth: 0), .init(.lines, growth: 400)])
    let report = ComparisonReport(comparison, gate: GateDecision(on: comparison, settings))
    let xml = try Self.text(report, "junit")
    #expect(xml.contains("tests=\"7\" failures=\"1\" errors=\"0\" skipped=\"2\""), "\(xml)")
    #expect(
      xml.contains(
        "<failure type=\"slower\" message=\"slower: +10.0 % (at least +7.8 %) of CPU time in 10 pairs; allowed 5.0 %; most of it "
          + "in Search (+3.21 s of CPU time)\">"))
    let markdown = try Self.text(report, "markdown")
    #expect(
      markdown.contains("**Gate failed**")
        && markdown.contains("allowed 5.0 %; most of it in Search (+3.21 s of CPU time)."))
    let file = ComparisonReport(
      comparison, gate: GateDecision(on: comparison, settings),
      growingFiles: [ModuleID(package: "Shop", name: "Search"): ["Sources/Search/Heavy.swift"]])
    #expect(
      try Self.text(file, "markdown").contains("in Search (+3.21 s of CPU time), where Heavy.swift is new or longer."))
    #expect(markdown.contains("- **App, lines**: passed: 3,000 before, 3,400 after."))
  }
}
