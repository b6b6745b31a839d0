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
}
