import BuildTrace
import ModuleGraph
import TestSupport
import Testing

@testable import BuildAnalysis
@testable import Foresight

/// By what recorded incremental builds took longer than their work would.
struct MeasuredRebuildTests {
  private let id = ModuleID(package: "P", name: "Core")
  private var graph: ModuleGraph { ModuleGraph(modules: [Module(id: id, kind: .regular, sources: 9, lines: 900)]) }

  /// A driver that takes 0.2 s, and emits the module in 0.4 s while it compiles batches; times in milliseconds.
  private func rebuild(
    cores: Int = 2, _ batches: [(start: Int, end: Int)]
  ) -> (rebuild: MeasuredRebuild, costs: CompilerCosts) {
    let end = (batches.map(\.end).max() ?? 0) + 100
    let work = 600 + batches.reduce(0) { $0 + $1.end - $1.start }
    let processes =
      [
        TracedProcess(id: 1, kind: .plan, module: "Core", start: 0, end: end, cpu: work),
        TracedProcess(id: 2, parent: 1, kind: .emitModule, module: "Core", start: 100, end: 500),
      ]
      + batches.enumerated().map {
        TracedProcess(
          id: 10 + $0, parent: 1, kind: .compile, module: "Core", start: $1.start, end: $1.end, files: ["F\($0).swift"])
      }
    let timeline = Timeline(BuildTrace(cores: cores, end: end, cpu: work, processes), graph: graph)
    return (MeasuredRebuild(timeline) { $0 == id }, CompilerCosts(timeline))
  }

  private func ratio(cores: Int = 2, _ batches: [(start: Int, end: Int)]) throws -> Double {
    let (rebuild, costs) = rebuild(cores: cores, batches)
    let durations = try #require(rebuild.durations(in: graph, costs, waitsForEmitting: false))
    return durations.measured / durations.predicted
  }

  @Test func `builds of similar length correct a predicted duration`() throws {
    var (_, costs) = rebuild([(100, 600), (500, 1100)])
    let short = rebuild([(100, 600), (500, 1100)]).rebuild
    // The second batch of the long ones waits for four seconds.
    let long = rebuild([(100, 5000), (9000, 14000)]).rebuild
    costs.rebuilds = [short, long, short, long, short, long]
    func factor(_ seconds: Double) throws -> Double {
      try #require(costs.correction(of: seconds, in: graph, waitsForEmitting: false)).factor
    }
    #expect(abs(try factor(1) - 1) < 0.02)
    #expect(try factor(9) > 1.3)
  }

  @Test func `batches that a driver knows from the start wait only for a place`() throws {
    #expect(abs(try ratio([(100, 600), (500, 1100)]) - 1) < 0.02)
  }

  @Test func `a batch that started although a place had been free follows the one that ended before it`() throws {
    // Both would have ended after 1.0 s, side by side.
    #expect(abs(try ratio(cores: 4, [(100, 900), (900, 1700)]) - 1) < 0.02)
    #expect(abs(try ratio(cores: 4, [(100, 900), (100, 300), (300, 1200), (900, 1700)]) - 1) < 0.02)
  }

  @Test func `what neither work nor order explains is left`() throws {
    // The second batch starts half a second after the first one ended.
    #expect(try ratio([(100, 600), (1100, 1600)]) > 1.3)
  }
}
