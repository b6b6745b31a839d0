import ModuleGraph
import Reports
import TestSupport
import Testing

struct AnswerTests {
  private static func id(_ name: String, _ package: String = "Shop") -> ModuleID {
    ModuleID(package: package, name: name)
  }

  /// An app, features that depend on one another across packages, two modules of one name, conditions, a plugin.
  private let whole = ModuleGraph(
    modules: [("App", 1200), ("Cart", 340), ("Search", 56), ("Core", 7)].map {
      Module(id: id($0.0), kind: .regular, sources: 2, lines: $0.1)
    } + [
      Module(id: id("Core", "Shared"), kind: .regular, sources: 1, lines: 1000),
      Module(id: id("Lint", "Tools"), kind: .plugin, sources: 1, lines: 12),
      Module(id: id("CartTests"), kind: .test, lines: 9),
      Module(id: id("Logging", "swift-log"), kind: .external),
    ],
    dependencies: [
      ("App", "Cart", 9), ("App", "Search", 10), ("Cart", "Search", 14), ("Search", "Cart", 18), ("Search", "Core", 19),
      ("CartTests", "Cart", 30),
    ].map { Dependency(from: id($0.0), to: id($0.1), location: .init(file: "Package.swift", line: $0.2)) } + [
      Dependency(
        from: id("Core"), to: id("Core", "Shared"), kind: .product, product: "SharedCore",
        condition: Condition(platforms: ["ios", "macos"]), location: .init(file: "Package.swift", line: 22)),
      Dependency(from: id("Core"), to: id("Core", "Shared"), kind: .product, product: "Everything"),
      Dependency(from: id("Core"), to: id("Lint", "Tools"), kind: .plugin, product: "Lint"),
      Dependency(from: id("Core"), to: id("Logging", "swift-log"), kind: .product, product: "Logging"),
    ])

  private func why(_ from: String, _ to: String, in graph: SelectedGraph, limit: Int? = nil) throws -> Why {
    Why(try graph.node(named: from), to: try graph.node(named: to), in: graph, limit: limit)
  }

  @Test func theAnswersAreWhatTheyWere() throws {
    let graph = SelectedGraph(whole)
    let shared = "Shared/Core"
    try expectSnapshot(
      [
        Text.why(try why("App", shared, in: graph)), Text.why(try why("App", shared, in: graph, limit: 20)),
        Text.why(try why("App", shared, in: graph, limit: 2)), Text.why(try why("App", "Cart", in: graph)),
        Text.why(try why(shared, "App", in: graph)), Text.why(try why("Cart", "Cart", in: graph)),
        Text.why(try why("App", "App", in: graph)), Text.why(try why(shared, "Lint", in: graph)),
      ].joined(separator: "\n"), named: "why.txt")
    try expectSnapshot(
      [("App", false), ("App", true), ("Shop/Core", false), ("Shared/Core", true)].flatMap { name, isTransitive in
        try [Reach.Direction.dependencies, .dependents].map { direction in
          Text.reach(
            Reach(
              direction, of: try graph.node(named: name), in: graph, of: whole, isTransitive: isTransitive))
        }
      }.joined(separator: "\n"), named: "reach.txt")
    try expectSnapshot(Text.cycles(Cycles(graph)), named: "cycles.txt")
  }

  @Test func aDependencyThatTheManifestComputesIsSaidToBeAndItsNearestLineTold() throws {
    let modules = ["App", "Core"].map { Module(id: Self.id($0), kind: .regular) }
    let computed = Dependency(
      from: modules[0].id, to: modules[1].id, computedNear: .init(file: "Package.swift", line: 21))
    let graph = SelectedGraph(ModuleGraph(modules: modules, dependencies: [computed]))
    #expect(
      Text.why(try why("App", "Core", in: graph)).contains(
        "→ Core  near Package.swift:21  computed by the manifest\n"))
  }

  @Test(arguments: [(3, nil), (4, "… and 1 more"), (5, "… and 2 more")] as [(Int, String?)])
  func `three lines that import are shown for each step, and the others counted`(lines: Int, more: String?) throws {
    let uses = (1...lines).map { line in
      WorkspaceImports.Use(.module("Cart"), location: .init(file: "Sources/App/A.swift", line: line), column: 8)
    }
    let imports = WorkspaceImports(uses: [Self.id("App"): uses]).sites(from: whole.modules, to: whole.modules)
    let report = WhyReport(try why("App", "Cart", in: SelectedGraph(whole)), imports: imports)
    let told = try report.text("text")
    #expect(try report.text("json").contains("\"length\" : 1,"))
    #expect(told.ranges(of: "A.swift:").count == 3 && told.contains("App → Cart  Sources/App/A.swift:1:8\n"), "\(told)")
    #expect(more.map(told.contains) ?? !told.contains("… and"), "\(told)")
  }

  @Test func `an overview tells when former builds were made, to the minute`() {
    let builds: [Overview.Build] = [
      ("newest run", "3 builds of Shop", "2026-02-03T04:05:06Z", "modgauge history show 1"),
      ("newest recorded build", "1.00 s for App", "20260203T040506Z", "modgauge report 1"),
      ("other", "2 builds", "yesterday", "modgauge report 2"),
    ]
    let text = Overview(
      GraphMetrics(SelectedGraph(whole)), of: "Shop", roles: nil, rules: nil, builds: builds, options: ""
    ).text()
    for words in [
      "3 builds of Shop, 2026-02-03 04:05 UTC\n", "1.00 s for App, 2026-02-03 04:05 UTC\n", "2 builds, yesterday\n",
      "\n  modgauge report 2\n",
    ] { #expect(text.contains(words), "\(text)") }
  }

  @Test func aDependencyOfASnippetIsSaidToBeInNoManifest() throws {
    let modules = [Module(id: Self.id("Tour"), kind: .snippet), Module(id: Self.id("Core"), kind: .regular)]
    var selection = Selection()
    selection.includesSnippets = true
    let graph = try selection(
      ModuleGraph(modules: modules, dependencies: [Dependency(from: modules[0].id, to: modules[1].id)]))
    #expect(
      Text.why(try why("Tour", "Core", in: graph)).contains(
        "→ Core  added by SwiftPM: snippets use all libraries\n"))
  }

  @Test func theTreeBeginsWithRootsAndRepeatsNothing() throws {
    let conditional = Dependency(
      from: Self.id("App"), to: Self.id("Core", "Shared"), kind: .product, product: "Everything",
      condition: Condition(platforms: ["linux"]))
    let graph = ModuleGraph(
      modules: whole.modules + [
        Module(id: Self.id("Lonely"), kind: .regular), Module(id: Self.id("Cli"), kind: .executable),
      ],
      dependencies: whole.dependencies + [conditional, Dependency(from: Self.id("Cli"), to: Self.id("Search"))])
    var all = Selection()
    (all.includesTests, all.includesExternal) = (true, true)
    var groups = Selection()
    groups.collapse = ["package"]
    let layers = Layers([
      Layer(name: "core", modules: [Glob("Shop/Core")]), Layer(name: "shared", modules: [Glob("Shared/*")]),
      Layer(name: "top", modules: [Glob("App")]),
    ])
    let trees = [
      try Selection()(graph, layers: layers), try all(graph), try groups(graph), SelectedGraph(ModuleGraph(["A": []])),
      SelectedGraph(ModuleGraph()),
    ].map(Text.tree)
    try expectSnapshot(trees.joined(separator: "\n---\n"), named: "tree.txt")
    let hostile = Text.tree(SelectedGraph(HostileNames.graph))
    #expect(hostile.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control || $0 == "\n" })
    #expect(hostile.split(separator: "\n").count == HostileNames.all.count + 1)
  }

  @Test func anAnswerIsDrawnWithItsEndsMarkedAndNothingElse() throws {
    let graph = SelectedGraph(whole)
    let shared = "Shared/Core"
    let shortest = GraphPicture(try why("App", shared, in: graph), allPaths: false)
    #expect(shortest.nodes.map(\.title).sorted() == ["App", "Core", "Core", "Search"])
    #expect(shortest.edges.map(\.role).allSatisfy { $0 != .shortest })
    let all = GraphPicture(try why("App", shared, in: graph), allPaths: true)
    #expect(all.nodes.map(\.title).sorted() == ["App", "Cart", "Core", "Core", "Search"])
    #expect(all.edges.count { $0.role == .shortest } == 3)
    let fills = Dictionary(uniqueKeysWithValues: all.nodes.map { ($0.id, $0.paint.fill) })
    #expect(Set(fills.values).count == 3)
    #expect(fills.count { $0.value == fills["Shop/App"] } == 1 && fills.count { $0.value == fills[shared] } == 1)
    try expectSnapshot(
      [
        DOT.text(shortest), DOT.text(all),
        try Mermaid.text(GraphPicture(why("Cart", "Cart", in: graph), allPaths: true)),
        try Mermaid.text(GraphPicture(why(shared, "App", in: graph), allPaths: false)),
      ].joined(separator: "\n"), named: "why-pictures.txt")
  }

  @Test func theFiguresAreWhatTheyWere() throws {
    let metrics = GraphMetrics(SelectedGraph(whole))
    try expectSnapshot(Text.metrics(MetricsTable(metrics)), named: "metrics.txt")
    try expectSnapshot(Text.metrics(MetricsTable(metrics, sortedBy: .fanIn, top: 2)), named: "metrics-top.txt")
    try expectSnapshot(Markdown.metrics(MetricsTable(metrics, top: 4)), named: "metrics.md")
    try expectSnapshot(CSV.metrics(MetricsTable(metrics, sortedBy: .name)), named: "metrics.csv")
  }

  @Test func whatIsNotKnownIsADashOrALowerBound() async throws {
    let partly = ModuleGraph(
      modules: whole.modules.map {
        let isKnown = $0.name != "Search"
        return Module(id: $0.id, kind: $0.kind, sources: isKnown ? $0.sources : nil, lines: isKnown ? $0.lines : nil)
      }, dependencies: whole.dependencies)
    var selection = Selection()
    selection.collapse = ["package"]
    let (single, groups) = (SelectedGraph(partly), try selection(partly))
    let metrics = MetricsTable(GraphMetrics(groups))
    let reach = Reach(.dependencies, of: try single.node(named: "App"), in: single, of: partly, isTransitive: true)
    let packages = PackageList(
      packages: ["Shop", "Shared", "Tools"].map { key in
        PackageList.Row(
          key: key, path: key, toolsVersion: "6.0.0", read: "literal", seconds: 0.25,
          modules: partly.modules.filter { $0.package == key })
      }, warnings: [])
    let failed = PackageList.Row(
      key: "Bad", path: "Bad", toolsVersion: nil, read: nil, seconds: nil, modules: [], failure: "no")
    try expectSnapshot(
      [
        Text.metrics(MetricsTable(GraphMetrics(single))), Text.metrics(metrics), Text.reach(reach), packages.text(),
        PackageList(packages: [failed], warnings: []).text(),
      ].joined(separator: "\n"), named: "unknown.txt")
    #expect(GraphPicture(groups).nodes.map(\.detail).contains("4 modules · at least 1,547 lines"))
    #expect(try await JSONSchema.metrics.complaints(about: JSON.metrics(metrics)) == "")
    #expect(try JSON.metrics(metrics).contains(#""linesAtLeast" : 1547"#))
    #expect(try await JSONSchema.reach.complaints(about: JSON.reach(reach)) == "")
    #expect(try JSON.reach(reach).contains(#""linesAtLeast" :"#))
    #expect(try await JSONSchema.packages.complaints(about: JSON.packages(packages)) == "")
    #expect(try JSON.packages(packages).contains(#""sourcesAtLeast" : 6"#))
    #expect(!CSV.metrics(metrics).contains("1547"))
  }

  @Test func figuresAreThoseOfTheWholeGraphWhicheverRowsAreShown() async throws {
    var selection = Selection()
    selection.focus = ["Search"]
    selection.depth = 0
    let metrics = GraphMetrics(
      try selection.whole(whole), costs: [Self.id("Search"): BuildCost(cpuSeconds: 2.5, wallSeconds: 1.25)])
    let table = MetricsTable(metrics, of: try selection(whole), build: "clean build of App")
    try expectSnapshot(
      Text.metrics(table) + "\n" + Markdown.metrics(table) + "\n" + CSV.metrics(table), named: "selected.txt")
    #expect(try await JSONSchema.metrics.complaints(about: JSON.metrics(table)) == "")
    selection.collapse = ["package"]
    let groups = MetricsTable(GraphMetrics(try selection.whole(whole)), of: try selection(whole))
    #expect(CSV.metrics(groups).contains("\r\npackage:Shop,Shop,8,1603,0,2,"))
    #expect(CSV.metrics(groups).split(separator: "\r\n").count == 2)
  }

  @Test func groupsAreToldByTheModulesThatMakeTheirEdges() throws {
    var selection = Selection()
    selection.collapse = ["package"]
    let graph = try selection(
      ModuleGraph(
        modules: whole.modules,
        dependencies: whole.dependencies + [Dependency(from: Self.id("Core", "Shared"), to: Self.id("Cart"))]))
    try expectSnapshot(
      Text.cycles(Cycles(graph)) + "\n" + Text.why(try why("Shop", "Tools", in: graph)), named: "groups.txt")
  }

  @Test func everyDocumentKeepsToItsSchema() async throws {
    // SwiftPM knows no module without a name, and neither does the schema.
    let hostile = HostileNames.graph
    let named = ModuleGraph(
      modules: hostile.modules.filter { $0.name != "" },
      dependencies: hostile.dependencies.filter { $0.from.name != "" && $0.to.name != "" })
    var documents: [JSONSchema: [String]] = [:]
    for whole in [self.whole, named, ModuleGraph(["A": ["A"]])] {
      for collapse in [[], ["package"]] {
        var selection = Selection()
        selection.collapse = collapse
        let graph = try selection(whole)
        let last = graph.nodes.count - 1
        documents[.why, default: []] += [
          try JSON.why(WhyReport(Why(0, to: last, in: graph, limit: 9))),
          try JSON.why(WhyReport(Why(last, to: 0, in: graph))),
        ]
        documents[.reach, default: []] += try [Reach.Direction.dependencies, .dependents].map { direction in
          try JSON.reach(Reach(direction, of: 0, in: graph, of: whole, isTransitive: collapse.isEmpty))
        }
        documents[.cycles, default: []].append(try JSON.cycles(Cycles(graph)))
        documents[.metrics, default: []].append(try JSON.metrics(MetricsTable(GraphMetrics(graph))))
      }
    }
    for (schema, documents) in documents { #expect(try await schema.complaints(about: documents) == "") }
  }

  @Test func noNameBreaksALineOrReachesTheTerminalAsAControl() throws {
    let chain = SelectedGraph(HostileNames.graph)
    let ring = SelectedGraph(
      ModuleGraph(
        modules: HostileNames.graph.modules,
        dependencies: HostileNames.all.indices.map { index in
          let next = HostileNames.all[(index + 1) % HostileNames.all.count]
          return Dependency(
            from: Self.id(HostileNames.all[index], #"pack"age<&>"#), to: Self.id(next, #"pack"age<&>"#),
            condition: Condition(traits: ["bell\u{7}"]), location: .init(file: "line\nbreak\u{1B}", line: 1))
        }))
    let top = try #require(chain.graph.topologicalOrder.first)
    let bottom = try #require(chain.graph.topologicalOrder.last)
    let texts = [
      Text.why(Why(top, to: bottom, in: chain)), Text.why(Why(bottom, to: top, in: chain, limit: 9)),
      Text.reach(Reach(.dependencies, of: top, in: chain, of: HostileNames.graph, isTransitive: true)),
      Text.cycles(Cycles(ring)), Text.metrics(MetricsTable(GraphMetrics(chain))),
    ]
    for text in texts {
      let controls = text.unicodeScalars.filter { $0.properties.generalCategory == .control && $0 != "\n" }
      #expect(controls.isEmpty)
    }
    try #require(!texts.isEmpty)
    #expect(texts[0].split(separator: "\n").count == HostileNames.all.count + 2)
  }

  @Test func everyRowOfFiguresHasAsManyFieldsAsItsHeader() {
    let table = MetricsTable(GraphMetrics(SelectedGraph(HostileNames.graph)))
    let lines = Markdown.metrics(table).split(separator: "\n", omittingEmptySubsequences: false).prefix { $0 != "" }
    #expect(lines.count == HostileNames.all.count + 2)
    let cells = lines.map { $0.replacing(#"\\"#, with: "").replacing(#"\|"#, with: "").count { $0 == "|" } }
    #expect(Set(cells) == [12])
    // Outside quotes a comma ends a field, and CR LF a row.
    let outside = CSV.metrics(table).split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset.isMultiple(of: 2) }.map { String($0.element) }.joined()
    let rows = outside.unicodeScalars.split(separator: "\n")
    #expect(rows.count == HostileNames.all.count + 1)
    #expect(Set(rows.map { $0.count { $0 == "," } }) == [15])
  }
}
