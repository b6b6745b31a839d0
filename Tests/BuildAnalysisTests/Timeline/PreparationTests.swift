import BuildAnalysis
import BuildTrace
import ModuleGraph
import TestSupport
import Testing

/// What the first compilers made for all or waited for, told apart from their own work.
struct PreparationTests {
  private static func id(_ name: String) -> ModuleID { ModuleID(package: "P", name: name) }

  private static let graph = ModuleGraph(
    modules: [("A", 100), ("B", 100), ("C", 100), ("D", 200), ("E", 300), ("F", 400)].map { name, lines in
      Module(id: id(name), kind: .regular, sources: 1, lines: lines, languages: ["swift"])
    },
    dependencies: ["C", "D", "E", "F"].flatMap { name in
      ["A", "B"].map { Dependency(from: id(name), to: id($0)) }
    })

  /// A and B are compiled first and end together, and four others after them. A compiler usually takes 0.5 s of 100
  /// lines, as A and B have; that of B takes 3.5 s.
  /// - Parameters:
  ///   - cpu: of A, in milliseconds.
  ///   - start: of B, in milliseconds.
  private static func trace(cpu: Int, start: Int) -> BuildTrace {
    let first = [
      TracedProcess(id: 1, kind: .compile, module: "A", start: 0, end: 4000, cpu: cpu, files: ["a.swift"]),
      TracedProcess(id: 2, kind: .compile, module: "B", start: start, end: 4000, cpu: 3500, files: ["b.swift"]),
    ]
    let later = ["C", "D", "E", "F"].enumerated().map { index, name in
      TracedProcess(
        id: index + 3, kind: .compile, module: name, start: 4000, end: 4500 + 100 * index,
        files: [name.lowercased() + ".swift"])
    }
    return BuildTrace(cores: 8, end: 5000, cpu: cpu + 6100, first + later)
  }

  private static func preparation(cpu: Int, start: Int) -> RecordedPreparation {
    let trace = Self.trace(cpu: cpu, start: start)
    return RecordedPreparation(TraceAnalysis(trace, graph), of: trace)
  }

  private static func own(_ preparation: RecordedPreparation) -> [Double] {
    (0..<2).map { ((preparation.ownMicroseconds[$0] ?? 0) / 1000).rounded() }
  }

  @Test func `what makes it was the first to need it, but had done a quarter of its own work`() {
    // A needs it at 500 ms, which is 200 ms or 50 ms after the start of B.
    let early = Self.preparation(cpu: 500, start: 300)
    #expect(Self.own(early) == [500, 200])
    #expect(abs(early.costs.making - 3_300_000) < 1000 && abs(early.costs.waiting) < 1000)
    #expect(Self.own(Self.preparation(cpu: 500, start: 450)) == [500, 125], "a quarter of 500 ms")
  }

  @Test func `waiting costs a third of making at most, and the rest is the code of both modules`() {
    // Without a bound, A would have waited for 2 s of 3 s. If it waits for a third, both have 2 s of their own.
    let costs = Self.preparation(cpu: 2500, start: 0).costs
    #expect(abs(costs.making - 1_500_000) < 1000, "\(costs)")
    #expect(abs(costs.waiting - 500_000) < 1000, "\(costs)")
  }

  @Test func `a replay that makes it sooner has an error of its own, which gains have, too`() throws {
    // A makes what B took 3.425 s for, from 500 ms on, so that all ends 75 ms sooner than in 5 s.
    let timeline = Timeline(Self.trace(cpu: 500, start: 450), graph: Self.graph)
    #expect(abs(try #require(timeline.replay.relativeError)) < 1e-6)
    let error = try #require(timeline.preparedReplayError)
    #expect(abs(error + 0.015) < 1e-4 && error == timeline.gainError, "\(error)")
  }
}
