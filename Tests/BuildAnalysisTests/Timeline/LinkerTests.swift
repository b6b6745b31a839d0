import BuildTrace
import ModuleGraph
import TestSupport
import Testing

@testable import BuildAnalysis

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

  /// When that was complete which the linker of an output waits for, in milliseconds.
  private func waits(ofLinker output: String, in processes: [TracedProcess], _ graph: ModuleGraph) -> [Int] {
    let analysis = TraceAnalysis(BuildTrace(end: 2000, processes), graph)
    let builder = analysis.builder
    let job = analysis.tasks.tree.jobs.firstIndex { $0.kind == .link && $0.output == output }
    let piece = job.flatMap { builder.firstPiece(of: $0) }
    let ends = builder.waits.filter { $0.to == piece }.map { builder.steps[$0.from].span.endNanoseconds }
    return ends.map { $0 / 1_000_000 }.sorted()
  }

  @Test func `a linker that did not wait for a dependency waits for what was compiled and wrapped before`() {
    func waits(startingAt start: Int) -> [Int] {
      let processes = [
        TracedProcess(id: 1, kind: .compile, module: "Core", start: 0, end: 1000),
        TracedProcess(id: 2, kind: .compile, module: "App", start: 0, end: 200),
        TracedProcess(id: 3, kind: .wrap, module: "App", start: 210, end: 250),
        TracedProcess(id: 4, kind: .link, start: start, end: start + 100, output: "App"),
      ]
      return self.waits(ofLinker: "App", in: processes, ModuleGraph(["App": ["Core"], "Core": []]))
    }
    #expect(waits(startingAt: 1010) == [1000], "for all at once")
    #expect(waits(startingAt: 300) == [200, 250])
    #expect(waits(startingAt: 240) == [200])
  }

  @Test func `a linker of something that the graph lacks waits for all that was compiled before`() {
    let processes = [
      TracedProcess(id: 1, kind: .compile, module: "A", start: 0, end: 300),
      TracedProcess(id: 2, kind: .compile, module: "B", start: 0, end: 500),
      TracedProcess(id: 3, kind: .compile, module: "C", start: 0, end: 100),
      TracedProcess(id: 4, kind: .link, start: 200, end: 250, output: "one"),
      TracedProcess(id: 5, kind: .link, start: 600, end: 650, output: "two"),
    ]
    let graph = ModuleGraph(["A": [], "B": [], "C": []])
    #expect(waits(ofLinker: "one", in: processes, graph) == [100])
    #expect(waits(ofLinker: "two", in: processes, graph) == [500])
  }
}
