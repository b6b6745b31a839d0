@testable import BuildAnalysis
import Foresight
import ModuleGraph
import Testing

struct HotspotTests {
  /// App → Cart → Core, App → Core; the lines of each are a power of ten.
  private static let graph: ModuleGraph = {
    ModuleGraph(
      modules: [("App", 100), ("Cart", 10), ("Core", 1)].map {
        Module(id: id($0.0), kind: .regular, sources: 1, lines: $0.1)
      },
      dependencies: [("App", "Cart"), ("App", "Core"), ("Cart", "Core")].map {
        Dependency(from: id($0.0), to: id($0.1))
      })
  }()

  private static func id(_ name: String) -> ModuleID { ModuleID(package: "P", name: name) }

  /// Each commit changes the file of the modules it names.
  private static func hotspots(_ commits: [[String]], estimates: RebuildEstimates = .none) -> Hotspots {
    let names = ["App", "Cart", "Core"]
    let places = SourceLocations(sources: Dictionary(uniqueKeysWithValues: names.map { ("\($0).swift", [id($0)]) }))
    let history = CommitHistory(
      commits: commits.enumerated().map { index, names in
        Commit(
          hash: "\(index)", time: 0, author: "A", subject: "",
          changes: names.map { .init(path: "\($0).swift", kind: .modified) })
      }, since: 0, end: 365 * 86_400, ending: .period, oldest: nil)
    return Hotspots(Churn(history, in: places), in: SelectedGraph(graph), estimates: estimates)
  }

  private static func names(_ rows: [Hotspots.Row]) -> [String] {
    rows.map { row in
      switch row.subject {
      case .node(let node): SelectedGraph(graph).nodes[node].title
      case .file(let path, _): path
      }
    }
  }

  @Test func `what is changed often and compiled by many comes first`() {
    let hotspots = Self.hotspots([["Core"], ["App"], ["Cart"], ["Core"]])
    #expect(Self.names(hotspots.nodes) == ["Core", "Cart", "App"])
    #expect(hotspots.nodes.map(\.changes) == [2, 1, 1])
    #expect(hotspots.nodes.map(\.again.lines?.value) == [111, 110, 100])
    #expect(hotspots.nodes.map(\.again.modules) == [3, 2, 1])
    #expect(Self.names(hotspots.files) == ["Core.swift", "Cart.swift", "App.swift"])
  }

  @Test func `a commit compiles the union of what its modules do`() {
    let hotspots = Self.hotspots([["Core", "App"], ["App"], []])
    #expect(hotspots.rebuilds.map(\.cost.modules) == [3, 1])
    #expect(hotspots.spreads.lines?.sum == 211)
    #expect(hotspots.spreads.lines?.median == 105.5)
    #expect(hotspots.spreads.modules?.greatest == 3)
    #expect(hotspots.spreads.cpuSeconds == nil)
  }

  @Test func `a spread is of the commits whose figure is known`() throws {
    let spread = try #require(RebuildSpread([4, 1, 2, 3, 10, 5, 6, 7, 8, 9, 0]))
    #expect((spread.sum, spread.median, spread.greatest, spread.commits) == (55, 5, 10, 11))
    #expect(abs(spread.high - 9) < 1e-9)
    #expect(RebuildSpread([]) == nil)
  }

  @Test func `a module waits for those below it`() throws {
    let hotspots = Self.hotspots([["Core"], ["Core"], ["Cart"], ["App"]])
    let app = try #require(hotspots.waiting.first)
    #expect((app.node, app.commits, app.ownCommits, app.cause, app.causeCommits) == (0, 4, 1, 2, 2))
    let core = try #require(hotspots.waiting.last)
    #expect((core.node, core.commits, core.ownCommits, core.cause) == (2, 2, 2, nil))
    // 100 lines four times, 10 three times, and one twice.
    #expect(hotspots.waiting.map { $0.lines?.value } == [400, 30, 2])
    #expect(hotspots.waiting.map(\.causeCommits) == [2, 2, 0])
  }

  @Test func `seconds decide where there are some, and what has none is said`() {
    let seconds = ["App": 1.0, "Core": 50.0]
    let estimates = RebuildEstimates(
      cpuSeconds: { ids in
        let known = ids.compactMap { seconds[$0.name] }
        return known.isEmpty ? nil : known.reduce(0, +)
      }, seconds: { _ in nil })
    let hotspots = Self.hotspots([["Core"], ["App"], ["Cart"], ["App"]], estimates: estimates)
    #expect(Self.names(hotspots.nodes) == ["Core", "App", "Cart"])
    #expect(hotspots.nodes.map(\.again.cpuSeconds) == [51, 1, 1])
    #expect(hotspots.unrecorded == [Self.id("Cart")])
    #expect(hotspots.spreads.cpuSeconds?.sum == 54)
    let waiting = Dictionary(uniqueKeysWithValues: hotspots.waiting.map { ($0.node, $0.cpuSeconds) })
    #expect(waiting == [0: 4, 1: nil, 2: 50], "App is compiled four times, and Core once")
    #expect(hotspots.nodes.map(\.authors) == [1, 1, 1])
    #expect(Self.hotspots([["Core"]]).unrecorded == [], "no module has a cost in seconds")
  }
}
