import ModuleGraph
import Testing

@Suite struct SelectionTests {
  /// App → Dashboard → API → Core; App → NFC → Core; a test, an external product, a second package.
  private let graph = ModuleGraph(
    modules: ["App", "Dashboard", "NFC", "API", "Core"].map {
      Module(id: id($0), kind: .regular, sources: 1, lines: 10)
    }
      + [
        Module(id: id("CoreTests"), kind: .test), Module(id: id("Log", "swift-log"), kind: .external),
        Module(id: id("Tool", "Tools"), kind: .executable),
      ],
    dependencies: [
      ("App", "Dashboard"), ("App", "NFC"), ("Dashboard", "API"), ("API", "Core"), ("NFC", "Core"),
      ("CoreTests", "Core"),
    ].map { Dependency(from: id($0.0), to: id($0.1)) } + [
      Dependency(from: id("Core"), to: id("Log", "swift-log"), kind: .product),
      Dependency(from: id("Tool", "Tools"), to: id("Core"), kind: .product),
    ])

  private let layers = Layers([
    Layer(name: "app", modules: [Glob("App")]), Layer(name: "core", modules: [Glob("API"), Glob("Co*")]),
  ])

  private static func id(_ name: String, _ package: String = "Shop") -> ModuleID {
    ModuleID(package: package, name: name)
  }

  private func titles(_ change: (inout Selection) -> Void) throws -> [String] {
    try shown(change).nodes.map(\.title)
  }

  private func shown(_ change: (inout Selection) -> Void) throws -> SelectedGraph {
    var selection = Selection()
    change(&selection)
    return try selection(graph, layers: layers)
  }

  @Test func testsAndExternalProductsAreLeftOutAndCounted() throws {
    let all = try shown { _ in }
    #expect(all.nodes.map(\.title) == ["API", "App", "Core", "Dashboard", "NFC", "Tool"])
    #expect(all.omitted == SelectedGraph.Omitted(tests: 1, externals: 1))
    #expect(try titles { $0.includesTests = true }.contains("CoreTests"))
    #expect(try titles { $0.includesExternal = true }.contains("Log"))
  }

  @Test func aFocusIsFollowedToItsDepthAndBackToItsDependentsWhenAsked() throws {
    #expect(try titles { $0.focus = ["Dashboard"] } == ["API", "Core", "Dashboard"])
    #expect(try titles { ($0.focus, $0.depth) = (["Dashboard"], 1) } == ["API", "Dashboard"])
    #expect(try titles { ($0.focus, $0.depth) = (["Dashboard"], 0) } == ["Dashboard"])
    #expect(
      try titles { ($0.focus, $0.depth, $0.includesDependents) = (["Dashboard"], 1, true) } == [
        "API", "App", "Dashboard",
      ])
  }

  @Test func reachesLeavesWhatDependsOnAModuleAndWithAFocusWhatLiesBetween() throws {
    #expect(try titles { $0.reaches = ["API"] } == ["API", "App", "Dashboard"])
    #expect(
      try titles { ($0.focus, $0.reaches) = (["App"], ["Core"]) } == ["API", "App", "Core", "Dashboard", "NFC"])
    #expect(throws: SelectionError.nothingLeft) {
      try self.titles { ($0.focus, $0.reaches) = (["NFC"], ["API"]) }
    }
  }

  @Test func snippetsAreLeftOutUnlessTheyAreIncludedOrNamed() throws {
    let (kit, one) = (ModuleID(package: "Kit", name: "Kit"), ModuleID(package: "Kit", name: "One"))
    let graph = ModuleGraph(
      modules: [Module(id: kit, kind: .regular), Module(id: one, kind: .snippet)],
      dependencies: [Dependency(from: one, to: kit, kind: .target)])
    #expect(SelectedGraph(graph).nodes.map(\.title) == ["Kit"])
    #expect(SelectedGraph(graph).omitted == SelectedGraph.Omitted(snippets: 1))
    var selection = Selection()
    #expect(try selection(graph).omitted == SelectedGraph.Omitted(snippets: 1))
    selection.includesSnippets = true
    #expect(try selection(graph).nodes.map(\.title) == ["Kit", "One"])
    #expect(try selection(graph).omitted == SelectedGraph.Omitted())
    selection.includesSnippets = false
    selection.focus = ["One"]
    #expect(try selection(graph).nodes.map(\.title) == ["Kit", "One"])
    #expect(try Selection().part(of: graph).modules.count == 2)
  }

  @Test func aNamedTestOrExternalProductIsShownOneThatOnlyAPatternTakesIsNot() throws {
    #expect(try titles { $0.reaches = ["Log"] }.contains("Log"))
    #expect(try titles { $0.focus = ["CoreTests"] } == ["Core", "CoreTests"])
    #expect(try titles { $0.focus = ["*"] }.contains("CoreTests") == false)
  }

  @Test func packagesLayersAndPatternsNarrowWhatIsShown() throws {
    #expect(try titles { $0.packages = ["Tools"] } == ["Tool"])
    #expect(try titles { $0.layers = ["core"] } == ["API", "Core"])
    #expect(try titles { $0.exclude = ["Shop/A*", "NFC"] } == ["Core", "Dashboard", "Tool"])
  }

  @Test func collapsingFoldsModulesAndTheEdgesAmongThem() throws {
    let packages = try shown { $0.collapse = ["package"] }
    #expect(packages.nodes.map(\.id) == ["package:Shop", "package:Tools"])
    #expect(packages.nodes.map { $0.lines?.exact } == [50, nil])
    #expect(packages.edges.map { [$0.from, $0.to] } == [[1, 0]])

    let folded = try shown { $0.collapse = ["Dash*", "layer"] }
    #expect(folded.nodes.map(\.id) == ["Shop/NFC", "Tools/Tool", "layer:app", "layer:core", "pattern:Dash*"])
    #expect(folded.edge(from: 2, to: 4)?.dependencies.count == 1)
    #expect(folded.edge(from: 4, to: 2) == nil)
  }

  @Test func aWordThatMatchesNothingIsAnErrorWithTheNearestNames() {
    #expect(
      message { $0.focus = ["Dashbord"] }
        == "--focus: no module of the workspace matches “Dashbord”. Did you mean “Dashboard”?")
    #expect(
      message { $0.packages = ["Tool"] }
        == "--package: no package of the workspace matches “Tool”. Did you mean “Tools”?")
    #expect(message { $0.layers = ["cor"] } == "--layer: no layer of the workspace matches “cor”. Did you mean “core”?")
    #expect(message { $0.exclude = ["X*"] } == "--exclude: no module of the workspace matches “X*”.")
    #expect(message { $0.collapse = ["Y*"] } == "--collapse: no module of the workspace matches “Y*”.")
    #expect(message { ($0.packages, $0.exclude) = (["Tools"], ["Tool"]) }.hasPrefix("The selection is empty"))
  }

  @Test(arguments: ["FooKit", "fooKit", "foo"])
  func aPackageThatIsWrittenAsItsManifestOrFolderCallsItIsSuggestedByItsKey(_ word: String) {
    let graph = ModuleGraph(
      packages: [
        Package(
          key: "swift-kit", identity: "foo", name: "FooKit", path: "libs/foo", toolsVersion: "6.0.0", dependencies: [])
      ], modules: [Module(id: ModuleID(package: "swift-kit", name: "Core"), kind: .regular)])
    func message(_ change: (inout Selection) -> Void) -> String {
      var selection = Selection()
      change(&selection)
      do throws(SelectionError) {
        _ = try selection(graph)
        return "no error"
      } catch { return "\(error)" }
    }
    #expect(
      message { $0.packages = [word] }
        == "--package: no package of the workspace matches “\(word)”. Did you mean “swift-kit”?")
    #expect(message { $0.focus = [word + "/Core"] }.hasSuffix("Did you mean “swift-kit/Core”?"))
    #expect(message { $0.exclude = [word + "/C*"] }.hasSuffix("Did you mean “swift-kit/C*”?"))
    #expect(message { $0.exclude = [word + "/X*"] } == "--exclude: no module of the workspace matches “\(word)/X*”.")
  }

  private func message(_ change: (inout Selection) -> Void) -> String {
    do {
      _ = try shown(change)
      return "no error"
    } catch { return "\(error)" }
  }

  @Test func layersThatNobodyNamedAreSaidToBeMissing() {
    var selection = Selection()
    selection.collapse = ["layer"]
    #expect(throws: SelectionError.noLayers(flag: "--collapse layer")) { try selection(graph) }
  }

  @Test func aNodeIsFoundByItsIdItsNameAndByWhatItHolds() throws {
    let packages = try shown { $0.collapse = ["package"] }
    #expect(try packages.node(named: "package:Shop") == 0)
    #expect(try packages.node(named: "Tools") == 1)
    #expect(try packages.node(named: "Dashboard") == 0)
    #expect(throws: SelectionError.self) { try packages.node(named: "Nothing") }
  }

  @Test func aNameThatTwoPackagesHaveAsksWhichOneIsMeant() throws {
    let twice = ModuleGraph(
      modules: [Module(id: Self.id("Core", "A"), kind: .regular), Module(id: Self.id("Core", "B"), kind: .regular)])
    #expect(throws: SelectionError.ambiguous(word: "Core", candidates: ["A/Core", "B/Core"])) {
      try SelectedGraph(twice).node(named: "Core")
    }
  }
}
