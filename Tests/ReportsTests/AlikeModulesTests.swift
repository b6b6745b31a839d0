import ModuleGraph
import Reports
import Testing

/// Modules that differ only in their names share a box that lists them.
struct AlikeModulesTests {
  private func id(_ name: String) -> ModuleID { ModuleID(package: "P", name: name) }

  /// Examples that depend on an engine; those of an even number under the condition, if there is one.
  private func picture(_ examples: Int, condition: Condition? = nil, budget: Int? = 150) throws -> GraphPicture {
    let names = (0..<examples).map { "Example\($0)" }
    let graph = ModuleGraph(
      modules: names.map { Module(id: id($0), kind: .executable, lines: 7) }
        + [Module(id: id("Engine"), kind: .regular)],
      dependencies: names.enumerated().map {
        Dependency(from: id($1), to: id("Engine"), condition: $0 % 2 == 0 ? condition : nil)
      })
    var style = PictureStyle()
    style.budget = budget
    return try drawn(PictureChoice(SelectedGraph(graph), style: style))
  }

  private func drawn(_ choice: PictureChoice) throws -> GraphPicture {
    try #require(choice.readable { _, _ in (0, PictureSize(width: 900, height: 600)) }).picture
  }

  @Test func aDozenExamplesOfOneEngineAreListed() throws {
    let picture = try picture(12)
    let list = try #require(picture.nodes.first { !$0.listed.isEmpty })
    #expect(picture.nodeCount == 2 && picture.edges.count == 1)
    #expect(list.listed.map(\.title).sorted() == (0..<12).map { "Example\($0)" }.sorted())
    #expect(list.listed.allSatisfy { $0.detail == "7 lines" })
    #expect(list.modules.count == 12 && list.shape == .heavyBox)
    try #require(!picture.edges.isEmpty)
    #expect(picture.edges[0].tooltip == "12 modules → Engine")
    #expect(picture.notes.last == "12 modules with the same arrows are listed in 1 box")
  }

  @Test func everyNameIsInEveryFormat() throws {
    let picture = try picture(13)
    let texts = [DOT.text(picture), try Mermaid.text(picture)]
    for text in texts { for name in (0..<13).map({ "Example\($0)" }) { #expect(text.contains(name)) } }
  }

  @Test func fewerAreABoxEachAndSoAreAllIfNothingIsToBeFolded() throws {
    #expect(try picture(11).nodeCount == 12)
    #expect(try picture(40, budget: nil).nodeCount == 41)
  }

  @Test func anArrowUnderAConditionIsAnother() throws {
    let picture = try picture(24, condition: Condition(platforms: ["linux"]))
    #expect(picture.nodes.map(\.listed.count).sorted() == [0, 12, 12])
    #expect(picture.edges.map(\.isDashed).sorted { !$0 && $1 } == [false, true])
    #expect(Set(picture.edges.map(\.tooltip)) == ["12 modules → Engine", "12 modules → Engine (linux)"])
  }

  @Test func inAFoldedPictureThreeAppsShareABoxAndNoAppIsHidden() throws {
    let features = (0..<30).map { "Shop\($0)Feature" }
    let apps = ["Mail", "Calendar", "Drive"]
    let graph = ModuleGraph(
      modules: apps.map { Module(id: id($0), kind: .app) }
        + (features + ["Core"]).map { Module(id: id($0), kind: .regular) },
      dependencies: apps.flatMap { app in features.map { Dependency(from: id(app), to: id($0)) } }
        + features.map { Dependency(from: id($0), to: id("Core")) })
    var style = PictureStyle()
    style.budget = 10
    let picture = try drawn(PictureChoice(SelectedGraph(graph), style: style))
    #expect(picture.isFolded)
    #expect(picture.nodes.filter { $0.shape == .heavyBox }.flatMap(\.listed).map(\.title) == apps.sorted())
    #expect(picture.nodes.reduce(0) { $0 + $1.modules.count } == graph.modules.count)
    #expect(Set(picture.edges.flatMap { [$0.from, $0.to] }).isSubset(of: picture.nodes.map(\.id)))
  }

  @Test func aGroupWhoseNameIsTrueOfOthersListsItsMembers() throws {
    let names = ["ShopCart", "ShopHome", "ShopMenu", "ShopPay"]
    let rest = (0..<8).map { "Part\($0)" }
    let graph = ModuleGraph(
      modules: (names + rest + ["App", "Base"]).map { Module(id: id($0), kind: $0 == "App" ? .app : .regular) },
      // A path from one half leads through another module to the other half.
      dependencies: [("App", "ShopCart"), ("App", "ShopHome"), ("ShopCart", "Base"), ("ShopHome", "Base")]
        .map { Dependency(from: id($0.0), to: id($0.1)) }
        + ["ShopMenu", "ShopPay"].map { Dependency(from: id("Base"), to: id($0)) }
        + rest.map { Dependency(from: id("App"), to: id($0)) })
    var style = PictureStyle()
    style.budget = 5
    let groups = GraphPicture(SelectedGraph(graph), style: style).nodes.filter { $0.title == "Shop*" }
    #expect(groups.map { $0.listed.map(\.title) } == [["ShopCart", "ShopHome"], ["ShopMenu", "ShopPay"]])
    #expect(groups.map(\.detail) == ["2 of 4 modules", "2 of 4 modules"])
  }
}
