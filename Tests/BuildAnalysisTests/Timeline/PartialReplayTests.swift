import BuildAnalysis
import BuildTrace
import Foundation
import ModuleGraph
import TestSupport
import Testing

/// What a recorded build tells of builds of some of its modules.
struct PartialReplayTests {
  private func replay(_ processes: [TracedProcess] = ExampleTests.processes, end: Int? = 2400) -> PartialReplay? {
    PartialReplay(BuildTrace(end: end, cpu: 2610, processes), graph: ExampleTests.graph)
  }

  @Test func `all modules take what the whole replay took`() throws {
    let replay = try #require(self.replay())
    #expect(abs(replay.seconds(building: ["App", "Core", "Feat"]) - 2.4) < 0.001)
    #expect(abs(replay.relativeError) < 0.001)
  }

  @Test func `without a program, one is linked after the last module, by its part of the CPU time`() throws {
    let replay = try #require(self.replay())
    // Feat is done at 1,710 ms; 240 ms of linking, of which the modules have 1,970 of 2,500 CPU milliseconds; 100 ms after it.
    #expect(abs(replay.seconds(building: ["Core", "Feat"]) - (1.71 + 0.24 * 0.788 + 0.1)) < 0.002)
    #expect(abs(replay.seconds(building: ["Core"]) - (1.1 + 0.24 * 0.488 + 0.1)) < 0.002)
  }

  @Test func `what others waited for no core is no longer waited for`() throws {
    // One core: B is compiled after A, which it does not depend on.
    let processes = [
      TracedProcess(id: 1, kind: .compile, module: "A", start: 0, end: 300, files: ["a.swift"]),
      TracedProcess(id: 2, kind: .compile, module: "B", start: 300, end: 500, files: ["b.swift"]),
    ]
    let trace = BuildTrace(cores: 1, end: 500, cpu: 500, processes)
    let replay = try #require(PartialReplay(trace, graph: ModuleGraph(["A": [], "B": []])))
    #expect(abs(replay.seconds(building: ["B"]) - 0.2) < 0.001)
  }

  @Test func `what is left waits for what the missing modules waited for`() throws {
    let replay = try #require(self.replay())
    let id = ModuleID(package: "P", name: "Feat")
    // App can start when Core is done, 600 ms sooner; the builder's 10 ms between them are not waited for, either.
    #expect(abs(replay.secondsSaved(without: [id]) - 0.61) < 0.02)
    #expect(replay.secondsSaved(without: []) == 0)
  }

  @Test func `a build that was not wholly recorded is replayed by nobody`() {
    #expect(replay(end: nil) == nil)
  }

  @Test func `a real build's parts take less than the whole`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Traces/swift-argument-parser.jsonl")
    let trace = try #require(BuildTrace.builds(in: Data(contentsOf: file)).first)
    let graph = ModuleGraph([
      "generate-manual": ["ArgumentParser", "ArgumentParserToolInfo"], "ArgumentParser": ["ArgumentParserToolInfo"],
    ])
    let timeline = Timeline(trace, graph: graph)
    let replay = try #require(PartialReplay(trace, graph: graph))
    let names = ["ArgumentParserToolInfo", "ArgumentParser", "generate_manual"]
    let seconds = (1...3).map { replay.seconds(building: Set(names.prefix($0))) }
    try #require(seconds.count > 2)
    #expect(seconds == seconds.sorted() && seconds[0] > 0)
    #expect(abs(seconds[2] - Double(try #require(timeline.replay.predictedNanoseconds)) / 1e9) < 0.001)
  }
}
