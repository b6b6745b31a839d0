import Testing

@testable import ModuleGraph

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
    let modules = (0..<42).map { ("P\($0 % 8)", "L\($0 / 7)M\($0)", String?.none) }
    let layers = Layers((0..<6).map { Layer(name: "layer \($0)", modules: [Glob("L\($0)M*")]) })
    let (folded, shortening) = try Selection()(graph(modules, edges: chain(42)), layers: layers).shortened(to: 8)
    #expect(shortening?.kinds == [.layer])
    // The first of the chain is a root, and stays.
    #expect(folded.nodes.map(\.title) == ["L0M0"] + (0..<6).map { "layer \($0)" })
  }

  @Test func packagesComeBeforeFolders() {
    let modules = (0..<40).map { ("P\($0 / 5)", "M\($0)", "F\($0 % 5)/M\($0)" as String?) }
    let (folded, shortening) = SelectedGraph(graph(modules, edges: chain(40))).shortened(to: 10)
    #expect(shortening == .init(kinds: [.package], groups: 8, modules: 39, shown: .init(roots: 1)))
    #expect(folded.nodes.map(\.modules.count) == [1, 4] + Array(repeating: 5, count: 7))
  }

  @Test func aPictureOfFiveNodesIsWorthDrawingAndOneOfFewerIsNot() {
    func folded(packages: Int) -> (graph: SelectedGraph, shortening: SelectedGraph.Shortening?) {
      let modules = (0..<(10 * packages)).map { ("P\($0 / 10)", "M\($0)", String?.none) }
      return SelectedGraph(graph(modules, edges: chain(10 * packages))).shortened(to: 10)
    }
    // The first of the chain is a root, and stays.
    let (five, four) = (folded(packages: 4), folded(packages: 3))
    #expect(five.shortening?.kinds == [.package] && five.graph.nodes.count == 5)
    #expect(four.shortening?.kinds.contains(.package) == false && four.graph.nodes.count > 4)
  }

  @Test func foldersAreTriedFromTheOutermostAndOnlyAsManyFoldedAsNeedBe() {
    let modules = (0..<42).map { ("P", "M\($0)", "Sources/F\($0 / 6)/Deep\($0 / 3)/M\($0)" as String?) }
    let (folded, shortening) = SelectedGraph(graph(modules, edges: chain(42))).shortened(to: 20)
    #expect(shortening?.kinds == [.folder])
    #expect(folded.nodes.count == 17)
    #expect(folded.nodes.compactMap(\.group?.name) == (1..<6).map { "Sources/F\($0)" })
  }

  @Test func wordsAtTheEndsOfNamesComeLastAndAModuleAloneStaysItself() {
    let ends = ["Feature", "Client", "Helpers", "Middleware"]
    let modules = (0..<40).map {
      ("P", "N\($0 % 3)\(["a", "b", "c"][$0 % 3])\($0)\(ends[$0 / 10])", "Sources/M\($0)" as String?)
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
    let whole = graph((names + ["Start"]).map { ("P", $0, nil) }, edges: (0..<18).map { (18, $0) })
    let (folded, _) = SelectedGraph(whole).shortened(to: 9)
    #expect(folded.nodes.compactMap(\.group?.name).sorted() == ["Parser*Queries", "Parser*Tokens"])
  }

  @Test func whereNothingGroupsTheMostNeededStayAndTheRestIsOne() {
    // Three heights: 100 modules on 10, and those on one.
    let edges = (11..<111).map { ($0, 1 + $0 % 10) } + (1..<11).map { ($0, 0) }
    let (folded, shortening) = SelectedGraph(unlike(111, edges: edges)).shortened(to: 12)
    #expect(shortening == .init(kinds: [.rest], groups: 1, modules: 100, hidden: .init(roots: 100)))
    #expect(folded.nodes.count == 12)
    #expect(folded.nodes.contains { $0.module?.name == "ma0" })
    #expect(folded.nodes.last?.title == "rest of P")
  }

  /// 20 apps and 20 roots, each on a module of its own, and those on one.
  private var appsAndRoots: (whole: SelectedGraph, apps: Set<ModuleID>, roots: Set<ModuleID>) {
    let plain = unlike(81, edges: (0..<40).map { ($0, 40 + $0) } + (40..<80).map { ($0, 80) })
    func ids(_ range: Range<Int>) -> Set<ModuleID> {
      Set(range.map { ModuleID(package: "P", name: "m\(["a", "b"][$0 % 2])\($0)") })
    }
    let apps = ids(0..<20)
    let modules = plain.modules.map { Module(id: $0.id, kind: apps.contains($0.id) ? .executable : .regular) }
    return (SelectedGraph(ModuleGraph(modules: modules, dependencies: plain.dependencies)), apps, ids(20..<40))
  }

  @Test func theBudgetGivesWayToAppsAndRoots() throws {
    let (whole, apps, roots) = appsAndRoots
    let (folded, shortening) = whole.shortened(to: 12)
    let alone = Set(folded.nodes.compactMap(\.module?.id))
    #expect(alone.isSuperset(of: apps.union(roots)))
    #expect(shortening?.shown == .init(apps: 20, roots: 20))
    #expect(shortening?.hidden == .init())
    #expect(folded.nodes.count <= 46)
  }

  @Test func appsAndRootsThatAreTooManyFormGroupsOfTheirOwn() {
    let (whole, apps, roots) = appsAndRoots
    let (folded, shortening) = whole.shortened(to: 12, mostProminent: 0)
    #expect(folded.nodes.count == 12)
    for node in folded.nodes where node.group != nil {
      let members = Set(node.modules.map(\.id))
      for kind in [apps, roots] { #expect(members.isSubset(of: kind) || members.isDisjoint(with: kind)) }
    }
    #expect(shortening?.hidden.apps ?? 0 > 0)
  }

  @Test func everyUpwardEdgeIsShown() throws {
    let modules = (0..<15).map { ("P", "Low\($0)Store", nil as String?) } + (0..<15).map { ("P", "Top\($0)View", nil) }
    let others = (0..<30).map { ("P", "Top\($0 + 15)Page", nil as String?) }
    let edges = (0..<15).map { ($0, 15 + $0) } + (0..<30).map { (15 + $0 % 15, 30 + $0) }
    let layers = Layers([Layer(name: "top", modules: [Glob("Top*")]), Layer(name: "low", modules: [Glob("Low*")])])
    let (folded, shortening) = try Selection()(graph(modules + others, edges: edges), layers: layers).shortened(to: 5)
    #expect(folded.edges.count(where: folded.isAgainstLayers) == 15)
    #expect(shortening?.shown == .init(ends: 30))
  }

  @Test func ofALayerMoreThanHalfOfTheModulesCanFold() throws {
    let names = ["App", "Bad"] + (0..<6).map { "C\($0)Client" } + (0..<40).map { "F\($0)Feature" }
    let edges = [(1, 11)] + (0..<40).map { (0, 8 + $0) } + (0..<40).map { (8 + $0, 2 + $0 % 6) }
    let layers = Layers([
      Layer(name: "app", modules: [Glob("App")]), Layer(name: "features", modules: [Glob("*Feature")]),
      Layer(name: "clients", modules: [Glob("*")]),
    ])
    let whole = graph(names.map { ("P", $0, nil) }, edges: edges)
    let (folded, _) = try Selection()(whole, layers: layers).shortened(to: 10)
    #expect(folded.nodes.compactMap(\.group?.name) == ["features"])
    #expect(folded.nodes.filter { $0.group == nil && $0.title.hasSuffix("Feature") }.map(\.title) == ["F3Feature"])
  }

  @Test func modulesOfTheWorkspaceDoNotMixWithOthers() throws {
    let plain = graph(
      (0..<20).map { ("P", "Composable\($0)", nil) } + (0..<20).map { ("Q", "Composable\($0)", nil) }
        + (0..<20).map { ("P", "Composable\($0)Tests", nil) } + [("P", "App", nil)],
      edges: (0..<20).flatMap { [($0, 20 + $0), (40 + $0, $0), (60, $0)] })
    let whole = ModuleGraph(
      modules: plain.modules.map { module in
        let kind: Module.Kind = module.package == "Q" ? .external : module.name.hasSuffix("Tests") ? .test : .regular
        return Module(id: module.id, kind: kind)
      }, dependencies: plain.dependencies)
    var selection = Selection()
    (selection.includesTests, selection.includesExternal) = (true, true)
    let (folded, _) = try selection(whole).shortened(to: 12)
    #expect(folded.nodes.count <= 12)
    for node in folded.nodes { #expect(Set(node.modules.map(\.kind)).count == 1, "\(node.id)") }
  }

  @Test func whatIsLeftIsCalledWhatItSharesAndKindsDoNotMix() {
    let plain = unlike(60, edges: (1..<60).map { (0, $0) })
    let kinds: [Module.Kind] = [.regular, .binary, .plugin]
    let modules = plain.modules.enumerated().map { index, module in
      Module(id: module.id, kind: kinds[index % 3], path: "Sources/Deep\(index % 2)/\(module.name)")
    }
    let (folded, _) = SelectedGraph(ModuleGraph(modules: modules, dependencies: plain.dependencies)).shortened(
      to: 10, mostProminent: 0)
    for node in folded.nodes { #expect(Set(node.modules.map(\.kind)).count == 1 || node.group?.kind == .folder) }
    #expect(!folded.nodes.contains { $0.title.hasPrefix("other") })
  }

  @Test func aGroupThatWouldMakeACycleIsDivided() {
    // Three features above three cores, and one feature below them.
    let names = ["App"] + (0..<4).map { "F\($0)Feature" } + (0..<3).map { "C\($0)Core" } + (0..<8).map { "x\($0)" }
    let edges =
      (1..<4).flatMap { feature in [(0, feature)] + (5..<8).map { (feature, $0) } } + (5..<8).map { ($0, 4) }
      + (8..<16).map { (4, $0) }
    let (folded, shortening) = SelectedGraph(graph(names.map { ("P", $0, nil) }, edges: edges)).shortened(to: 12)
    #expect(folded.graph.cyclicComponents.isEmpty)
    #expect(shortening?.makesCycles == false)
    #expect(folded.nodes.first { $0.group?.name == "*Feature" }?.modules.count == 3)
  }

  @Test(arguments: 1...24 as ClosedRange<UInt64>)
  func foldingMakesACycleOnlyWhereItSaysSo(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let ends = ["Feature", "Client", "Core", "Kit", "Helpers"]
    let modules = (0..<150).map { index in
      ("P\(generator.below(9))", "M\(index)\(ends[generator.below(5)])", "F\(generator.below(6))/M\(index)" as String?)
    }
    let edges = (0..<250).map { _ in (generator.below(150), generator.below(150)) }.filter { $0.0 < $0.1 }
    let whole = SelectedGraph(graph(modules, edges: edges))
    let (folded, shortening) = whole.shortened(to: 20 + generator.below(60))
    #expect(folded.graph.cyclicComponents.isEmpty == (shortening?.makesCycles == false), "seed \(seed)")
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
    #expect(shortening == .init(kinds: [.alone], groups: 1, modules: 90, shown: .init(roots: 1)))
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
    let (folded, shortening) = whole.shortened(to: budget)
    let most = max(budget, budget / 2 + (shortening?.shown.count ?? 0))
    #expect((2...most).contains(folded.nodes.count), "seed \(seed)")
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
