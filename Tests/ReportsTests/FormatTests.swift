import BuildAnalysis
import Foundation
import ModuleGraph
import TestSupport
import Testing

@testable import Reports

struct FormatTests {
  @Test func `changes of ten times and more are factors, and shares beyond are not counted`() {
    let changes = [-1, -0.031, 0, 0.0312, 8.99, 8.9995, 22.41, 1234.5, 3e9, .infinity].map(Figures.signedPercent)
    #expect(
      changes == [
        "−100.0 %", "−3.1 %", "0.0 %", "+3.1 %", "+899.0 %", "× 10.0", "× 23.4", "× 1,236", "more than × 1,000,000",
        "more than × 1,000,000",
      ])
    #expect(
      [0.056, 9.99, 12e9, -12, nil].map(Figures.percent) == ["5.6 %", "999.0 %", "> 1,000 %", "< −1,000 %", "–"])
  }

  @Test func `counts beyond all integers are written`() {
    #expect(Figure(value: Double(Int.max), unit: .count).text == Figures.count(Int.max))
    #expect(Figure(value: -1e300, unit: .count).text == Figures.count(Int.min))
    #expect(Figure(value: .nan, unit: .mebibytes).text.hasSuffix(" MiB"))
  }

  @Test func `a chart has room for its names, and names no intervals that it lacks`() throws {
    #expect(DOT.charts(of: Run.example(rounds: 3).findings).contains("clean, debug: median, each build"))
    var run = Run.example(rounds: 6)
    let name = "SettlementsApp"
    for index in run.samples.indices where run.samples[index].arm == run.arms[1].name { run.samples[index].arm = name }
    run.plan.arms = run.plan.arms.map { $0 == run.arms[1].name ? name : $0 }
    run.arms[1].name = name
    let text = DOT.charts(of: run.findings)
    #expect(text.contains("clean, debug: median, interval, each build"))
    let node = try #require(text.split(separator: "\n").first { $0.contains("label=\"\(name)\\l\"") })
    let inches = try #require(node.firstMatch(of: #/width="?([0-9.]+)/#).flatMap { Double($0.1) })
    // In DejaVu Sans, a letter of 12 points is 7.9 points wide on average; a node has 8 points of margin on each side.
    #expect(72 * inches - 16 >= 7.9 * Double(name.count), "\(node)")
  }

  @Test func `the times for hyperfine are in the order of the rounds`() throws {
    var run = Run.example(rounds: 4)
    let seconds = [9.0, 11.5, 8, 12, 10]
    for index in run.samples.indices where run.samples[index].arm == "CartApp" {
      run.samples[index].seconds = seconds[run.samples[index].round]
    }
    let json = try JSONSerialization.jsonObject(with: Data(JSON.hyperfine(run.findings).utf8)) as? [String: Any]
    let results = try #require(json?["results"] as? [[String: Any]])
    let cart = try #require(results.first { $0["command"] as? String == "CartApp" })
    #expect(cart["times"] as? [Double] == [11.5, 8, 12, 10] && cart["median"] as? Double == 10.75)
    #expect(cart["min"] as? Double == 8 && cart["max"] as? Double == 12 && cart["mean"] as? Double == 10.375)
  }

  @Test func `columns of figures name the one unit that all of their figures have`() {
    let rows: [[Figure?]] = [
      [.seconds(1.5), .percent(0.25), .mebibytes(3 << 20), .count(7), .seconds(2), nil, .number(0.5)],
      [nil, .percent(1.5), .kibibytes(2048), .count(1234), .percent(0.5), nil, .number(1.234_567_8)],
    ]
    let names = ["wall", "share", "memory", "modules", "mixed", "absent", "ratio"]
    let columns = names.enumerated().map { index, name in Column<[Figure?]>.figure(name) { $0[index] } }
    let words = [Column<[Figure?]>.text("name") { "\($0.count)" }]
    #expect(
      CSV.figures(Table(rows, columns: words + columns))
        == "name,wall (s),share (share of 1),memory (bytes),modules,mixed,absent,ratio\r\n"
        + "7,1.5,0.25,3145728,7,2.0,,0.5\r\n7,,1.5,2048,1234,0.5,,1.234568\r\n")
  }

  @Test func `a chart without a successful build says so`() {
    var run = Run.example(rounds: 3)
    for index in run.samples.indices { run.samples[index].seconds = nil }
    #expect(DOT.charts(of: run.findings).contains("No build succeeded"))
  }

  @Test func `a report of one arm compares nothing, and that of a package without an app calls none so`() {
    var alone = Run.example(rounds: 6)
    (alone.arms, alone.plan.arms) = ([alone.arms[0]], ["App"])
    alone.samples.removeAll { $0.arm != "App" }
    let words = Markdown.builds(alone.findings)
    #expect(words.hasPrefix("# Shop: builds of App\n"))
    #expect(!words.contains("÷") && !words.contains("saved") && !words.contains("Fewer than"))
    #expect(words.contains("![The modules of the combined app](graph.svg)"))
    alone.samples.removeAll { $0.round > 3 }
    #expect(Markdown.builds(alone.findings).contains("conclusion is drawn.** Run `--rounds 6` or more for intervals."))
    var whole = Run.example(rounds: 6)
    whole.arms[0] = Arm(name: "App", role: .combined, targets: [], modules: whole.arms[0].modules)
    let page = Markdown.builds(whole.findings)
    #expect(page.hasPrefix("# Shop: whole package and features, built apart\n") && !page.contains("(combined app)"))
    #expect(page.contains("| **App** | whole package ") && page.contains("The modules of the whole package, each"))
    #expect(Text.plan(whole, expected: nil).hasPrefix("combined app: all of Shop; features: "))
  }

  @Test func `modules of other packages are said not to be counted`() {
    var run = Run.example(rounds: 6)
    #expect(!Markdown.builds(run.findings).contains("other packages"))
    for index in run.samples.indices where run.samples[index].arm != "Search" {
      run.samples[index].compiledModules? += ["Algorithms", "Collections"]
      if run.samples[index].arm == "App" {
        run.samples[index].compiledModules? += ["NIO", "Logging", "Metrics", "Yams"]
      }
    }
    let words =
      "Modules of other packages are compiled too and are not counted there: App compiles 6 of them (Algorithms, "
    for text in [Markdown.builds(run.findings), Text.document(RunReport.tables(run.findings), .plain)] {
      let joined = text.replacing(/\n +/, with: " ")
      #expect(joined.contains(words) && joined.contains(" and 1 more)."), "\(text)")
      #expect(text.contains("modules of other packages"))
    }
    // An older run, or a command, does not tell what it compiled.
    let external = ModuleID(package: "swift-nio", name: "NIO")
    run.workspace.graph = ModuleGraph(
      packages: run.workspace.graph.packages,
      modules: run.workspace.graph.modules + [Module(id: external, kind: .external)],
      dependencies: run.workspace.graph.dependencies)
    run.arms[0].modules.append(external)
    for index in run.samples.indices { run.samples[index].compiledModules = nil }
    #expect(
      Markdown.builds(run.findings).contains(
        "- Products of other packages are compiled too and are not counted: App needs 1 product.\n"))
  }

  @Test func theGraphOfARunInDOT() throws {
    try expectSnapshot(DOT.text(GraphPicture(Run.example(rounds: 3).findings)), named: "run.dot")
  }

  @Test func `a run of many modules is drawn in groups, which have the marks of the features that build them`() throws {
    var run = Run.example(rounds: 3)
    let parts = (1...80).map { ModuleID(package: "Shop", name: "SearchPart\($0)") }
    let graph = run.workspace.graph
    run.workspace.graph = ModuleGraph(
      packages: graph.packages,
      modules: graph.modules
        + parts.map { Module(id: $0, kind: .regular, path: "Sources/\($0.name)", sources: 1, lines: 10, languages: []) },
      dependencies: graph.dependencies
        + parts.map { Dependency(from: ModuleID(package: "Shop", name: "Search"), to: $0) }
    )
    for index in run.arms.indices where run.arms[index].name != "CartApp" { run.arms[index].modules += parts }
    let picture = GraphPicture(run.findings, budget: 20)
    #expect(GraphPicture(run.findings).nodeCount == 85 && picture.nodeCount <= 20)
    let group = try #require(picture.nodes.first { $0.modules.count > 50 })
    #expect(group.marks.count == 1 && !group.isDashed)
    #expect(picture.notes.contains { $0.contains("of 85 modules are folded into") })
  }

  @Test func `features are drawn by themselves before modules that others share`() throws {
    var run = Run.example(rounds: 3)
    let parts = (1...60).map { ModuleID(package: "Shop", name: "CoreKit\($0)") }
    let features = (1...12).map { ModuleID(package: "Shop", name: "ScreenKit\($0)") }
    let graph = run.workspace.graph
    run.workspace.graph = ModuleGraph(
      packages: graph.packages,
      modules: graph.modules
        + (parts + features).map { Module(id: $0, kind: .regular, path: "Sources/\($0.name)", sources: 1, lines: 10) },
      dependencies: graph.dependencies
        + features.map { Dependency(from: ModuleID(package: "Shop", name: "App"), to: $0) }
        + features.flatMap { feature in parts.map { Dependency(from: feature, to: $0) } })
    run.arms[0].modules += parts + features
    let arm = run.arms[1]
    for feature in features {
      var other = arm
      (other.name, other.feature, other.featureModules, other.modules) = (
        feature.name, feature.name, [feature], [feature] + parts
      )
      run.arms.append(other)
    }
    let single = GraphPicture(run.findings, budget: 25).nodes.filter { $0.modules.count == 1 }.flatMap(\.modules)
    #expect(Set(single).isSuperset(of: features))
  }

  @Test func theTableOfFewRoundsClaimsNothing() throws {
    let text = Markdown.builds(Run.example(rounds: 3).findings)
    try expectSnapshot(text, named: "builds-3-rounds.md")
    #expect(text.contains("this shows a range, and no conclusion is drawn"))
  }

  @Test func theTableOfSixRoundsHasIntervals() throws {
    let text = Markdown.builds(Run.example(rounds: 6).findings)
    try expectSnapshot(text, named: "builds-6-rounds.md")
    #expect(!text.contains("no conclusion is drawn"))
  }

  @Test func aFailedArmIsCalledFailed() throws {
    try expectSnapshot(Markdown.builds(Run.example(rounds: 3, failing: true).findings), named: "builds-failed.md")
    try expectSnapshot(CSV.builds(Run.example(rounds: 3, failing: true).findings), named: "builds-failed.csv")
  }

  @Test func theTableInCSV() throws {
    try expectSnapshot(CSV.builds(Run.example(rounds: 6).findings), named: "builds.csv")
  }

  @Test func theTableOfScenariosHasARowForEachAndWhatChangesRebuilt() throws {
    let run = Run.example(
      changing: "Core", .body, rebuilt: [("App", 1), ("Cart", 1), ("Core", 2), ("Search", 1)], interfaceChanged: false)
    try expectSnapshot(Markdown.builds(run.findings), named: "builds-scenarios.md")
    try expectSnapshot(CSV.builds(run.findings), named: "builds-scenarios.csv")
  }

  @Test func aChangeThatNobodySawIsUnproved() {
    let page = Markdown.builds(Run.example(changing: "Core", .body, rebuilt: nil).findings)
    #expect(page.contains("The body change in Core is not verified: what this builder compiled could not be observed."))
    #expect(page.contains("| not verified "))
  }

  @Test func whatEachModuleTookIsShownWhereBuildsWereRecorded() throws {
    let run = Run.recordedExample(rounds: 6)
    try expectSnapshot(Markdown.builds(run.findings), named: "builds-recorded.md")
    try expectSnapshot(try #require(CSV.modules(run.findings)), named: "builds-recorded-modules.csv")
    #expect(CSV.modules(Run.example(rounds: 6).findings) == nil)
  }

  @Test func largePicturesLeaveImpliedEdgesOut() {
    let names = (0..<20).map { "M\($0)" }
    let ids = names.map { ModuleID(package: "P", name: $0) }
    // Every module depends on all that follow: all but the chain is implied.
    let dependencies = ids.indices.flatMap { from in
      ids.indices.dropFirst(from + 1).map { Dependency(from: ids[from], to: ids[$0]) }
    }
    let graph = ModuleGraph(modules: ids.map { Module(id: $0, kind: .regular) }, dependencies: dependencies)
    let picture = GraphPicture(SelectedGraph(graph))
    #expect(picture.edges.count == 19)
    #expect(picture.notes == ["not drawn: 171 dependencies that a longer path implies (--edges all)"])
    // A chain is low from left to right and high from top to bottom; neither is a page, the second is nearer.
    #expect(DOT.text(picture).contains("rankdir=TB"))
  }

  @Test func wideGraphsRunFromLeftToRight() {
    let ids = (0..<20).map { ModuleID(package: "P", name: "M\($0)") }
    let graph = ModuleGraph(
      modules: ids.map { Module(id: $0, kind: .regular) },
      dependencies: ids.dropFirst().map { Dependency(from: ids[0], to: $0) })
    #expect(DOT.text(GraphPicture(SelectedGraph(graph))).contains("rankdir=LR"))
  }

  @Test func testsAndExternalProductsAreShownOnRequest() throws {
    let ids = ["App", "AppTests", "Logging"].map { ModuleID(package: $0 == "Logging" ? "swift-log" : "App", name: $0) }
    let graph = ModuleGraph(
      modules: zip(ids, [Module.Kind.regular, .test, .external]).map { Module(id: $0, kind: $1) },
      dependencies: [Dependency(from: ids[1], to: ids[0]), Dependency(from: ids[0], to: ids[2], kind: .product)])
    let some = GraphPicture(SelectedGraph(graph))
    #expect(some.nodeCount == 1)
    #expect(some.notes == ["not shown: 1 test module (--include-tests); 1 external product (--include-external)"])
    var selection = Selection()
    (selection.includesTests, selection.includesExternal) = (true, true)
    let all = GraphPicture(try selection(graph))
    #expect(all.nodeCount == 3)
    #expect(all.edges.count == 2)
    #expect(all.notes == [])
    #expect(all.clusters.map(\.name) == ["App", "other packages"])
  }
}
