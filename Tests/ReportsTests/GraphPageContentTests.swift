import BuildAnalysis
import Foundation
import ModuleGraph
import Synchronization
import TestSupport
import Testing

@testable import Reports

/// What a page of a graph holds, laid out by an engine that puts everything in one row.
struct GraphPageContentTests {
  private let engine = LayoutEngine.inOneRow

  private func content(
    _ graph: ModuleGraph, collapse: [String] = [], layers: Layers = Layers(), style: PictureStyle = PictureStyle()
  ) throws -> GraphPageContent {
    var selection = Selection()
    selection.collapse = collapse
    let page = GraphPage(
      graph, try selection(graph, layers: layers), metrics: GraphMetrics(SelectedGraph(graph)), style: style,
      roles: ModuleRole.all(of: try Roles(graph)))
    return try GraphPageContent(page, engine)
  }

  @Test func `the page of a run has no graph where a single module is built`() throws {
    var run = Run.example(rounds: 6)
    func page() throws -> String {
      let html = try #require(RunReport.renderings.first { $0.name == "html" })
      guard case .page(let draw) = html.content else { return "" }
      return try draw(RunReport(run.findings), engine)
    }
    #expect(try page().contains("id=\"modules-built-title\""))
    for index in run.arms.indices { run.arms[index].modules = [ModuleID(package: "Shop", name: "Core")] }
    #expect(try !page().contains("id=\"modules-built-title\"") && page().contains("id=\"samples\""))
  }

  @Test func `edges of a page end at boxes, whatever the kind of the module`() throws {
    let kinds: [Module.Kind] = [.executable, .macro, .plugin, .system, .extension, .test]
    let graph = ModuleGraph(
      modules: kinds.map { Module(id: ModuleID(package: "p", name: $0.rawValue), kind: $0) }, dependencies: [])
    let place = try #require(engine.place)
    let seen = Mutex("")
    let watching = LayoutEngine { text in
      seen.withLock { $0 += text }
      return try place(text)
    }
    _ = try GraphPage(graph, SelectedGraph(graph), metrics: GraphMetrics(SelectedGraph(graph)))
      .html(laidOutBy: watching)
    let laidOut = seen.withLock { $0 }
    #expect(laidOut.contains("shape=box"))
    #expect(!["octagon", "folder", "cylinder", "component", "note"].contains { laidOut.contains("shape=\($0)") })
  }

  @Test func `what is inside a group is placed in rows if it is a tangle`() throws {
    let names = (0..<50).map { "Core\($0)" }
    func id(_ name: String) -> ModuleID { ModuleID(package: "p", name: name) }
    let edges = names.indices.flatMap { from in names[..<from].map { (names[from], $0) } } + names.map { ("App", $0) }
    let graph = ModuleGraph(
      modules: (["App"] + names).map { Module(id: id($0), kind: .regular) },
      dependencies: edges.map { Dependency(from: id($0.0), to: id($0.1)) })
    var style = PictureStyle()
    style.edges = .all
    let place = try #require(engine.place)
    let largest = Mutex(0)
    let watching = LayoutEngine { text in
      largest.withLock { $0 = max($0, text.matches(of: /->/).count) }
      return try place(text)
    }
    var selection = Selection()
    selection.collapse = ["Core*"]
    let page = GraphPage(graph, try selection(graph), metrics: GraphMetrics(SelectedGraph(graph)), style: style)
    let content = try GraphPageContent(page, watching)
    #expect(content.groups.map(\.level.items.count) == [50])
    #expect(content.groups.map(\.level.curves.count) == [50 * 49 / 2])
    #expect(largest.withLock { $0 } < 1000)
  }

  @Test func `without an engine, modules are placed in rows, what needs the most at the top`() throws {
    let graph = ModuleGraph([
      "App": ["Home", "Cart"], "Home": ["Core"], "Cart": ["Core"], "Core": ["App"], "Alone": [],
    ])
    let page = GraphPage(graph, SelectedGraph(graph), metrics: GraphMetrics(SelectedGraph(graph)))
    let level = try GraphPageContent(page, .none).overview
    #expect(level.items.count == 5 && level.curves.count == 5, "a cycle is drawn as well")
    for (index, item) in level.items.enumerated() {
      #expect(item[3] > 0 && item[4] > 0 && item[1] + item[3] <= level.width && item[2] + item[4] <= level.height)
      for other in level.items[..<index] {
        let isBeside = item[1] >= other[1] + other[3] || other[1] >= item[1] + item[3]
        let isBelow = item[2] >= other[2] + other[4] || other[2] >= item[2] + item[4]
        #expect(isBeside || isBelow, "modules overlap")
      }
    }
    let names = (0..<100).map { Module(id: ModuleID(package: "p", name: "Module\($0)"), kind: .regular) }
    let wide = ModuleGraph(modules: names, dependencies: [])
    let wideLevel = GraphPage(wide, SelectedGraph(wide), metrics: GraphMetrics(SelectedGraph(wide)))
    #expect(try GraphPageContent(wideLevel, .none).overview.width < 1600)
  }

  @Test func modulesAreColumnsAndUnknownFiguresAreNull() throws {
    let graph = ModuleGraph(
      modules: [
        Module(id: ModuleID(package: "p", name: "App"), kind: .executable, path: "Sources/App", sources: 1, lines: 30),
        Module(id: ModuleID(package: "p", name: "Core"), kind: .system),
      ],
      dependencies: [
        Dependency(
          from: ModuleID(package: "p", name: "App"), to: ModuleID(package: "p", name: "Core"),
          condition: Condition(platforms: ["linux"]))
      ])
    let content = try content(graph)
    let columns = content.modules
    #expect(columns.name == ["App", "Core"])
    #expect(columns.lines == [30, nil] && columns.path == ["Sources/App", nil])
    #expect(columns.kind.map { content.kinds[$0] } == ["executable", "system library"])
    #expect(columns.seconds == nil && content.seconds == nil)
    // A dependency under a condition has an odd style.
    #expect(content.edges == [0, 1, 1] && content.conditions == [0: "linux"])
    #expect(content.overview.items == [[0, 4, 4, 50, 30], [1, 64, 4, 50, 30]].map { $0 } || content.groups.isEmpty)
  }

  @Test func whatIsFoldedIsLaidOutOnceMoreByItself() throws {
    let graph = ModuleGraph([
      "App": ["FeedFeature", "ChatFeature"], "FeedFeature": ["ChatFeature", "Core"], "ChatFeature": ["Core"],
      "Core": [],
    ])
    let content = try content(graph, collapse: ["*Feature"])
    #expect(content.groups.map(\.name) == ["*Feature"])
    try #require(!content.groups.isEmpty)
    #expect(content.groups[0].modules.map { content.modules.name[$0] } == ["ChatFeature", "FeedFeature"])
    #expect(content.groups[0].level.items.map { content.modules.name[$0[0]] } == ["ChatFeature", "FeedFeature"])
    #expect(content.groups[0].level.curves.count == 1)
    // The group stands in the overview, as -1.
    #expect(Set(content.overview.items.map { $0[0] }) == [-1, 0, 2])
    // Every dependency is there, within the group, too.
    #expect(content.edges.count == 3 * 5)
  }

  @Test func `bands of a page are named by layers, and what leads upward begins at its lower end`() throws {
    let layers = Layers([Layer(name: "app", modules: [Glob("App")]), Layer(name: "core", modules: [Glob("Core")])])
    let graph = ModuleGraph(["App": [], "Core": ["App"]])
    let picture = GraphPicture(try Selection()(graph, layers: layers)).numbered
    let placed = PlacedGraph(
      size: PictureSize(width: 99.2, height: 80),
      nodes: [
        (name: "band:app", bounds: [0.6, 5, 30, 20]), (name: "0", bounds: [40.4, 0, 50, 30]),
        (name: "band:core", bounds: [0, 55, 31, 20]), (name: "1", bounds: [40.6, 50, 50, 30]),
      ], boxes: [(name: "cluster_0", bounds: [1, 2, 3, 4])],
      curves: [(id: "1->0", isBackward: true, points: [1, 2, 3, 4, 5, 6, 7, 8], tip: [9, 9.6])])
    let level = GraphLevel(picture, placed) { $0.title.count }
    #expect(level.width == 100 && level.height == 80)
    #expect(level.items == [[3, 40, 0, 50, 30], [4, 41, 50, 50, 30]])
    #expect(level.boxes.map(\.name) == ["app", "core"] && level.boxes.allSatisfy(\.isBand))
    #expect(level.boxes.map(\.bounds) == [[1, 5, 30, 20], [0, 55, 31, 20]])
    // From Core to App, against the layers and without a condition.
    #expect(level.curves == [[1, 0, 8, 7, 8, 5, 6, 3, 4, 1, 2, 9, 10]])
  }

  @Test func `boxes of a page are named by packages, in whatever order they were placed`() {
    let ids = [("kit", "Net"), ("kit", "UI"), ("log", "Log"), ("log", "Trace"), ("one", "Lone")].map {
      ModuleID(package: $0.0, name: $0.1)
    }
    let graph = ModuleGraph(modules: ids.map { Module(id: $0, kind: .regular) })
    let boxes = [("cluster_1", 50.4), ("cluster_0_alone", 7.0), ("cluster_0", 0.0)].map {
      PlacedGraph.Box(name: $0.0, bounds: [$0.1, 0, 40, 30])
    }
    let placed = PlacedGraph(size: PictureSize(width: 100, height: 80), nodes: [], boxes: boxes, curves: [])
    let level = GraphLevel(GraphPicture(SelectedGraph(graph)).numbered, placed) { _ in 0 }
    #expect(level.boxes.map(\.name) == ["kit", "log"] && !level.boxes.contains(where: \.isBand))
    #expect(level.boxes.map(\.bounds) == [[0, 0, 40, 30], [50, 0, 40, 30]])
  }

  @Test func theFirstColourIsWhatTellsMost() throws {
    let plain = ModuleGraph(["App": ["Core"], "Core": []])
    #expect(try content(plain).color == "kind")
    let layers = Layers([Layer(name: "app", modules: [Glob("App")])])
    #expect(try content(plain, layers: layers).color == "layer")
    var style = PictureStyle()
    style.coloring = .values(title: "CPU seconds, clean build", unit: "CPU s", [:])
    let timed = try content(plain, layers: layers, style: style)
    #expect(timed.color == "seconds" && timed.seconds == "CPU seconds, clean build")
  }

  @Test func theSamePageIsWrittenEachTime() throws {
    let graph = HostileNames.graph
    let selected = SelectedGraph(graph)
    let page = GraphPage(graph, selected, metrics: GraphMetrics(selected), roles: ModuleRole.all(of: try Roles(graph)))
    #expect(try page.html(laidOutBy: engine) == page.html(laidOutBy: engine))
  }
}
