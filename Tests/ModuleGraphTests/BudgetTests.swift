import ModuleGraph
import Testing

struct BudgetTests {
  private func graph(
    _ modules: [(package: String, name: String, path: String?)], edges: [(Int, Int)] = []
  ) -> ModuleGraph {
    let ids = modules.map { ModuleID(package: $0.package, name: $0.name) }
    return ModuleGraph(
      modules: zip(ids, modules).map { Module(id: $0, kind: .regular, path: $1.path) },
      dependencies: edges.map { Dependency(from: ids[$0], to: ids[$1]) })
  }

  private func chain(_ count: Int) -> [(Int, Int)] { (1..<count).map { ($0 - 1, $0) } }

  /// Names without a word in common, in one folder.
  private func unlike(_ count: Int, edges: [(Int, Int)] = []) -> ModuleGraph {
    graph((0..<count).map { ("P", "m\(["a", "b"][$0 % 2])\($0)", "Sources/m\($0)") }, edges: edges)
  }

  @Test func aGraphWithinTheBudgetStaysAsItIs() {
    let graph = SelectedGraph(unlike(20))
    let (same, shortening) = graph.shortened(to: 20)
    #expect(same == graph)
    #expect(shortening == nil)
  }

  @Test func layersComeBeforePackages() throws {
    let modules = (0..<40).map { ("P\($0 % 8)", "L\($0 % 6)M\($0)", String?.none) }
    let layers = Layers((0..<6).map { Layer(name: "layer \($0)", modules: [Glob("L\($0)M*")]) })
    let (folded, shortening) = try Selection()(graph(modules, edges: chain(40)), layers: layers).shortened(to: 8)
    #expect(shortening?.kinds == [.layer])
    // The first of the chain is a root, and stays.
    #expect(folded.nodes.map(\.title) == ["L0M0"] + (0..<6).map { "layer \($0)" })
  }

  @Test func packagesComeBeforeFolders() {
    let modules = (0..<40).map { ("P\($0 % 8)", "M\($0)", "F\($0 % 5)/M\($0)" as String?) }
    let (folded, shortening) = SelectedGraph(graph(modules, edges: chain(40))).shortened(to: 10)
    #expect(shortening == .init(kinds: [.package], groups: 8, modules: 39))
    #expect(folded.nodes.map(\.modules.count) == [1, 4] + Array(repeating: 5, count: 7))
  }

  @Test func foldersAreTriedFromTheOutermostAndOnlyAsManyFoldedAsNeedBe() {
    let modules = (0..<42).map { ("P", "M\($0)", "Sources/F\($0 % 7)/Deep\($0 % 14)/M\($0)" as String?) }
    let (folded, shortening) = SelectedGraph(graph(modules, edges: chain(42))).shortened(to: 20)
    #expect(shortening?.kinds == [.folder])
    #expect(folded.nodes.count == 17)
    #expect(folded.nodes.compactMap(\.group?.name) == (1..<6).map { "Sources/F\($0)" })
  }

  @Test func wordsAtTheEndsOfNamesComeLastAndAModuleAloneStaysItself() {
    let ends = ["Feature", "Client", "Helpers", "Middleware"]
    let modules = (0..<40).map {
      ("P", "N\($0 % 3)\(["a", "b", "c"][$0 % 3])\($0)\(ends[$0 % 4])", "Sources/M\($0)" as String?)
    }
    let (folded, shortening) = SelectedGraph(
      graph(modules + [("P", "Logging", "Sources/Logging")], edges: chain(41))
    ).shortened(to: 12)
    #expect(shortening?.kinds == [.word])
    #expect(folded.nodes.compactMap(\.group?.name).sorted() == ["*Client", "*Feature", "*Helpers", "*Middleware"])
    #expect(folded.nodes.filter { $0.group == nil }.map(\.title) == ["Logging", modules[0].1])
  }

  @Test func groupsAreCalledWhatTheirMembersShareAtBothEnds() {
    let languages = ["Bash", "Rust", "Swift", "Ruby", "Java", "Perl"]
    let names = languages.flatMap { ["Parser\($0)Queries", "Parser\($0)Tokens", "Tool\($0)"] }
    let (folded, _) = SelectedGraph(graph(names.map { ("P", $0, nil) }, edges: chain(18))).shortened(to: 9)
    #expect(folded.nodes.compactMap(\.group?.name).sorted() == ["Parser*Tokens", "Tool*"])
  }

  @Test func whereNothingGroupsTheMostNeededStayAndTheRestIsOne() {
    // Three heights: 100 modules on 10, and those on one.
    let edges = (11..<111).map { ($0, 1 + $0 % 10) } + (1..<11).map { ($0, 0) }
    let (folded, shortening) = SelectedGraph(unlike(111, edges: edges)).shortened(to: 12)
    #expect(shortening == .init(kinds: [.rest], groups: 1, modules: 100))
    #expect(folded.nodes.count == 12)
    #expect(folded.nodes.contains { $0.module?.name == "ma0" })
    #expect(folded.nodes.last?.title == "other roots")
  }

  @Test func neitherAppsNorRootsAreAmongTheOthers() {
    // 20 apps and 20 roots, each on a module of its own, and those on one.
    let plain = unlike(81, edges: (0..<40).map { ($0, 40 + $0) } + (40..<80).map { ($0, 80) })
    func ids(_ range: Range<Int>) -> Set<ModuleID> {
      Set(range.map { ModuleID(package: "P", name: "m\(["a", "b"][$0 % 2])\($0)") })
    }
    let (apps, roots) = (ids(0..<20), ids(0..<40))
    let modules = plain.modules.map { Module(id: $0.id, kind: apps.contains($0.id) ? .executable : .regular) }
    let (folded, _) = SelectedGraph(ModuleGraph(modules: modules, dependencies: plain.dependencies)).shortened(to: 12)
    #expect(folded.nodes.count == 12)
    let groups = Dictionary(
      uniqueKeysWithValues: folded.nodes.compactMap { node in node.group.map { ($0.name, node) } })
    #expect(groups.keys.sorted() == ["other apps", "other roots", "others"])
    #expect(groups["other apps"]?.modules.allSatisfy { apps.contains($0.id) } == true)
    #expect(groups["others"]?.modules.contains { roots.contains($0.id) } == false)
  }

  @Test func whatIsLeftOfALayerDoesNotMixWithAnother() throws {
    let layers = Layers([Layer(name: "top", modules: [Glob("ma*")]), Layer(name: "bottom", modules: [Glob("*")])])
    let (folded, _) = try Selection()(unlike(100, edges: chain(100)), layers: layers).shortened(to: 10)
    for node in folded.nodes { #expect(Set(node.modules.map { layers.index(of: $0.id) }).count == 1) }
  }

  @Test func modulesWithoutEdgesAreFoldedFirstByTheirFolder() {
    let modules =
      (0..<8).map { ("P", "Core\($0)", "Sources/Core\($0)" as String?) }
      + (0..<90).map { ("P", "Service\($0)", "Sources/All/Services/S\($0)" as String?) }
    let (folded, shortening) = SelectedGraph(graph(modules, edges: chain(8))).shortened(to: 50)
    #expect(shortening == .init(kinds: [.alone], groups: 1, modules: 90))
    #expect(folded.nodes.count == 9)
    #expect(folded.nodes.compactMap(\.group?.name) == ["Sources/All/Services"])
  }

  @Test func appsRootsAndWhatWasNamedStayThemselves() throws {
    let names = (0..<60).map { "Part\($0)Feature" }
    let ids = names.map { ModuleID(package: "P", name: $0) }
    let graph = ModuleGraph(
      modules: ids.enumerated().map { Module(id: $1, kind: $0 == 30 ? .executable : $0 == 40 ? .app : .regular) },
      dependencies: zip(ids, ids.dropFirst()).map { Dependency(from: $0, to: $1) })
    var selection = Selection()
    selection.focus = [names[0], names[50]]
    let (folded, _) = try selection(graph).shortened(to: 10)
    let alone = Set(folded.nodes.filter { $0.group == nil }.map(\.title))
    #expect(alone.isSuperset(of: [names[0], names[30], names[40], names[50]]))
  }

  @Test(arguments: 1...24 as ClosedRange<UInt64>)
  func noFoldingHidesAnEdgeAgainstTheLayersOrMakesAGroupOfOne(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let ends = ["Feature", "Client", "Core"]
    let modules = (0..<120).map { index in
      ("P\(generator.below(9))", "M\(index)\(ends[generator.below(3)])", "F\(generator.below(6))/M\(index)" as String?)
    }
    let edges = (0..<300).map { _ in (generator.below(120), generator.below(120)) }.filter { $0.0 != $0.1 }
    let layers = Layers([
      Layer(name: "top", modules: [Glob("M?Feature"), Glob("M??Client")]),
      Layer(name: "middle", modules: [Glob("*Core")]),
      Layer(name: "bottom", modules: [Glob("*5*")]),
    ])
    let whole = try Selection()(graph(modules, edges: edges), layers: layers)
    let (folded, _) = whole.shortened(to: 12 + generator.below(40))
    func against(_ graph: SelectedGraph) -> Set<Dependency> {
      Set(
        graph.edges.filter(graph.isAgainstLayers).flatMap(\.dependencies).filter {
          (layers.index(of: $0.from) ?? .min) > (layers.index(of: $0.to) ?? .max)
        })
    }
    #expect(against(folded) == against(whole), "seed \(seed)")
    #expect(folded.nodes.allSatisfy { $0.group == nil || $0.modules.count > 1 }, "seed \(seed)")
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8])
  func noFoldingLosesAModuleOrADependencyBetweenNodes(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let count = 50 + generator.below(400)
    let edges = (0..<(3 * count)).map { _ in (generator.below(count), generator.below(count)) }.filter { $0.0 != $0.1 }
    let whole = SelectedGraph(unlike(count, edges: edges))
    let budget = 5 + generator.below(40)
    let (folded, _) = whole.shortened(to: budget)
    #expect((2...budget).contains(folded.nodes.count), "seed \(seed)")
    #expect(
      folded.nodes.flatMap(\.modules).map(\.id).sorted() == whole.nodes.flatMap(\.modules).map(\.id), "seed \(seed)")
    let place = Dictionary(
      folded.nodes.enumerated().flatMap { index, node in node.modules.map { ($0.id, index) } },
      uniquingKeysWith: { first, _ in first })
    let wanted = Set(
      whole.edges.flatMap(\.dependencies).map { [place[$0.from], place[$0.to]] }.filter { $0[0] != $0[1] })
    #expect(Set(folded.edges.map { [$0.from, $0.to] }) == wanted, "seed \(seed)")
  }

  @Test(arguments: [
    ("HTTPServer", ["HTTP", "Server"]), ("CartUI", ["Cart", "UI"]), ("swift-nio", ["swift", "nio"]),
    ("_NIOCore", ["NIO", "Core"]), ("NIO", ["NIO"]), ("a", ["a"]), ("42", ["42"]), ("SotoS3", ["Soto", "S3"]),
    ("SwiftSyntax509", ["Swift", "Syntax509"]), ("tsan_utils", ["tsan", "utils"]), ("", []),
  ])
  func theWordsOfANameInCamelCase(name: String, words: [String]) {
    #expect(name.words.map(String.init) == words)
  }
}
