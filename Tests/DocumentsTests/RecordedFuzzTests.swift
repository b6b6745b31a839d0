import BuildAnalysis
import BuildTrace
import Documents
import Foresight
import Foundation
import ModuleGraph
import Reports
import TestSupport
import Testing

/// Damaged traces, recordings and runs: whatever they hold, they are read or refused, and every report of them can be written.
///
/// `MODGAUGE_FUZZ_INPUTS` and `MODGAUGE_FUZZ_SEED` make a long campaign of it; `MODGAUGE_FUZZ_FIRST` leaves out the inputs before one that
/// ended the program.
@Suite(.serialized) struct RecordedFuzzTests {
  private static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }

  private static let inputs = number("MODGAUGE_FUZZ_INPUTS") ?? 120
  private static let first = number("MODGAUGE_FUZZ_FIRST") ?? 0
  private static let seed = UInt64(number("MODGAUGE_FUZZ_SEED") ?? 1)

  private static let graph = ModuleGraph(
    packages: [Package(key: "Shop", identity: "shop", name: "Shop", path: ".", toolsVersion: nil, dependencies: [])],
    modules: ["App", "Core", "Kit"].map {
      Module(id: ModuleID(package: "Shop", name: $0), kind: $0 == "App" ? .executable : .regular, sources: 2, lines: 90)
    },
    dependencies: [("App", "Core"), ("App", "Kit"), ("Kit", "Core")].map {
      Dependency(from: ModuleID(package: "Shop", name: $0.0), to: ModuleID(package: "Shop", name: $0.1))
    })

  private static let subject = RecordedSubject(
    workspace: "Shop", target: "App", configuration: "debug", buildSystem: nil, toolchain: "6.3.1", isClean: true)

  private static let traces: [String] = {
    let processes: [TracedProcess] = [
      .init(id: 1, kind: .plan, module: "Core", start: 100, end: 900, cpu: 20),
      .init(id: 2, parent: 1, kind: .emitModule, module: "Core", start: 110, end: 300, files: ["A.swift", "B.swift"]),
      .init(id: 3, parent: 1, kind: .compile, module: "Core", start: 110, end: 800, files: ["A.swift"]),
      .init(id: 4, parent: 1, kind: .compile, module: "Core", start: 310, end: 850, files: ["B.swift"]),
      .init(id: 5, kind: .plan, module: "Kit", start: 900, end: 1500, cpu: 20),
      .init(id: 6, parent: 5, kind: .compile, module: "Kit", start: 920, end: 1480, files: ["K.swift", "L.swift"]),
      .init(id: 7, kind: .compile, module: "App", start: 1500, end: 2500, isTool: true, files: ["main.swift"]),
      .init(id: 8, kind: .wrap, module: "App", start: 2500, end: 2520),
      .init(id: 9, kind: .link, module: "App", start: 2520, end: 2800, output: "App"),
    ]
    let built = BuildTrace(cores: 2, end: 3000, cpu: 4000, arguments: ["-j", "2"], processes)
    let logged = BuildTrace(
      header: .init(
        build: "log", startNanoseconds: 0, cores: 4, toolchain: nil, arguments: [],
        logged: LoggedBuild(
          hasCPUTimes: true, hasDependencies: true, staleSteps: 3, cachedSteps: 4, untimedSteps: 1,
          inProcessMicroseconds: 5, warnings: ["Core": 2])),
      events: built.events, supervised: built.supervised)
    return [built.jsonLines, logged.jsonLines]
  }()

  @Test func noTraceBringsItsReadersDown() throws {
    var mutation = JSONMutation(of: Self.traces, seed: Self.seed)
    var built = 0
    for index in 0..<Self.inputs {
      let bytes = mutation.next()
      guard index >= Self.first else { continue }
      guard let traces = try? BuildTrace.builds(in: bytes) else { continue }
      for trace in traces {
        try report(trace, of: Recording(subject: Self.subject, graph: Self.graph, machineCPUMicroseconds: 7_000_000))
      }
      built += 1
    }
    #expect(built > (Self.inputs - Self.first) / 4, "the inputs are too broken to try anything, seed \(Self.seed)")
  }

  @Test func noRecordingBringsItsReadersDown() throws {
    let example = try ExampleDocument.all().filter { $0.schema.name == "recording" }.map(\.text)
    let own = try Recording(subject: Self.subject, graph: Self.graph, machineCPUMicroseconds: 7_000_000).json()
    var mutation = JSONMutation(of: example + [own], seed: Self.seed)
    let traces = try Self.traces.flatMap { try BuildTrace.builds(in: Array($0.utf8)) }
    var read = 0
    for index in 0..<Self.inputs {
      let bytes = mutation.next()
      guard index >= Self.first else { continue }
      guard let recording = try? Recording(json: bytes) else { continue }
      try report(traces[index % traces.count], of: recording)
      read += 1
    }
    #expect(read > (Self.inputs - Self.first) / 20, "the inputs are too broken to try anything, seed \(Self.seed)")
  }

  @Test func noRunBringsItsReadersDown() throws {
    let names = ["run-1.json", "run-1.jsonl"]
    let kept = try names.map { String(decoding: try DocumentTests.kept($0), as: UTF8.self) }
    let examples = try ExampleDocument.all().filter { $0.schema.name == "run" }.map(\.text)
    var mutation = JSONMutation(of: kept + examples, seed: Self.seed)
    var read = 0
    for index in 0..<Self.inputs {
      let bytes = mutation.next()
      guard index >= Self.first else { continue }
      guard let run = try? Run(jsonOrJournal: bytes) else { continue }
      try write(RunReport(RunFindings(run)))
      read += 1
    }
    #expect(read > (Self.inputs - Self.first) / 20, "the inputs are too broken to try anything, seed \(Self.seed)")
  }

  /// All that is computed of a recorded build.
  private func report(_ trace: BuildTrace, of recording: Recording) throws {
    try write(RecordedReport(trace, of: recording, sortedBy: .gain))
    _ = GraphPicture(recording.timeline(of: trace, assumesPreparation: true), graph: recording.graph)
    _ = try? RecordedStructure(trace, graph: recording.graph, fileCosts: recording.fileCosts)
    let replay = PartialReplay(trace, graph: recording.graph)
    _ = replay?.seconds(building: ["Core"])
    _ = replay?.secondsSaved(without: Set(recording.graph.modules.prefix(1).map(\.id)))
    // What was read can be written and read again.
    let again = try BuildTrace.builds(in: Array(trace.jsonLines.utf8))
    #expect(again.last?.events.count == trace.events.count)
    try write(RunReport(RunFindings(Run(logged: trace, of: recording, started: nil, identifier: "i"))))
  }

  /// Writes everything that needs no layout.
  private func write<Content: Report>(_ report: Content) throws {
    for rendering in Content.renderings {
      switch rendering.content {
      case .text(let text): _ = try text(report, .plain)
      case .page(let page): _ = try page(report, .none)
      case .chart(_, let chart): _ = chart(report)
      case .drawing: break
      }
    }
  }
}
