import BuildAnalysis
import BuildTrace
import Foundation
import ModuleGraph
import Testing

@testable import Reports

/// Views of builds of a few steps, each of which is known.
struct TimelineStepTests {
  private let subject = RecordedSubject(
    workspace: "Shop", target: "App", configuration: "debug", buildSystem: nil, toolchain: "6.3.1", isClean: true)

  /// What a process did: for a module, from one second to another.
  private typealias Step = (module: String, kind: Job.Kind, start: Double, end: Double)

  private func timeline(
    _ steps: [Step], of program: String = "swift-frontend", end: Double, graph: KeyValuePairs<String, [String]>,
    logged: LoggedBuild? = nil
  ) -> Timeline {
    let events = steps.enumerated().map { index, step in
      CompilerEvent(
        processID: index + 2, parentProcessID: nil, startNanoseconds: Int(step.start * 1e9),
        endNanoseconds: Int(step.end * 1e9), userMicroseconds: Int((step.end - step.start) * 1e6),
        systemMicroseconds: 0, peakBytes: 1 << 28, termination: .exited(code: 0), program: program,
        job: Job(kind: step.kind, module: step.module))
    }
    let build = SupervisedBuild(
      startNanoseconds: 0, endNanoseconds: Int(end * 1e9),
      userMicroseconds: events.reduce(0) { $0 + $1.userMicroseconds }, systemMicroseconds: 0, peakBytes: 1 << 28,
      termination: .exited(code: 0), stopped: nil, survivors: 0)
    let header = BuildTrace.Header(
      build: "b", startNanoseconds: 0, cores: 4, toolchain: nil, arguments: [], logged: logged)
    return Timeline(BuildTrace(header: header, events: events, supervised: build), graph: ModuleGraph(graph))
  }

  private struct TraceFile: Decodable {
    struct Event: Decodable {
      struct Arguments: Decodable {
        let name: String?
        let step: String?
      }
      let name: String
      let ph: String
      let ts: Double?
      let tid: Int?
      let args: Arguments?
    }
    let traceEvents: [Event]
  }

  @Test(arguments: [nil, LoggedBuild(hasCPUTimes: true)])
  func
    `a trace has a row for each job at once, an arrow from the last moment of what was waited for, and a log's steps`(
      logged: LoggedBuild?
    ) throws
  {
    let timeline = timeline(
      [("A", .compile, 0, 1), ("C", .compile, 0.5, 3), ("B", .compile, 1, 2)], of: "SwiftCompile", end: 3,
      graph: ["B": ["A"], "C": []], logged: logged)
    let text = ChromeTrace.text(timeline, of: subject)
    let events = try JSONDecoder().decode(TraceFile.self, from: Data(text.utf8)).traceEvents
    #expect(events.filter { $0.name == "thread_name" }.map(\.args?.name) == ["lane 1", "lane 2"])
    let jobs = events.filter { $0.ph == "X" }
    #expect(jobs.map(\.name) == ["A: compile", "C: compile", "B: compile"] && jobs.map(\.tid) == [1, 2, 1])
    #expect(jobs.allSatisfy { $0.args?.step == (logged == nil ? nil : "SwiftCompile") })
    // In microseconds: an arrow begins within its slice, and ends where the next one begins.
    let arrow = events.filter { $0.name == "dependency" }
    #expect(arrow.map(\.ph) == ["s", "f"] && arrow.map(\.ts) == [999_999, 1_000_000] && arrow.map(\.tid) == [1, 1])
  }

  @Test func `scripts that ran although nothing was compiled are told with the sum of their times, the longest first`()
  {
    let nothing = timeline(
      [("Kit", .other, 0, 0.5), ("App", .other, 0, 1), ("App", .other, 1, 3)], of: "PhaseScriptExecution", end: 4,
      graph: ["App": ["Kit"]], logged: LoggedBuild(hasCPUTimes: true))
    #expect(
      Text.timeline(nothing, of: subject).contains(
        "\nScripts ran although nothing was compiled: App 3.00 s, Kit 0.50 s.\n"))
  }

  @Test(arguments: [(9.76, "gain 0.24 s (in the same way"), (9.84, nil)])
  func `a gain by earlier starts of dependents is mentioned from a hundredth of the build on`(
    interface: Double, words: String?
  ) {
    let timeline = timeline(
      [("A", .emitModule, 0, interface), ("A", .compile, 0, 10), ("B", .compile, 10, 20)], end: 20,
      graph: ["B": ["A"]])
    let text = Text.timeline(timeline, of: subject)
    #expect(text.contains("Starting dependents when a module's interface is written") == (words != nil))
    if let words { #expect(text.contains(words)) }
  }
}
