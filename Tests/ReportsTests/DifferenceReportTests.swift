import ModuleGraph
import Reports
import TestSupport
import Testing

@Suite struct DifferenceReportTests {
  private let names = (base: "main", head: "working tree")

  private func difference() throws -> GraphDifference {
    func module(_ name: String, in package: String = "Shop", path: String? = nil, lines: Int = 100) -> Module {
      Module(
        id: ModuleID(package: package, name: name), kind: .regular, path: path ?? "Sources/\(name)", sources: 2,
        lines: lines)
    }
    func edge(_ from: Module, _ to: Module, line: Int, platforms: [String] = []) -> Dependency {
      Dependency(
        from: from.id, to: to.id, condition: Condition(platforms: platforms),
        location: .init(file: "Package.swift", line: line))
    }
    let (app, cart, core, legacy) = (module("App"), module("Cart"), module("Core"), module("Legacy"))
    let moved = module("Core", in: "core", path: "Core/Sources/Core", lines: 120)
    let search = module("Search")
    return try GraphDifference(
      from: ModuleGraph(
        modules: [app, cart, core, legacy],
        dependencies: [
          edge(app, cart, line: 10), edge(app, legacy, line: 11), edge(cart, core, line: 12),
          edge(legacy, core, line: 13),
        ]),
      to: ModuleGraph(
        modules: [app, cart, moved, search],
        dependencies: [
          edge(app, cart, line: 10), edge(app, search, line: 11), edge(cart, moved, line: 12, platforms: ["ios"]),
          edge(search, moved, line: 13), edge(app, moved, line: 14), edge(moved, cart, line: 15),
        ]))
  }

  @Test func whatChangedForATerminal() throws {
    try expectSnapshot(Text.difference(try difference(), names: names), named: "difference.txt")
  }

  @Test func whatChangedForAPullRequest() throws {
    try expectSnapshot(Markdown.difference(try difference(), names: names), named: "difference.md")
  }

  @Test func whatChangedInDOT() throws {
    try expectSnapshot(DOT.text(GraphPicture(try difference())), named: "difference.dot")
  }

  @Test func theJSONIsWhatItsSchemaSays() async throws {
    let complaints = try await JSONSchema.diff.complaints(about: JSON.difference(try difference(), names: names))
    #expect(complaints.isEmpty)
  }

  @Test func nothingIsSaidOfNothing() throws {
    let same = try GraphDifference(from: ModuleGraph(["App": ["Core"]]), to: ModuleGraph(["App": ["Core"]]))
    #expect(Text.difference(same, names: names).hasPrefix("main → working tree: The module graph is the same.\n"))
  }

  @Test func `what a change touches is told with its owners, those of the same owners together`() throws {
    let touched = [("Cart", ["@payments"]), ("Core", ["@base", "@payments"]), ("Pay", ["@payments"]), ("Tools", [])]
      .map { TouchedModule(name: $0.0, owners: $0.1) }
    let text = Text.difference(try difference(), names: names, touched: touched).replacing("\n  ", with: " ")
    #expect(
      text.contains(
        "Touches Cart, Pay, owned by @payments; Core, owned by @base, @payments; Tools, without an owner."),
      "\(text)")
    #expect(
      Markdown.difference(try difference(), names: names, touched: touched).contains(
        "Touches Cart, Pay, owned by `@payments`; Core"))
  }

  @Test func aCommentOnAPullRequestIsCutToWhatFits() throws {
    let ids = (0..<9000).map { ModuleID(package: "P", name: "Module\($0)") }
    let head = ModuleGraph(modules: ids.map { Module(id: $0, kind: .regular) })
    let text = Markdown.difference(try GraphDifference(from: ModuleGraph(), to: head), names: names)
    #expect(text.utf8.count < 64 << 10)
    #expect(text.contains("more\n"))
    #expect(text.contains("Added modules: 9,000"))
  }

  @Test func aPictureOverTheBudgetShowsWhatChanged() throws {
    let names = (0..<300).map { "M\($0)" }
    func graph(_ extra: [String]) -> ModuleGraph {
      let ids = (names + extra).map { ModuleID(package: "P", name: $0) }
      return ModuleGraph(
        modules: ids.map { Module(id: $0, kind: .regular) },
        dependencies: zip(ids, ids.dropFirst()).map { Dependency(from: $0, to: $1) })
    }
    let picture = GraphPicture(try GraphDifference(from: graph([]), to: graph(["New"])))
    #expect(picture.nodes.map(\.title) == ["M298", "M299", "New"])
    #expect(picture.notes.contains("not shown: 298 modules farther from what changed (--context all)"))
    #expect(picture.edges.map(\.role) == [.target, .added])
  }

  @Test func theContextSaysHowMuchIsShown() throws {
    let chain = ModuleGraph(["A": ["B"], "B": ["C"], "C": ["D"], "D": ["E"], "E": []])
    let head = ModuleGraph(["A": ["B"], "B": ["C"], "C": ["D"], "D": []])
    let difference = try GraphDifference(from: chain, to: head)
    func shown(_ context: DifferenceContext) -> String {
      GraphPicture(difference, context: context).nodes.map(\.title).joined()
    }
    #expect(shown(.automatic) == "CDE")
    #expect(shown(.steps(0)) == "DE")
    #expect(shown(.steps(2)) == "BCDE")
    #expect(shown(.everything) == "ABCDE")
    let hub = (0..<60).map { "M\($0)" }
    func star(_ extra: [String]) -> ModuleGraph {
      let ids = (["Hub"] + hub + extra).map { ModuleID(package: "P", name: $0) }
      return ModuleGraph(
        modules: ids.map { Module(id: $0, kind: .regular) },
        dependencies: ids.dropFirst().map { Dependency(from: $0, to: ids[0]) })
    }
    let many = GraphPicture(try GraphDifference(from: star([]), to: star(["New"])))
    #expect(many.nodes.map(\.title) == ["Hub", "New"])
  }

  @Test func everyColourHasOneMeaningAndStandsInTheLegend() throws {
    let picture = GraphPicture(try difference(), context: .everything)
    let colours = Set(picture.edges.map(\.role) + picture.edges.compactMap(\.beside))
    #expect(colours == [.added, .removed, .changed, .cycle, .target])
    let explained = picture.legend.compactMap { entry in
      if case .edge(let role) = entry.symbol { role } else { nil }
    }
    #expect(Set(explained) == colours && explained.count == colours.count)
    #expect(picture.legend.map(\.text).filter { $0 == "under a condition" }.count == 1)
    #expect(Set(picture.legend.map(\.symbol)).count == picture.legend.count)
  }

  @Test func aPictureOfNoChangeSaysSo() throws {
    let graph = ModuleGraph(["App": ["Core"]])
    let picture = GraphPicture(try GraphDifference(from: graph, to: graph))
    #expect(picture.notes == ["The module graph is the same.", "not shown: 2 modules (--context all)"])
  }

  @Test func dashesMeanAConditionAndNothingElse() throws {
    let picture = GraphPicture(try difference())
    let dashed = picture.edges.filter(\.isDashed).map { "\($0.from) → \($0.to)" }
    #expect(dashed == ["Shop/Cart → core/Core"])
    #expect(picture.nodes.filter(\.isDashed).isEmpty)
  }

  @Test func anAddedEdgeAgainstTheLayersShowsBoth() throws {
    let layers = Layers([Layer(name: "app", modules: [Glob("App")]), Layer(name: "core", modules: [Glob("Core")])])
    let before = ModuleGraph(["App": [], "Core": []])
    let picture = GraphPicture(
      try GraphDifference(from: before, to: ModuleGraph(["App": [], "Core": ["App"]]), layers: layers))
    #expect(picture.edges.map(\.role) == [.added] && picture.edges.map(\.beside) == [.againstLayers])
    #expect(picture.legend.map(\.text).contains("upward dependency"))
    #expect(DOT.text(picture).contains("color=\"#1a7f37:#d4660a\""))
  }

  @Test func whatWasRemovedNeitherImpliesNorMakesACycle() throws {
    let base = ModuleGraph(["A": ["B", "X"], "X": ["B"], "B": ["C"], "C": ["B"]])
    let head = ModuleGraph(["A": ["B"], "X": [], "B": ["C"], "C": []])
    var style = PictureStyle()
    style.edges = .reduced
    let picture = GraphPicture(try GraphDifference(from: base, to: head), style: style)
    let roles = Dictionary(
      uniqueKeysWithValues: picture.edges.map { ("\($0.from.suffix(1))\($0.to.suffix(1))", $0.role) })
    #expect(roles == ["AB": .target, "AX": .removed, "XB": .removed, "BC": .target, "CB": .removed])
  }

  @Test func hostileNamesStayNames() async throws {
    let difference = try GraphDifference(from: ModuleGraph(), to: HostileNames.graph)
    #expect(try await JSONSchema.diff.complaints(about: JSON.difference(difference, names: names)).isEmpty)
    let text = Text.difference(difference, names: names)
    #expect(!text.unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
  }
}
