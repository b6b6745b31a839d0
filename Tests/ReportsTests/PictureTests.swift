@testable import ModuleGraph
@testable import Reports
import TestSupport
import Testing

struct PictureTests {
  private func style(_ change: (inout PictureStyle) -> Void) -> PictureStyle {
    var style = PictureStyle()
    change(&style)
    return style
  }

  private static let layers = Layers([
    Layer(name: "app", modules: [Glob("App")]), Layer(name: "features", modules: [Glob("*Feature")]),
    Layer(name: "core", modules: [Glob("Core")]),
  ])
  private static let shop = ModuleGraph(["App": ["CartFeature", "Lost"], "CartFeature": ["Core"], "Core": []])

  @Test func aGroupIsOneNodeWithItsSizeAndItsMembers() throws {
    let ids = (0..<14).map { ModuleID(package: "net", name: "M\($0 + 10)") }
    let graph = ModuleGraph(
      modules: ids.map { Module(id: $0, kind: .regular, lines: 100) }
        + [Module(id: ModuleID(package: "app", name: "App"), kind: .executable)],
      dependencies: [Dependency(from: ModuleID(package: "app", name: "App"), to: ids[0], kind: .product)])
    var selection = Selection()
    selection.collapse = ["net/*"]
    let picture = GraphPicture(try selection(graph))
    let group = try #require(picture.nodes.first { $0.shape == .stack })
    #expect(group.title == "net/*")
    #expect(group.detail == "net · 14 modules · 1,400 lines", "the package that has no other box")
    #expect(
      group.tooltip == "net/*, 14 modules, 1,400 lines: " + (10..<22).map { "M\($0)" }.joined(separator: ", ")
        + " and 2 more")
    #expect(picture.edges.map(\.to) == [group.id])
    #expect(picture.legend.map(\.text) == ["executable", "several modules", "product of another package"])
  }

  @Test func layersAreBandsInTheirOrderAndWhatStandsInNoneComesLast() throws {
    let picture = GraphPicture(try Selection()(Self.shop, layers: Self.layers))
    #expect(picture.isLayered)
    #expect(picture.clusters.map(\.name) == ["app", "features", "core", "in no layer"])
    #expect(picture.edges.allSatisfy { !$0.isUpward })
  }

  @Test func anEdgeFromALowerLayerToAHigherOneIsMarked() throws {
    let graph = ModuleGraph(["App": ["Core"], "Core": ["CartFeature"], "CartFeature": []])
    let picture = GraphPicture(try Selection()(graph, layers: Self.layers))
    let edge = try #require(picture.edges.first { $0.from == "Example/Core" })
    #expect(edge.role == .againstLayers)
    #expect(edge.isUpward)
    #expect(picture.legend.map(\.text) == ["upward dependency"])
    #expect(
      DOT.text(picture).contains(#""Example/CartFeature" -> "Example/Core" [id="Example/Core->Example/CartFeature""#))
  }

  @Test func edgesOfACycleAreRedButNotThoseThatFoldingMade() throws {
    let cyclic = ModuleGraph(["A": ["B"], "B": ["C"], "C": ["B"]])
    let roles = GraphPicture(SelectedGraph(cyclic)).edges.map(\.role)
    #expect(roles == [.target, .cycle, .cycle])
    // Chains, folded into groups by the last words of the names, which take turns in the first.
    let words = ["Cart", "Shop", "Pay", "Log", "Net", "Map"]
    func chain(_ word: (Int) -> Int) -> GraphPicture {
      let ids = (0..<36).map {
        ModuleID(package: "P", name: "m\(["a", "b", "c", "d", "e"][$0 % 5])\($0)" + words[word($0)])
      }
      let graph = ModuleGraph(
        modules: ids.map { Module(id: $0, kind: .regular) },
        dependencies: zip(ids, ids.dropFirst()).map { Dependency(from: $0, to: $1) })
      return GraphPicture(SelectedGraph(graph), style: style { $0.budget = 10 })
    }
    let turns = chain { $0 % 6 }
    #expect(turns.nodeCount <= 10)
    #expect(turns.edges.count == turns.nodeCount - 1)
    let picture = chain { $0 / 6 }
    #expect(picture.nodeCount == 7)
    #expect(picture.edges.allSatisfy { $0.role == .target })
    #expect(picture.nodes.map(\.title).contains("*Cart"))
    #expect(picture.nodes.first { $0.title == "*Cart" }?.detail == "5 of 6 modules")
    #expect(
      picture.notes == [
        "35 of 36 modules are folded into 6 groups by name (--budget 0 shows all, --focus or --package a part)"
      ])
  }

  @Test func whatNothingProvidesIsMarkedAsUnknown() throws {
    let ids = ["App", "Core"].map { ModuleID(package: "Shop", name: $0) } + [ModuleID(package: "unknown", name: "Kor")]
    let graph = ModuleGraph(
      modules: zip(ids, [.regular, .regular, .unknown] as [Module.Kind]).map { Module(id: $0, kind: $1) },
      dependencies: [
        Dependency(from: ids[0], to: ids[1]), Dependency(from: ids[0], to: ids[2], kind: .product, product: "Kor"),
      ])
    let selected = try Selection()(graph)
    let picture = GraphPicture(selected)
    #expect(picture.title == "Module graph of Shop")
    #expect(picture.nodes.filter(\.isDashed).map { [$0.title, $0.detail] } == [["Kor", "unknown"]])
    #expect(picture.legend.map(\.text) == ["module", "unknown, nothing provides it"])
    #expect(Text.tree(selected).contains("└── Kor (unknown, nothing provides it)\n"))
    var core = Selection()
    core.focus = ["Core"]
    #expect(try core(graph).nodes.map(\.title) == ["Core"], "nothing shown uses it")
  }

  @Test func anEdgeAgainstTheLayersIsOrangeInACycleToo() throws {
    let graph = ModuleGraph(["App": ["Core"], "Core": ["CartFeature"], "CartFeature": ["Core"]])
    let picture = GraphPicture(try Selection()(graph, layers: Self.layers))
    #expect(picture.edges.first { $0.from == "Example/Core" }?.role == .againstLayers)
    #expect(picture.edges.first { $0.from == "Example/CartFeature" }?.role == .cycle)
  }

  @Test func boxesHaveThePackagesOwnNameAndAModuleAloneInItsPackageHasNone() throws {
    let package = { (key: String, name: String) in
      Package(key: key, identity: key, name: name, path: key, toolsVersion: nil, dependencies: [])
    }
    let id = { ModuleID(package: $0, name: $1) }
    let ids = [id("kit", "Net"), id("kit", "UI"), id("log", "Log"), id("extra", "Tracer")]
    let graph = ModuleGraph(
      packages: [package("kit", "BrowserKit"), package("log", "Log"), package("extra", "Extras")],
      modules: ids.map { Module(id: $0, kind: .regular, lines: 7) },
      dependencies: [(0, 2), (1, 2), (2, 3)].map { Dependency(from: ids[$0.0], to: ids[$0.1], kind: .product) })
    let picture = GraphPicture(SelectedGraph(graph))
    #expect(picture.clusters.map(\.name) == ["BrowserKit", nil])
    try #require(picture.clusters.count > 1)
    #expect(picture.clusters[1].nodes.map(\.title) == ["Tracer", "Log"])
    #expect(picture.clusters[1].nodes.map(\.detail) == ["Extras · 7 lines", "7 lines"])
    #expect(picture.title == "Module graph of BrowserKit, Extras, Log")
    var selection = Selection()
    selection.collapse = ["package"]
    #expect(GraphPicture(try selection(graph)).nodes.map(\.title).sorted() == ["BrowserKit", "Extras", "Log"])
  }

  @Test func `a group is not called like one of its modules`() throws {
    let graph = ModuleGraph(["App": ["Shop", "Cart"], "Cart": ["Shop"]], package: "Shop")
    var selection = Selection()
    selection.collapse = ["package"]
    #expect(GraphPicture(try selection(graph)).nodes.map(\.title) == ["Shop (package)"])
  }

  @Test func `a picture of many packages names the workspace, unless the user gives a title, which is drawn`() {
    let ids = (0..<4).map { ModuleID(package: "p\($0)", name: "M\($0)") }
    let graph = SelectedGraph(ModuleGraph(modules: ids.map { Module(id: $0, kind: .regular) }))
    var style = PictureStyle()
    (style.workspaceName, style.notes) = ("Shop", ["a note"])
    let usual = GraphPicture(graph, style: style)
    #expect(usual.title == "Module graph of Shop (4 packages)" && usual.caption == nil && usual.notes == ["a note"])
    (style.title, style.hasNotes) = ("Our <shop>", false)
    let own = GraphPicture(graph, style: style)
    #expect(own.title == "Our <shop>" && own.notes.isEmpty)
    let dot = DOT.text(own)
    #expect(dot.contains("<b>Our &lt;shop&gt;</b>") && !dot.contains("a note"))
  }

  @Test func `a legend has only the classes that are drawn`() {
    let lines = [("A", 10), ("B", 0)]
    let graph = ModuleGraph(
      modules: lines.map { Module(id: ModuleID(package: "p", name: $0.0), kind: .regular, lines: $0.1) },
      dependencies: [Dependency(from: ModuleID(package: "p", name: "A"), to: ModuleID(package: "p", name: "B"))])
    var style = PictureStyle()
    style.coloring = .instability
    let legend = GraphPicture(SelectedGraph(graph), style: style).legend
    #expect(legend.map(\.text) == ["instability:", "up to 0.20", "more"])
  }

  @Test func modulesWithoutDependenciesStandInABlock() throws {
    let names = (0..<9).map { "Lone\($0)" }
    let graph = ModuleGraph(
      modules: (["App", "Core"] + names).map { Module(id: ModuleID(package: "P", name: $0), kind: .regular) },
      dependencies: [Dependency(from: ModuleID(package: "P", name: "App"), to: ModuleID(package: "P", name: "Core"))])
    for clustering in [PictureStyle.Clustering.none, .package] {
      let picture = GraphPicture(SelectedGraph(graph), style: style { $0.clustering = clustering })
      #expect(picture.clusters.map(\.name) == [nil, "on their own"])
      try #require(picture.clusters.count > 1)
      #expect(picture.clusters[1].nodes.map(\.title) == names)
      for direction in [Arrangement.Direction.down, .right] {
        #expect(DOT.text(picture, Arrangement(direction: direction)).contains(#""P/Lone0" -> "P/Lone"#))
      }
    }
  }

  @Test func `a block of modules is read from left to right, wherever edges lead`() {
    let names = ["App", "Core"] + (0..<10).map { "Lone\($0)" }
    let graph = ModuleGraph(
      modules: names.map { Module(id: ModuleID(package: "P", name: $0), kind: .regular) },
      dependencies: [Dependency(from: ModuleID(package: "P", name: "App"), to: ModuleID(package: "P", name: "Core"))])
    let picture = GraphPicture(SelectedGraph(graph))
    func links(_ direction: Arrangement.Direction) -> [String] {
      DOT.text(picture, Arrangement(direction: direction)).matches(of: #/"P/Lone(\d)" -> "P/Lone(\d)"/#)
        .map { "\($0.1)\($0.2)" }
    }
    #expect(links(.down) == ["04", "48", "15", "59", "26", "37"])
    #expect(links(.right) == ["01", "12", "34", "45", "67", "78"])
  }

  @Test(arguments: [(7, 3), (8, 6)])
  func `a row of a legend has three entries below a small picture, and six below others`(nodes: Int, most: Int) {
    let ids = (0..<nodes).map { ModuleID(package: "P", name: "M\($0)") }
    var picture = GraphPicture(SelectedGraph(ModuleGraph(modules: ids.map { Module(id: $0, kind: .regular) })))
    for (entries, rows) in [(most, 1), (most + 1, 2), (2 * most, 2), (2 * most + 1, 3)] {
      picture.legend = (0..<entries).map { GraphPicture.LegendEntry(symbol: .none, text: "\($0)") }
      #expect(DOT.text(picture).ranges(of: "height=\"22\"").count == rows)
    }
  }

  @Test(
    arguments: [
      ([.alone], " of modules without dependencies"), ([.rest], " of modules with the fewest dependents"),
      ([.word, .rest], " by name, and those with the fewest dependents by what else they share"),
      ([.folder, .word, .alone], " by folder and name, and those without dependencies together"),
      (
        [.alone, .rest],
        ": those without dependencies together, and those with the fewest dependents by what else they share"
      ),
    ] as [([ModuleGroup.Kind], String)])
  func aCaptionTellsByWhatModulesWereFolded(kinds: [ModuleGroup.Kind], words: String) {
    let shortening = SelectedGraph.Shortening(kinds: kinds, groups: 3, modules: 1)
    let graph = SelectedGraph(ModuleGraph(["App": ["Core"]]))
    #expect(GraphPicture.note(shortening, of: graph) == "1 of 2 modules are folded into 3 groups" + words)
  }

  @Test func filesAreFoldedByFolder() {
    let shortening = SelectedGraph.Shortening(kinds: [.package, .rest], groups: 1, modules: 2)
    let files = ["A.swift", "B.swift"].map { Module(id: ModuleID(package: "Core/Views", name: $0), kind: .file) }
    #expect(
      GraphPicture.note(shortening, of: SelectedGraph(ModuleGraph(modules: files)))
        == "2 of 2 files are folded into 1 group by folder, and those with the fewest dependents by what else they share"
    )
  }

  @Test func aPictureOfNothingSaysSo() {
    #expect(GraphPicture(SelectedGraph(ModuleGraph())).notes == ["no module to show"])
  }

  @Test func aProductThatOnlyHiddenModulesUseIsHidden() throws {
    let id = { ModuleID(package: $0, name: $1) }
    let graph = ModuleGraph(
      modules: [
        Module(id: id("P", "App"), kind: .regular), Module(id: id("P", "AppTests"), kind: .test),
        Module(id: id("x", "Log"), kind: .external), Module(id: id("x", "Mocks"), kind: .external),
      ],
      dependencies: [
        Dependency(from: id("P", "App"), to: id("x", "Log"), kind: .product),
        Dependency(from: id("P", "AppTests"), to: id("x", "Mocks"), kind: .product),
      ])
    var selection = Selection()
    selection.includesExternal = true
    #expect(try selection(graph).nodes.map(\.title) == ["App", "Log"])
    selection.includesTests = true
    #expect(try selection(graph).nodes.map(\.title) == ["App", "AppTests", "Log", "Mocks"])
  }

  @Test func colourStandsForAValueAndTheLegendForItsSteps() throws {
    let ids = (0..<6).map { ModuleID(package: "P", name: "M\($0)") }
    let graph = SelectedGraph(
      ModuleGraph(
        modules: ids.enumerated().map { Module(id: $1, kind: .regular, lines: $0 == 5 ? nil : 100 << (2 * $0)) }))
    let picture = GraphPicture(graph, style: style { $0.coloring = .lines })
    #expect(
      picture.legend.map(\.text) == [
        "lines:", "up to 100", "up to 1,000", "up to 2,000", "up to 10,000", "more", "unknown",
      ])
    let fills = picture.nodes.map(\.paint.fill)
    #expect(Set(fills).count == 6)
    let seconds = PictureStyle.Coloring.values(title: "seconds", unit: "s", [ids[0]: 1.25])
    let timed = GraphPicture(graph, style: style { $0.coloring = seconds })
    #expect(timed.nodes.first?.tooltip == "P/M0, module, 100 lines, 1.25 s")
    #expect(timed.nodes.map(\.detail).prefix(2) == ["1.25 s", "400 lines"])
    #expect(timed.legend.last?.text == "no figure")
  }

  /// Most modules cost little and few cost much; a colour that stands for nearly all of them says nothing.
  @Test(arguments: [
    [0.01, 0.02, 0.3, 0.4, 0.5, 0.5, 0.6, 0.7, 0.8, 0.9, 1.1, 1.2, 1.4, 2.2, 2.9, 3.5, 8, 61], [5, 5, 5, 5, 5], [0, 0],
    [0, 0.5, 1, 100], (1...200).map { 0.05 * Double($0) }, [1e-9, 3e12], [],
  ])
  func everyStepOfColourHoldsSomeModulesAndNoneMostOfThem(values: [Double]) throws {
    let ids = values.indices.map { ModuleID(package: "P", name: "\(1000 + $0)") }
    let graph = SelectedGraph(ModuleGraph(modules: ids.map { Module(id: $0, kind: .regular) }))
    let coloring = PictureStyle.Coloring.values(
      title: "s", unit: "s", Dictionary(uniqueKeysWithValues: zip(ids, values)))
    let picture = GraphPicture(graph, style: style { ($0.coloring, $0.budget) = (coloring, nil) })
    let steps = Dictionary(grouping: picture.nodes, by: \.paint.fill).mapValues(\.count)
    #expect(steps.count == (values.isEmpty ? 0 : picture.legend.count - 1), "each step of the legend is in the picture")
    if values.count > 5, Set(values).count > 5 {
      #expect(steps.count == 5)
      #expect((steps.values.max() ?? 0) * 2 <= values.count)
    }
    // Whoever costs more is not paler.
    let order = picture.legend.compactMap { entry -> String? in
      guard case .area(let paint) = entry.symbol else { return nil }
      return paint.fill
    }
    let places = picture.nodes.compactMap { order.firstIndex(of: $0.paint.fill) }
    #expect(places == places.sorted())
  }

  @Test func instabilityIsTheShareOfDependenciesAmongNeighbours() {
    let graph = SelectedGraph(ModuleGraph(["A": ["C"], "B": ["C"], "C": ["D"]]))
    let picture = GraphPicture(graph, style: style { $0.coloring = .instability })
    #expect(
      picture.nodes.map { $0.tooltip.split(separator: ", ").last } == [
        "1 instability", "1 instability", "0.33 instability", "0 instability",
      ])
  }

  @Test func edgesAreLeftOutOrKeptOnRequest() {
    let graph = SelectedGraph(ModuleGraph(["A": ["B", "C"], "B": ["C"]]))
    #expect(GraphPicture(graph).edges.count == 3)
    #expect(GraphPicture(graph, style: style { $0.edges = .reduced }).edges.count == 2)
    #expect(GraphPicture(graph, style: style { $0.edges = .all }).notes == [])
  }

  @Test func onePackageOfManyModulesNeverBecomesOneNode() throws {
    let ids = (0..<400).map { ModuleID(package: "P", name: "m\($0)") }
    let graph = ModuleGraph(modules: ids.map { Module(id: $0, kind: .regular, path: "Sources/\($0.name)") })
    let picture = GraphPicture(SelectedGraph(graph))
    #expect((5...150).contains(picture.nodeCount))
    try #require(!picture.notes.isEmpty)
    #expect(picture.notes[0].hasPrefix("251 of 400 modules are folded into 1 group "))
    #expect(GraphPicture(SelectedGraph(graph), style: style { $0.budget = nil }).nodeCount == 400)
  }

  @Test func nodesOfPackagesThatGoByTheSameNamesAreKeptApart() {
    let names = ["a b", "a\nb", "a\u{A0}b", "a%A;b"]
    let graph = ModuleGraph(modules: names.map { Module(id: ModuleID(package: "P", name: $0), kind: .regular) })
    let text = DOT.text(GraphPicture(SelectedGraph(graph)))
    let identifiers = text.split(separator: "\n").filter { $0.contains("[id=") }.compactMap {
      $0.split(separator: " [id=").first
    }
    #expect(Set(identifiers).count == names.count)
  }
}

struct FoldingNoteTests {
  private func graph(_ apps: Int, package: Package? = nil, warnings: [String] = []) -> ModuleGraph {
    let plain = ModuleGraph([:])
    let ids =
      (0..<apps).map { ModuleID(package: "P", name: "A\($0)") }
      + (0..<40).map { ModuleID(package: "P", name: "M\($0)Kit") }
    return ModuleGraph(
      environment: plain.environment, packages: [package].compactMap(\.self),
      modules: ids.enumerated().map { Module(id: $1, kind: $0 < apps ? .app : .regular) },
      dependencies: ids[..<apps].flatMap { app in ids[apps...].map { Dependency(from: app, to: $0) } },
      warnings: warnings)
  }

  @Test func aPictureSaysWhyItHasMoreBoxesThanItsBudget() {
    var style = PictureStyle()
    style.budget = 6
    let picture = GraphPicture(SelectedGraph(graph(10)), style: style)
    #expect(picture.notes.contains { $0.hasPrefix("10 apps are always shown, so that the picture has") })
    #expect(picture.notes.contains { $0.hasSuffix("boxes instead of 6") })
  }

  @Test func aPictureSaysThatAppsAreInGroups() {
    var style = PictureStyle()
    (style.budget, style.mostProminent) = (6, 0)
    let picture = GraphPicture(SelectedGraph(graph(10)), style: style)
    #expect(picture.notes.contains { $0.hasPrefix("too many to be shown one by one: ") })
  }

  @Test func aPictureOfAManifestThatDependsOnItsHostSaysSo() throws {
    let package = Package(
      key: "P", identity: "p", name: "P", path: ".", toolsVersion: nil, dependencies: [], onOtherHosts: "3 targets")
    let warning =
      "P: its manifest depends on the host's system, and here leaves out what it declares for others: 3 targets"
    let whole = graph(1, package: package, warnings: [warning + ".", "P: something else."])
    let report = GraphReport(whole, Selection(), SelectedGraph(whole), style: PictureStyle())
    var notes: [String] = []
    let chosen = report.pictures?.readable { text, _ in (text, PictureSize(width: 100, height: 100)) }
    notes = chosen?.picture.notes ?? []
    #expect(notes.filter { $0.contains("host's system") } == [warning])
    #expect(!notes.contains { $0.contains("something else") })
  }
}
