import BuildAnalysis
import BuildTrace
import ModuleGraph
import Testing

/// A product may have another name than the module that it is linked of.
struct LinkerTests {
  private static let app = ModuleID(package: "Shop", name: "App")

  @Test func aLinkerBelongsToTheModuleOfItsProduct() throws {
    let product = Product(
      name: "tool-cli", package: "Shop", kind: .executable, linkage: .automatic, modules: [Self.app])
    let graph = ModuleGraph(
      products: [product],
      modules: [Module(id: Self.app, kind: .executable, sources: 1, lines: 10)], dependencies: [])
    let lines = """
      {"schema":"modgauge.trace/1","build":"b","startNanoseconds":0,"cores":2}
      {"process":2,"parent":1,"startNanoseconds":1,"endNanoseconds":50,"userMicroseconds":1,"systemMicroseconds":0,"peakBytes":1,"exitCode":0,"program":"swift-frontend","job":"compile","module":"App","fileCount":1}
      {"process":1,"startNanoseconds":0,"endNanoseconds":60,"userMicroseconds":2,"systemMicroseconds":0,"peakBytes":1,"exitCode":0,"program":"swiftc","job":"plan","module":"App"}
      {"process":4,"parent":3,"startNanoseconds":70,"endNanoseconds":90,"userMicroseconds":1,"systemMicroseconds":0,"peakBytes":1,"exitCode":0,"program":"clang","job":"link","output":"tool-cli"}
      {"process":3,"startNanoseconds":65,"endNanoseconds":95,"userMicroseconds":2,"systemMicroseconds":0,"peakBytes":1,"exitCode":0,"program":"swiftc","job":"plan","module":"tool_cli","output":"tool-cli"}

      """
    let trace = try #require(try BuildTrace.builds(in: Array(lines.utf8)).last)
    let timeline = Timeline(trace, graph: graph)
    #expect(timeline.modulesNotInGraph == [])
    #expect(Set(timeline.jobs.map { $0.module?.name }) == ["App"])
  }
}
