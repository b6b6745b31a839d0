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
    let (folded, shortening) = try Selection()(graph(modules), layers: layers).shortened(to: 10)
    #expect(shortening == .grouped(.layer))
    #expect(folded.nodes.map(\.title) == (0..<6).map { "layer \($0)" })
  }

  @Test func packagesComeBeforeFolders() {
    let modules = (0..<40).map { ("P\($0 % 8)", "M\($0)", "F\($0 % 5)/M\($0)" as String?) }
    let (folded, shortening) = SelectedGraph(graph(modules)).shortened(to: 10)
    #expect(shortening == .grouped(.package))
    #expect(folded.nodes.map(\.modules.count) == Array(repeating: 5, count: 8))
  }

  @Test func foldersAreTriedFromTheOutermost() {
    let modules = (0..<40).map { ("P", "M\($0)", "Sources/F\($0 % 7)/Deep\($0 % 14)/M\($0)" as String?) }
    let (folded, shortening) = SelectedGraph(graph(modules)).shortened(to: 20)
    #expect(shortening == .grouped(.folder))
    #expect(folded.nodes.map(\.title) == (0..<7).map { "Sources/F\($0)" })
  }

  @Test func firstWordsOfNamesComeLastAndAModuleAloneStaysItself() {
    let words = ["Cart", "Search", "Profile", "Orders"]
    let modules = (0..<40).map { ("P", words[$0 % 4] + "M\($0)", "Sources/M\($0)" as String?) }
    let (folded, shortening) = SelectedGraph(graph(modules + [("P", "Logging", "Sources/Logging")])).shortened(to: 10)
    #expect(shortening == .grouped(.word))
    #expect(folded.nodes.map(\.title).sorted() == ["Cart", "Logging", "Orders", "Profile", "Search"])
    #expect(folded.nodes.filter { $0.group == nil }.map(\.id) == ["P/Logging"])
  }

  @Test func whereNothingGroupsTheMostNeededStayAndTheRestIsFoldedByHeight() {
    // Three heights: 100 modules on 10, and those on one.
    let edges = (11..<111).map { ($0, 1 + $0 % 10) } + (1..<11).map { ($0, 0) }
    let (folded, shortening) = SelectedGraph(unlike(111, edges: edges)).shortened(to: 12)
    #expect(shortening == .rest(kept: 9))
    #expect(folded.nodes.count <= 12)
    #expect(folded.nodes.contains { $0.module?.name == "ma0" })
    let rest = folded.nodes.filter { $0.group?.kind == .rest }
    #expect(rest.map(\.title) == ["height 1", "height 2"])
    #expect(rest.map(\.modules.count) == [2, 100])
  }

  @Test func whatIsLeftOfALayerDoesNotMixWithAnother() throws {
    let layers = Layers([Layer(name: "top", modules: [Glob("ma*")]), Layer(name: "bottom", modules: [Glob("*")])])
    let (folded, _) = try Selection()(unlike(100), layers: layers).shortened(to: 10)
    #expect(folded.nodes.filter { $0.group != nil }.map(\.title) == ["bottom", "top"])
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
    ("HTTPServer", "HTTP"), ("CartUI", "Cart"), ("swift-nio", "swift"), ("_NIOCore", "NIO"), ("NIO", "NIO"), ("a", "a"),
    ("42", nil), ("CNIOLinux", "CNIO"), ("SwiftSyntax509", "Swift"), ("", nil),
  ])
  func theFirstWordOfANameInCamelCase(name: String, word: String?) {
    #expect(name.firstWord.map(String.init) == word)
  }
}
