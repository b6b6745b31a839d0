import ActivityLog
import BuildAnalysis
import Foundation
import TestSupport
import Testing

@testable import Workspace

/// Broken logs: whatever they hold, reading them ends, and no figure is impossible.
///
/// `MODGAUGE_FUZZ_INPUTS` and `MODGAUGE_FUZZ_SEED` make a long campaign of it.
@Suite struct LogFuzzTests {
  private static let inputs = ProcessInfo.processInfo.environment["MODGAUGE_FUZZ_INPUTS"].flatMap { Int($0) } ?? 500
  private static let seed = ProcessInfo.processInfo.environment["MODGAUGE_FUZZ_SEED"].flatMap { UInt64($0) } ?? 1

  /// A log of each version, with all constructs.
  private static let logs: [String] = (7...12).map { version in
    var graph = LogSection("ComputeTargetDependencyGraph", 0, 1)
    graph.text =
      "note: Target dependency graph (2 targets)\rTarget 'App' in project 'App'\r"
      + "➜ Explicit dependency on target 'Core' in project 'App'\rTarget 'Core' in project 'App' (no dependencies)\r"
    var stale = LogSection("CompileC /build/Old.o /src/Old.m normal", -500, -499, target: "Core", cpu: 1)
    stale.isCached = true
    var core = LogSection("SwiftCompile normal arm64 /src/Core/A.swift", 1, 3, target: "Core", cpu: 1.5)
    core.messages = [
      LogMessage("unused", severity: 1, at: LogLocation(url: "file:///src/Core/A.swift", line: 3), [LogMessage("see")])
    ]
    core.sections = [LogSection("SwiftCompile normal arm64 Compiling\\ A.swift", 1, 3, target: "Core")]
    let steps = [
      graph, stale, core,
      LogSection("SwiftDriver\\ Compilation\\ Requirements Core", 1, 2, target: "Core", isInProcess: true),
      LogSection("Ld /build/App normal", 3, 4, target: "App", cpu: 0.5),
      LogSection("PhaseScriptExecution Lint /build/lint.sh", 4, 5, target: "App", cpu: 0.1),
    ]
    let group = LogSection(target: "Kit", project: "Pods", 1, 2, [LogSection("CompileC a.o /src/a.m", 1, 2)])
    let root = LogSection(
      root: "Building workspace Shop with scheme App and configuration Debug", seconds: 6, isCommandLine: version > 9,
      steps + [group])
    return String(decoding: root.log(version: version), as: UTF8.self)
  }

  private static let words = [
    "SLF0", "12#", "18446744073709551615#", "-", "0(", "3(", "99999999(", "1@", "99@", "0@", "5\"", "999999999\"",
    "2%ab",
    "7fefffffffffffff^", "000000000000f07f^", "000000000000f87f^", "0000000000000080^", "ffffffffffffffff^", "88*{",
    "{\"utime\":-1,\"wcDuration\":9223372036854775807}", "21%IDEActivityLogSection", "com.apple.dt.IDE.BuildLogSection",
    "(in target 'A' from project 'B')", "➜ Explicit dependency on target 'A' in project 'B'", "\r", "\0", "\u{1b}[31m",
  ]

  @Test func noLogBringsItsReaderDownAndNoFigureIsImpossible() {
    var mutation = Mutation(of: Self.logs, words: Self.words, seed: Self.seed)
    var built = 0
    for index in 0..<Self.inputs {
      let log = ActivityLog(mutation.next())
      let build = XcodeBuildLog(log)
      guard !build.steps.isEmpty else { continue }
      let recorded = build.recorded(from: log)
      let timeline = Timeline(recorded.trace, graph: recorded.graph)
      built += 1
      let isPossible = timeline.span.nanoseconds >= 0 && Self.arePossible(timeline)
      #expect(isPossible, "input \(index) of seed \(Self.seed)")
    }
    #expect(built > Self.inputs / 10, "the inputs are too broken to try anything, seed \(Self.seed)")
  }

  /// Whether all spans are within the build's, and the phases add up to it.
  private static func arePossible(_ timeline: Timeline) -> Bool {
    let whole = timeline.span.nanoseconds
    let phases = timeline.loggedPhases
    let sum = phases.rows.reduce(phases.idleNanoseconds) { $0 + $1.shareNanoseconds }
    return abs(sum - whole) <= 1000 + whole / 100_000 && phases.idleNanoseconds >= 0
      && phases.rows.allSatisfy { 0...whole ~= $0.wallNanoseconds && $0.cpuMicroseconds >= 0 }
      && timeline.jobs.allSatisfy { 0...whole ~= $0.span.startNanoseconds && 0...whole ~= $0.span.endNanoseconds }
      && timeline.modules.allSatisfy { 0...whole ~= $0.wallNanoseconds }
  }
}
