import BuildTrace
import ImportSyntax
import ModuleGraph
import Testing

@testable import BuildAnalysis
@testable import Foresight

@Suite struct CommitForecastTests {
  /// What the files of the shop declare: nothing in any other file mentions it.
  private static func interfaces(_ core: String) -> WorkspaceInterfaces {
    WorkspaceInterfaces(
      modules: MadeWorld.shop.files.mapValues { files in
        WorkspaceInterfaces.Contents(
          files: Dictionary(
            uniqueKeysWithValues: files.map { file in
              let text = file.path == "Core0.swift" ? core : "let own = 1"
              let read = WorkspaceInterfaces.File(
                hash: Int(truncatingIfNeeded: text.stableHash), lines: file.lines ?? 0,
                interface: SwiftInterface(swift: Array(text.utf8)))
              return (file.path, read)
            }))
      })
  }

  /// - Parameter emitted: the modules that are emitted whenever their drivers run.
  private static func forecast(changing core: String, emitted: Set<String> = []) throws -> CommitForecast {
    let (graph, trace) = (MadeWorld.shop.graph, MadeWorld.shop.trace)
    var costs = CompilerCosts(Timeline(trace, graph: graph))
    costs.emittedAgain = Set(graph.modules.map(\.id).filter { emitted.contains($0.name) })
    return CommitForecast(
      from: (graph, interfaces("public struct Box { func f() -> Int { 1 } }")), to: (graph, interfaces(core)),
      costs: costs)
  }

  @Test func `drivers that only check take time, and more if they emit their module`() throws {
    let body = try Self.forecast(changing: "public struct Box { func f() -> Int { 2 } }")
    let visible = "public struct Box { func f() -> Int { 1 }; private let a = 1 }"
    let (checked, emitted) = try (Self.forecast(changing: visible), Self.forecast(changing: visible, emitted: ["Net"]))
    for forecast in [body, checked, emitted] { #expect(forecast.rows.map(\.recompiled.compiledFiles) == [1]) }
    #expect(body.checked == [] && checked.checked.map(\.name) == ["Net", "Store"])
    #expect(checked.emitted == [] && emitted.emitted.map(\.name) == ["Net"])
    let seconds = [body, checked, emitted].map(\.incrementalSeconds)
    try #require(seconds.count > 2)
    #expect(seconds[0].value < seconds[1].value && seconds[1].value < seconds[2].value, "\(seconds)")
    #expect(seconds[2].value < seconds[0].value + 1, "both at once, each in less than a second")
    #expect(seconds.allSatisfy { $0.low < $0.value && $0.value < $0.high })
  }

  @Test func `a forecast without a change is the recorded clean build, and nothing is compiled`() throws {
    let shop = MadeWorld.shop
    let forecast = try Self.forecast(changing: "public struct Box { func f() -> Int { 1 } }")
    #expect(forecast.rows == [] && forecast.linked == [] && forecast.incremental.value == 0)
    #expect(
      abs(forecast.cleanBefore - shop.cpuSeconds) < 0.3 && abs(forecast.clean.value - forecast.cleanBefore) < 1e-9)
    #expect((forecast.cleanModules, forecast.unrecorded, forecast.changesGraph) == (6, [], false))
    #expect(!forecast.mayBeFarTooHigh && !forecast.compilesModulesAsWholes && forecast.durationCorrection == nil)
  }

  @Test func `what a change compiles and links adds up, the dearest module first`() throws {
    let visible = try Self.forecast(changing: "public struct Box { func f() -> Int { 1 } }; public func free() {}")
    #expect(visible.rows.first?.recompiled.module.name == "Core" && visible.linked.map(\.name) == ["App"])
    let seconds = visible.rows.compactMap(\.cpuSeconds)
    #expect(seconds.count == visible.rows.count && seconds == seconds.sorted(by: >))
    let (graph, trace) = (MadeWorld.shop.graph, MadeWorld.shop.trace)
    let costs = CompilerCosts(Timeline(trace, graph: graph))
    let checks = visible.checked.reduce(0) { $0 + costs.workOfChecking($1).seconds }
    let link = costs.cpuSecondsOfLinking(MadeWorld.id("App"))
    #expect(abs(visible.incremental.value - seconds.reduce(0, +) - checks - link) < 1e-9 && checks > 0)
    #expect(visible.divided.map(\.module.name) == visible.rows.map(\.recompiled.module.name))
    #expect(visible.incrementalSeconds.value < visible.incremental.value, "not one after the other")
  }

  @Test func `modules that were not recorded cost their lines, and change the graph`() throws {
    let shop = MadeWorld.shop
    let without = shop.with {
      $0["Search"] = nil
      $0["App"]?.dependencies = ["Cart"]
    }
    let costs = CompilerCosts(Timeline(without.trace, graph: without.graph))
    let interfaces = Self.interfaces("public struct Box {}")
    let forecast = CommitForecast(
      from: (without.graph, WorkspaceInterfaces(modules: interfaces.modules.filter { $0.key.name != "Search" })),
      to: (shop.graph, interfaces), costs: costs)
    #expect(forecast.unrecorded == [MadeWorld.id("Search")] && forecast.changesGraph && forecast.cleanModules == 6)
    #expect(abs(forecast.cleanBefore - without.cpuSeconds) < 0.3)
    let new = costs.cpuSecondsOfAll([MadeWorld.id("Search")], lines: [MadeWorld.id("Search"): 630])
    #expect(new > 1 && abs(forecast.clean.value - forecast.cleanBefore - new) < 1e-9)
    #expect(forecast.clean.low < forecast.clean.value - new / 2 + 1e-9)
    #expect(forecast.clean.high > forecast.clean.value + new - 1e-9)
    let row = try #require(forecast.rows.first { $0.recompiled.module.name == "Search" })
    #expect(row.recompiled.reason == .new && row.cpuSeconds != nil)
  }
}
