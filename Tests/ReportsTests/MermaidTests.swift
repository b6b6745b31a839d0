import ModuleGraph
import Reports
import TestSupport
import Testing

struct MermaidTests {
  @Test func aSmallGraphWithLayers() throws {
    let graph = ModuleGraph(["App": ["CartFeature", "Core"], "CartFeature": ["Core"], "Core": ["CartFeature"]])
    let layers = Layers([
      Layer(name: "app", modules: [Glob("App")]), Layer(name: "features", modules: [Glob("*Feature")]),
      Layer(name: "core", modules: [Glob("*")]),
    ])
    try expectSnapshot(try Mermaid.text(Selection()(graph, layers: layers)), named: "layers.mmd")
  }

  @Test func whatTheQuestionIsAboutIsMarked() throws {
    let graph = ModuleGraph(["App": ["Cart", "Core"], "Cart": ["Core"]])
    var selection = Selection()
    (selection.focus, selection.includesDependents) = (["Cart"], true)
    let (mermaid, dot) = (try Mermaid.text(selection(graph)), DOT.text(GraphPicture(try selection(graph))))
    #expect(mermaid.split(separator: "font-weight:bold").count == 2 && dot.split(separator: "<b>Cart</b>").count == 2)
    selection.focus = ["App", "Cart", "Core"]
    #expect(!(try Mermaid.text(selection(graph))).contains("bold"))
  }

  @Test(arguments: HostileNames.all)
  func noNameEndsTheTextItStandsIn(name: String) {
    let escaped = Mermaid.escaped(name)
    let allowed = { (scalar: Unicode.Scalar) in
      !scalar.isASCII || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || " -.,/+:()#;".unicodeScalars.contains(scalar)
    }
    #expect(escaped.unicodeScalars.allSatisfy(allowed))
    #expect(!escaped.isEmpty)
  }

  @Test func everyHostileNameIsOneNode() throws {
    let text = try Mermaid.text(SelectedGraph(HostileNames.graph))
    let nodes = text.split(separator: "\n").filter { $0.contains(":::c0") }
    #expect(nodes.count == HostileNames.all.count)
    #expect(text.split(separator: "\n").count { $0.contains(" --> ") } == HostileNames.all.count - 1)
  }

  @Test(arguments: [60, 400, 1000])
  func aPictureStaysWithinWhatGitHubDraws(count: Int) throws {
    var generator = SeededGenerator(seed: 1)
    let ids = (0..<count).map { ModuleID(package: "P", name: "Module\($0)WithALongNameThatTakesSpace") }
    let dependencies = (0..<(8 * count)).map { _ in (generator.below(count), generator.below(count)) }
      .filter { $0.0 > $0.1 }.map { Dependency(from: ids[$0.0], to: ids[$0.1]) }
    let graph = SelectedGraph(
      ModuleGraph(modules: ids.map { Module(id: $0, kind: .regular) }, dependencies: Array(Set(dependencies))))
    var style = PictureStyle()
    style.budget = nil
    style.edges = .all
    let text = try Mermaid.text(graph, style: style)
    #expect(text.count <= 50_000)
    #expect(text.split(separator: "\n").count { $0.contains(" --> ") } <= 500)
  }

  @Test func whatCannotBecomeSmallIsAnErrorThatSaysWhatToDo() {
    let names = (0..<6).map { "\($0)" + String(repeating: "x", count: 10_000) }
    let graph = ModuleGraph(modules: names.map { Module(id: ModuleID(package: "P", name: $0), kind: .regular) })
    let error = #expect(throws: Mermaid.TooLarge.self) { try Mermaid.text(SelectedGraph(graph)) }
    #expect(
      error?.description.hasPrefix("GitHub draws no Mermaid of more than 50,000 characters or 500 edges, and ") == true)
    #expect(
      error?.description.hasSuffix("Show a part of it with --focus, --package or --exclude, or write svg.") == true)
  }
}
