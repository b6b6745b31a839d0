import ActivityLog
import BuildAnalysis
import Foundation
import TestSupport
import Testing

@testable import Workspace

/// Real logs of up to 8 MB, decompressed.
private let realLogs: [[UInt8]] = {
  let folder = URL(filePath: #filePath).appending(path: "../../../../shared/data/xcode-logs").standardized
  let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
  return files.filter { $0.pathExtension == "xcactivitylog" }.sorted { $0.path < $1.path }
    .compactMap { (try? Data(contentsOf: $0)).map { GzipStream(Array($0)).content } }.filter { $0.count < 8_000_000 }
}()

/// Broken logs: whatever they hold, reading them ends, and no figure is impossible.
///
/// `MODGAUGE_FUZZ_INPUTS` and `MODGAUGE_FUZZ_SEED` make a long campaign of it, which also measures the memory of each.
@Suite(.serialized) struct LogFuzzTests {
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

  /// The memory that a log may need, as a multiple of its decompressed size; and what is needed whatever its size.
  private static let (largestFactor, slack) = (20, 4 << 20)
  /// Whether nothing else runs in the process, so that its memory is that of a log.
  private static let isAlone = ProcessInfo.processInfo.environment["MODGAUGE_FUZZ_SEED"] != nil

  @Test func noLogBringsItsReaderDownAndNoFigureIsImpossible() {
    var mutation = Mutation(of: Self.logs, words: Self.words, seed: Self.seed)
    var built = 0
    for index in 0..<Self.inputs { analyze(mutation.next(), index, &built) }
    #expect(built > Self.inputs / 10, "the inputs are too broken to try anything, seed \(Self.seed)")
  }

  /// The same with real logs, where they are at hand; fewer, since they are hundreds of times as large.
  @Test(.enabled(if: !realLogs.isEmpty, "../shared/data/xcode-logs is not here"))
  func noRealLogBringsItsReaderDown() {
    var mutation = Mutation(of: realLogs, words: Self.words, longest: .max, seed: Self.seed)
    var built = 0
    for index in 0..<max(5, Self.inputs / 500) { analyze(mutation.next(), index, &built) }
    #expect(built > 0, "the inputs are too broken to try anything, seed \(Self.seed)")
  }

  private func analyze(_ bytes: [UInt8], _ index: Int, _ built: inout Int) {
    var isPossible: Bool?
    func work() {
      let log = ActivityLog(bytes)
      #expect(Self.tableBytes(log) <= Self.largestFactor * bytes.count, "input \(index) of seed \(Self.seed)")
      let build = XcodeBuildLog(log)
      guard !build.steps.isEmpty else { return }
      let recorded = build.recorded(from: log)
      let timeline = Timeline(recorded.trace, graph: recorded.graph)
      isPossible = timeline.span.nanoseconds >= 0 && Self.arePossible(timeline)
    }
    if Self.isAlone {
      let most = Self.largestFactor * bytes.count + Self.slack
      let growth = PeakMemory.growth(work) ?? 0
      #expect(growth <= most, "input \(index) of seed \(Self.seed) has \(bytes.count) bytes")
    } else {
      work()
    }
    guard let isPossible else { return }
    built += 1
    #expect(isPossible, "input \(index) of seed \(Self.seed)")
  }

  /// The size of what the reader keeps besides the log's bytes.
  private static func tableBytes(_ log: ActivityLog) -> Int {
    log.sections.count * MemoryLayout<ActivityLog.Section>.stride
      + log.messages.count * MemoryLayout<ActivityLog.Message>.stride
      + log.attachments.count * MemoryLayout<ActivityLog.Attachment>.stride
  }

  /// Whether all spans are within the build's, and the phases add up to it.
  private static func arePossible(_ timeline: Timeline) -> Bool {
    let whole = timeline.span.nanoseconds
    guard let phases = timeline.loggedPhases else { return false }
    let sum = phases.rows.reduce(phases.idleNanoseconds) { $0 + $1.shareNanoseconds }
    return abs(sum - whole) <= 1000 + whole / 100_000 && phases.idleNanoseconds >= 0
      && phases.rows.allSatisfy { 0...whole ~= $0.wallNanoseconds && $0.cpuMicroseconds >= 0 }
      && timeline.jobs.allSatisfy { 0...whole ~= $0.span.startNanoseconds && 0...whole ~= $0.span.endNanoseconds }
      && timeline.modules.allSatisfy { 0...whole ~= $0.wallNanoseconds }
  }
}
