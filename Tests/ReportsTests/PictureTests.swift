import ModuleGraph
import Reports
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
    #expect(group.detail == "14 modules · 1,400 lines")
    #expect(
      group.tooltip == "net/*, 14 modules, 1,400 lines: " + (10..<22).map { "M\($0)" }.joined(separator: ", ")
        + " and 2 more")
    #expect(picture.edges.map(\.to) == [group.id])
    #expect(picture.legend.map(\.text) == ["executable", "several modules"])
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
    #expect(picture.legend.map(\.text) == ["against the layers"])
    #expect(
      DOT.text(picture).contains(#""Example/CartFeature" -> "Example/Core" [id="Example/Core->Example/CartFeature""#))
  }

  @Test func edgesOfACycleAreRedButNotThoseThatFoldingMade() throws {
    let cyclic = ModuleGraph(["A": ["B"], "B": ["C"], "C": ["B"]])
    let roles = GraphPicture(SelectedGraph(cyclic)).edges.map(\.role)
    #expect(roles == [.target, .cycle, .cycle])
    // A chain, folded into groups by the first words of the names, which take turns.
    let words = ["Cart", "Shop", "Pay", "Log", "Net", "Map"]
    let ids = (0..<36).map { ModuleID(package: "P", name: words[$0 % 6] + "M\($0)") }
    let chain = ModuleGraph(
      modules: ids.map { Module(id: $0, kind: .regular) },
      dependencies: zip(ids, ids.dropFirst()).map { Dependency(from: $0, to: $1) })
    let picture = GraphPicture(SelectedGraph(chain), style: style { $0.budget = 10 })
    #expect(picture.nodeCount == 6)
    #expect(picture.edges.allSatisfy { $0.role == .target })
    #expect(
      picture.notes == [
        "36 modules, folded into 6 nodes by the first word of their names (--budget 0 shows all, --focus or --package a part)"
      ])
  }

  @Test func colourStandsForAValueAndTheLegendForItsSteps() throws {
    let ids = (0..<6).map { ModuleID(package: "P", name: "M\($0)") }
    let graph = SelectedGraph(
      ModuleGraph(
        modules: ids.enumerated().map { Module(id: $1, kind: .regular, lines: $0 == 5 ? nil : 100 << (2 * $0)) }))
    let picture = GraphPicture(graph, style: style { $0.coloring = .lines })
    #expect(
      picture.legend.map(\.text) == [
        "lines:", "up to 1,000", "up to 2,000", "up to 5,000", "up to 10,000", "more", "unknown",
      ])
    let fills = picture.nodes.map(\.paint.fill)
    #expect(fills[0] == fills[1])
    #expect(Set(fills).count == 5)
    let seconds = PictureStyle.Coloring.values(title: "seconds", unit: "s", [ids[0]: 1.25])
    let timed = GraphPicture(graph, style: style { $0.coloring = seconds })
    #expect(timed.nodes.first?.tooltip == "P/M0, module, 100 lines, 1.25 s")
    #expect(timed.legend.last?.text == "no figure")
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

  @Test func onePackageOfManyModulesNeverBecomesOneNode() {
    let ids = (0..<400).map { ModuleID(package: "P", name: "m\($0)") }
    let graph = ModuleGraph(modules: ids.map { Module(id: $0, kind: .regular, path: "Sources/\($0.name)") })
    let picture = GraphPicture(SelectedGraph(graph))
    #expect((5...150).contains(picture.nodeCount))
    #expect(picture.notes[0].hasPrefix("400 modules, of which the 149 with the most dependents are shown"))
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
