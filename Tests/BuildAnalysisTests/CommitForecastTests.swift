import BuildAnalysis
import BuildTrace
import ImportSyntax
import ModuleGraph
import Testing

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

  private static func forecast(changing core: String) throws -> CommitForecast {
    let (graph, trace) = (MadeWorld.shop.graph, MadeWorld.shop.trace)
    return CommitForecast(
      from: (graph, interfaces("public struct Box { func f() -> Int { 1 } }")), to: (graph, interfaces(core)),
      costs: CompilerCosts(Timeline(trace, graph: graph)))
  }

  @Test func `modules that are only emitted take time`() throws {
    let body = try Self.forecast(changing: "public struct Box { func f() -> Int { 2 } }")
    let wider = try Self.forecast(changing: "public struct Box { func f() -> Int { 1 }; private let a = 1 }")
    for forecast in [body, wider] { #expect(forecast.rows.map(\.recompiled.compiledFiles) == [1]) }
    #expect(body.emitted == [] && wider.emitted.map(\.name) == ["Net", "Store"])
    let (own, all) = (body.incrementalSeconds, wider.incrementalSeconds)
    // Each is emitted in less than a second, and both at once.
    #expect(all.value > own.value + 0.05 && all.value < own.value + 1, "\(own), \(all)")
    #expect(all.low < all.value && all.value < all.high)
  }
}
