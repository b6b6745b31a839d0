import BuildAnalysis
import Documents
import Foresight
import Foundation
import ModuleGraph
import TestSupport
import Testing

@testable import Reports

/// Whole documents of every format, for what no other suite looks at as a whole.
struct RenderingTests {
  private static func id(_ name: String) -> ModuleID { ModuleID(package: "Shop", name: name) }

  // MARK: History

  private static func trend(
    _ seconds: [Double], arm: String = "App", machine: String = "Example CPU", isCommit: Bool = true, setup: String = ""
  ) throws -> HistoryTrend {
    let line = HistoryLine(workspace: "Shop", machine: machine, compiler: "Swift 6.3.1", configuration: "debug")
    let series = HistorySeries(arm: arm, scenario: .clean)
    let points = seconds.enumerated().map { index, seconds in
      let moment = Date(timeIntervalSince1970: 1_770_000_000 + 20_000 * Double(index)).formatted(.iso8601)
      let number = String(index)
      return HistoryRecord.Point(
        entry: HistoryEntry(
          identity: "\(index)", line: line,
          revision: isCommit ? String(repeating: "0", count: 5 - number.count) + number + "abcdef" : nil,
          committed: moment, started: moment, branch: "main", dirty: false, arms: 1, samples: 1,
          failures: 0),
        figure: HistoryFigure(series: series, seconds: seconds, cpuSeconds: nil, rounds: 1))
    }
    return try #require(
      HistoryTrend(HistoryRecord(line: line, series: series, points: points), measure: .seconds, threshold: 0.95))
  }

  private static let noise = [0.0, 0.3, -0.2, 0.25, -0.3, 0.1, -0.1, 0.2]

  @Test func `a trend shows its steps, what is far from all others, and builds of no commit`() throws {
    let slower = try Self.trend(Self.noise.map { 100 + $0 } + [101] + Self.noise.map { 102 + $0 })
    let faster = try Self.trend(
      Self.noise.map { 8 + $0 / 10 } + [30] + Self.noise.map { 4 + $0 / 10 }, arm: "Cart", machine: "Other CPU")
    let few = try Self.trend([0.5, 0.6], arm: "Few")
    let people = try Self.trend(Self.noise.map { 5 + $0 }, arm: "People", isCommit: false)
    try expectSnapshots(of: TrendReport([slower, faster, few, people]), named: "trend")
    #expect(slower.steps.map(\.candidates) == [8...9])
  }

  @Test func `no more trends are drawn than a picture holds, and no more dots than a panel`() throws {
    let one = try Self.trend([1, 2, 1.5], arm: "A")
    #expect(!DOT.trends(TrendReport(Array(repeating: one, count: 60))).contains("more: select"))
    #expect(DOT.trends(TrendReport(Array(repeating: one, count: 62))).contains("2 more: select some"))
    let values = { (count: Int) -> [Double] in (0..<count).map { number in 10 + Double(number * 7 % 5) / 10 } }
    let long = try Self.trend(values(1441))
    #expect(DOT.trends(TrendReport([long])).ranges(of: "#0969daa0").count == 481)
    let whole = try Self.trend(values(720))
    #expect(DOT.trends(TrendReport([whole])).ranges(of: "#0969daa0").count == 720)
  }

  @Test func `stored runs are told with what differs between them`() throws {
    let entries = (1...3).map { number -> HistoryEntry in
      let run = Run.example(commit: number, machine: number == 3 ? "Other CPU" : "Example CPU")
      return HistoryEntry(
        identity: "\(number)23456789abcdef", line: run.line, revision: number == 2 ? nil : run.workspace.revision,
        committed: run.workspace.committed, started: run.started, branch: number == 1 ? "main" : nil,
        dirty: number == 3 ? true : number == 1 ? false : nil, arms: number, samples: 1000 * number,
        failures: number - 1)
    }
    try expectSnapshots(of: HistoryList(entries), named: "history")
    try expectSnapshots(of: HistoryList([]), named: "history-empty")
    try expectSnapshot(CSV.samples(of: Run.example(commit: 2)), named: "samples.csv.txt")
    let lines = Set(
      (0..<30).map { HistoryLine(workspace: "S", machine: "\(100 + $0)", compiler: "c", configuration: "d") })
    #expect(
      HistoryLine.letters(lines).sorted { $0.key < $1.key }.map(\.value).suffix(5) == ["Z", "A1", "B1", "C1", "D1"])
  }

  // MARK: Hotspots

  private static let names = ["App", "Cart", "Core", "Search"]

  private static let graph = ModuleGraph(
    modules: [("App", 1000), ("Cart", 200), ("Core", 30), ("Search", nil)].map { (name: String, lines: Int?) in
      Module(id: id(name), kind: .regular, sources: 1, lines: lines)
    },
    dependencies: [("App", "Cart"), ("App", "Search"), ("Cart", "Core"), ("Search", "Core")].map {
      Dependency(from: id($0.0), to: id($0.1))
    })

  private static func hotspots(_ commits: [[String]], hasSeconds: Bool, days: Int = 365) -> Hotspots {
    let places = SourceLocations(sources: Dictionary(uniqueKeysWithValues: names.map { ("\($0).swift", [id($0)]) }))
    let history = CommitHistory(
      commits: commits.enumerated().map { index, names in
        Commit(
          hash: String(repeating: "\(index)", count: 40), time: 86_400 * index, author: index % 2 == 0 ? "A" : "B",
          subject: "Change \(index)", changes: names.map { .init(path: "\($0).swift", kind: .modified) })
      }, since: 0, end: days * 86_400, ending: .period, oldest: nil)
    let estimates =
      hasSeconds
      ? RebuildEstimates(
        cpuSeconds: { ids in Double(ids.count) * 12.5 }, seconds: { ids in ids.isEmpty ? nil : Double(ids.count) * 7 })
      : .none
    return Hotspots(Churn(history, in: places), in: SelectedGraph(graph), estimates: estimates)
  }

  private static let commits = [
    ["Core"], ["App"], ["Cart", "App"], ["Core"], ["Search"], ["App"], ["Core", "Search"],
  ]

  private static func leaks(in churn: Churn) throws -> LeakCosts {
    let url = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../ForesightTests/Traces/remarks-native-private.log")
    let log = String(decoding: try Data(contentsOf: url), as: UTF8.self).split(separator: "\n")
    let change = PrivateChange(
      of: id("Core"), path: "Sources/Core/A.swift", remarks: DriverRemarks(log: log),
      cpuSeconds: ["Core": 4, "Feat": 2, "Side": 1], total: 10)
    let quiet = PrivateChange(
      of: id("Cart"), path: "Cart.swift", remarks: DriverRemarks(log: []), cpuSeconds: ["Cart": 2], total: 2)
    return LeakCosts([change, quiet], in: churn) { module, name in
      ["a", "b", "c"].map { "\(module.name)/\(name)\($0).swift" }
    }
  }

  @Test func `hotspots are told by lines, or by seconds where a build was recorded, with what leaks`() throws {
    let lines = Self.hotspots(Self.commits, hasSeconds: false)
    try expectSnapshots(
      of: HotspotReport(lines, of: "Shop", leaks: Self.leaks(in: lines.churn)), named: "hotspots-lines")
    let seconds = Self.hotspots(Self.commits, hasSeconds: true)
    let estimate = BuildEstimate(
      build: "clean build of App", method: .replay(relativeError: 0.013), otherProgramsShare: 0.2)
    try expectSnapshots(
      of: HotspotReport(seconds, of: "Shop", top: 2, estimate: estimate, leaks: Self.leaks(in: seconds.churn)),
      named: "hotspots-seconds")
    var selection = Selection()
    selection.focus = ["Core"]
    let part = try selection(Self.graph)
    let files = HotspotReport(
      Self.hotspots([["Core"]], hasSeconds: false, days: 20), of: "Shop", selected: part, isOfFiles: true,
      sortedBy: .name)
    try expectSnapshots(of: files, named: "hotspots-files")
    try expectSnapshots(
      of: HotspotReport(
        Self.hotspots([], hasSeconds: false), of: "Shop", leaks: LeakCosts([], in: lines.churn) { _, _ in [] }),
      named: "hotspots-none")
  }

  @Test func `what leaked in two months is told programs for a year`() throws {
    struct Document: Decodable {
      struct Total: Decodable {
        let leakedCPUSeconds: Double
        let leakedCPUSecondsPerYear: Double
      }
      let leakTotal: Total
    }
    let hotspots = Self.hotspots(Self.commits, hasSeconds: true, days: 60)
    let report = HotspotReport(hotspots, of: "Shop", leaks: try Self.leaks(in: hotspots.churn))
    let total = try JSONDecoder().decode(Document.self, from: Data(report.text("json").utf8)).leakTotal
    #expect(total.leakedCPUSeconds > 1)
    #expect(abs(total.leakedCPUSecondsPerYear / total.leakedCPUSeconds - 365.25 / 60) < 0.01)
  }

  @Test(arguments: HotspotOrder.allCases) func `rows are in the order that is asked for`(order: HotspotOrder) {
    let report = HotspotReport(Self.hotspots(Self.commits, hasSeconds: false), of: "Shop", sortedBy: order)
    let expected: [HotspotOrder: [String]] = [
      .cost: ["Core", "App", "Cart", "Search"], .changes: ["App", "Core", "Search", "Cart"],
      .authors: ["Core", "App", "Search", "Cart"], .again: ["Core", "Cart", "App", "Search"],
      .name: ["App", "Cart", "Core", "Search"],
    ]
    #expect(report.rows.map { report.title(of: $0) }.sorted() == expected[order]?.sorted())
    if order == .name { #expect(report.rows.map { report.title(of: $0) } == expected[order]) }
  }

  @Test func `fifteen modules that wait are shown, and how many there are besides`() throws {
    func markdown(_ dependents: Int) throws -> String {
      let names = (0..<dependents).map { "M\($0)" }
      let graph = ModuleGraph(
        modules: (["Core"] + names).map { Module(id: Self.id($0), kind: .regular, sources: 1, lines: 10) },
        dependencies: names.map { Dependency(from: Self.id($0), to: Self.id("Core")) })
      let commit = Commit(
        hash: "abc", time: 0, author: "A", subject: "Change", changes: [.init(path: "Core.swift", kind: .modified)])
      let churn = Churn(
        CommitHistory(commits: [commit], since: 0, end: 365 * 86_400, ending: .period, oldest: nil),
        in: SourceLocations(sources: ["Core.swift": [Self.id("Core")]]))
      let rendering = try #require(HotspotReport.renderings.first { $0.name == "markdown" })
      guard case .text(let text) = rendering.content else { return "" }
      return try text(HotspotReport(Hotspots(churn, in: SelectedGraph(graph)), of: "Shop"), .plain)
    }
    #expect(try markdown(14).contains("| M13 ") && !markdown(14).contains("… and"))
    #expect(try markdown(17).contains("| … and 3 more "))
  }

  // MARK: What a change reaches

  private static func affected(_ changed: [String], isEverything: Bool = false) -> AffectedModules {
    let names = ["App", "Cart", "Core", "Search", "CartTests", "SearchTests"]
    let graph = ModuleGraph(
      packages: [
        Package(key: "Shop", identity: "shop", name: "Shop", path: ".", toolsVersion: "6.0.0", dependencies: [])
      ],
      products: [Product(name: "Cart", package: "Shop", kind: .library, modules: [id("Cart")])],
      modules: names.map {
        Module(id: id($0), kind: $0.hasSuffix("Tests") ? .test : .regular, path: "Sources/\($0)", sources: 1)
      } + [Module(id: ModuleID(package: "swift-log", name: "Logging"), kind: .external)],
      dependencies: [
        ("App", "Cart", 9), ("App", "Search", 10), ("Cart", "Core", 12), ("CartTests", "Cart", 14),
        ("SearchTests", "Search", 15),
      ].map { Dependency(from: id($0.0), to: id($0.1), location: .init(file: "Package.swift", line: $0.2)) } + [
        Dependency(
          from: id("Search"), to: ModuleID(package: "swift-log", name: "Logging"), kind: .product, product: "Logging")
      ])
    var impact = ChangeImpact()
    for name in changed { impact.add(ChangeCause(.file, "Sources/\(name)/a.swift"), to: [id(name)]) }
    if isEverything { impact.addEverything(ChangeCause(.unowned, "Makefile")) }
    return AffectedModules(impact, in: graph)
  }

  private static func report(
    _ affected: AffectedModules, kinds: Set<AffectedItem.Kind> = [], unowned: [String] = []
  ) -> AffectedReport {
    AffectedReport(
      affected, items: affected.items(sampleApps: [], apps: [id("App")]), kinds: kinds,
      between: .init(base: "main", head: "working tree", baseCommit: "abc", headCommit: nil), fileCount: 2,
      unowned: unowned)
  }

  @Test func `what a change can reach is told to people, tests and services`() throws {
    var report = Self.report(Self.affected(["Core"]))
    (report.seconds, report.partCount) = ([Self.id("CartTests"): 12.5], 2)
    try expectSnapshots(of: report, named: "affected")
    try expectSnapshots(of: Self.report(Self.affected([])), named: "affected-none")
    try expectSnapshots(
      of: Self.report(Self.affected(["Search"], isEverything: true), kinds: [.tests], unowned: ["Makefile"]),
      named: "affected-everything")
  }

  @Test func `an explanation has the way from the cause, or what would be one`() throws {
    var report = Self.report(Self.affected(["Core"]))
    let texts = [AffectedReport.Explanation.all, .module(Self.id("App")), .module(Self.id("Search"))].map {
      explanation in
      report.explanation = explanation
      return Text.affected(report)
    }
    try expectSnapshot(texts.joined(separator: "\n"), named: "affected-explained.txt")
    report.isSeparatedByNUL = true
    #expect(Text.affectedNames(report).hasSuffix("\0") && !Text.affectedNames(report).contains("\n"))
    #expect(Text.swiftTestArguments(report).contains("\0"))
  }

  // MARK: Questions

  @Test func `a cut tells what has to change, what is compiled then, and which rules it mends`() throws {
    func dependency(_ from: String, _ to: String, _ line: Int) -> Dependency {
      Dependency(from: Self.id(from), to: Self.id(to), location: .init(file: "Package.swift", line: line))
    }
    let graph = ModuleGraph(
      modules: [("App", 1000), ("Cart", 300), ("Search", 60), ("Core", 3)].map {
        Module(id: Self.id($0.0), kind: .regular, sources: 1, lines: $0.1)
      },
      dependencies: [
        dependency("App", "Cart", 9), dependency("App", "Search", 10), dependency("Cart", "Core", 12),
        dependency("Search", "Core", 13),
      ])
    let selected = SelectedGraph(graph)
    let why = Why(try selected.node(named: "App"), to: try selected.node(named: "Cart"), in: selected)
    let cut = try #require(Cut(why, of: selected))
    func violations(_ names: [String]) throws -> [Violation] {
      let rule = Rule(
        id: "apart", type: "independent",
        values: RuleValues(["modules": .modules(ModuleSelector([ModuleSelector.Term(modules: names)]))]))
      return try RuleCheck(graph, rules: [rule], settings: RuleSettings()).violations
    }
    let mended = try violations(["App", "Cart"])
    #expect(mended.count == 1)
    for (name, rules) in [
      ("none", nil), ("same", (mended: [], brought: [])),
      ("both", (mended: mended, brought: try violations(["Cart", "Core"]))),
    ] as [(String, (mended: [Violation], brought: [Violation])?)] {
      try expectSnapshots(of: WhyReport(why, cut: .init(cut, rules: rules)), named: "cut-\(name)")
    }
  }

  @Test func `a graph, a plan, a machine and a difference in all their formats`() throws {
    let graph = Run.example(rounds: 1).workspace.graph
    let selected = SelectedGraph(graph)
    try expectSnapshots(
      of: GraphReport(graph, Selection(), selected, style: PictureStyle(), roles: ModuleRole.all(of: try Roles(graph))),
      named: "graph")
    var plan = Run.example(rounds: 6)
    plan.samples = []
    try expectSnapshots(of: PlanReport(plan, expected: nil), named: "plan")
    let machine = Diagnosis(checks: [
      .init("toolchain", "Swift 6.3.1"),
      .init("disk", .warning, "is nearly full", advice: "Free some space.", bytes: 5 << 20),
      .init("git", .error, "is missing", advice: "Install it."),
      .init("cores", .warning, "one", advice: "Get another."),
    ])
    try expectSnapshots(of: machine, named: "diagnosis")
    try expectSnapshots(of: Diagnosis(checks: [.init("git", "2.47", bytes: 1 << 30)]), named: "diagnosis-fine")
  }

  // MARK: Builds

  @Test func `a run in all its formats`() throws {
    try expectSnapshots(of: RunReport(Run.recordedExample(rounds: 6).findings), named: "run")
    let changed = Run.example(changing: "Core", .body, rebuilt: [("Core", 2), ("Search", 1)])
    let page = try RunPage(changed.findings).html
    try expectSnapshot(withoutAssets(page), named: "run-scenarios.html.txt")
  }

  @Test func `a comparison in all its formats`() throws {
    let comparison = try ComparisonReportTests.comparison()
    let gate = GateDecision(on: comparison, GateSettings(times: [.init(scenario: "clean", share: 0.05)]))
    try expectSnapshots(of: ComparisonReport(comparison, gate: gate), named: "gated")
  }

  @Test func `a forecast and a recorded build on their pages`() throws {
    let report = try WhatIfExample().report()
    for rendering in WhatIfReport.renderings {
      guard case .page(let render) = rendering.content else { continue }
      try expectSnapshot(withoutAssets(render(report, LayoutEngine.inOneRow)), named: "what-if.html.txt")
    }
  }

  @Test func `a search for a slowdown in all its formats, whether it is finished or not`() throws {
    func bisection(_ builds: [Bisection.Build], maxBuilds: Int = 40) -> BisectionReport {
      BisectionReport(
        BisectionFindings(
          Bisection(
            workspace: "Shop", environment: Run.example(rounds: 1).environment,
            plan: .init(arm: "App", maxBuilds: maxBuilds),
            revisions: (0..<4).map {
              .init(
                commit: String(repeating: "\($0)", count: 40), subject: "Change \($0)", authored: "2026-02-03T04:05:06Z"
              )
            }, builds: builds)))
    }
    let found = (0..<5).flatMap { _ in [0, 1, 2, 3] }.map { Bisection.Build(revision: $0, seconds: $0 < 2 ? 4 : 5) }
    try expectSnapshots(of: bisection(found), named: "bisection")
    let uncertain = [0, 3, 1, 0, 3, 2].enumerated().map { place, revision in
      Bisection.Build(revision: revision, seconds: (revision < 2 ? 4 : 5) + Double(place * 7 % 5) / 4)
    }
    try expectSnapshots(of: bisection(uncertain), named: "bisection-open")
    try expectSnapshots(of: bisection([]), named: "bisection-begun")
  }
}
