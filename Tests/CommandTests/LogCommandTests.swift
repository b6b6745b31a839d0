import BuildAnalysis
import BuildTrace
import Documents
import Foundation
import TestSupport
import Testing

/// Logs of real builds; they are not part of the project.
private let realLogs = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  .appending(path: "../../../shared/data/xcode-logs").standardized
private let realNames = ((try? FileManager.default.contentsOfDirectory(atPath: realLogs.path)) ?? [])
  .filter { $0.hasSuffix(".xcactivitylog") }.map { String($0.dropLast(".xcactivitylog".count)) }.sorted()
/// Those of no build.
private let withoutBuilds = ["v10-test-action", "v12-package-resolve"]

@Suite("Xcode's logs as recorded builds")
struct LogCommandTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func modgauge(_ words: [String]) async throws -> Tool.Outcome {
    let places = ["XDG_STATE_HOME": folder.path + "/state", "XDG_CACHE_HOME": folder.path + "/cache"]
    return try await Tool.built("modgauge")(words, environment: places)
  }

  private func record(_ path: String, _ words: [String] = []) async throws -> Tool.Outcome {
    try await modgauge(["record", "--from", path, "--output", folder.path + "/out", "--force"] + words)
  }

  /// Writes a log, and returns its path.
  private func write(_ root: LogSection, to name: String = "App.xcactivitylog", version: Int = 12) throws -> String {
    let url = URL(filePath: "\(folder.path)/\(name)")
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(root.log(version: version)).write(to: url)
    return url.path
  }

  /// A clean build of an app and a framework, with a script and a graph.
  static func app(_ name: String = "App", core: String = "Core", scale: Double = 1) -> LogSection {
    var graph = LogSection("ComputeTargetDependencyGraph", 0, 1)
    graph.text =
      "note: Target dependency graph (2 targets)\rTarget '\(name)' in project 'App'\r"
      + "➜ Explicit dependency on target '\(core)' in project 'App'\rTarget '\(core)' in project 'App' (no dependencies)\r"
    let end = 2 + 4 * scale
    let steps = [
      graph, LogSection("CreateBuildDescription", 1, 2, isInProcess: true),
      LogSection("SwiftCompile normal arm64 /src/Core/A.swift", 2, end, target: core, cpu: 3.3 * scale),
      LogSection("SwiftEmitModule normal arm64 Emitting\\ module", 2, end - 0.5, target: core, cpu: 0.2),
      LogSection("SwiftDriver\\ Compilation\\ Requirements \(core)", end - 0.5, end, target: core, isInProcess: true),
      LogSection("SwiftCompile normal arm64 /src/App/B.swift", end, end + 2, target: name, cpu: 1.9),
      LogSection("Ld /build/App normal", end + 2, end + 3, target: name, cpu: 0.8),
      LogSection("PhaseScriptExecution Lint /build/lint.sh", end + 3, end + 5, target: name, cpu: 0.1),
    ]
    return LogSection(
      root: "Building workspace Shop with scheme \(name) and configuration Debug", seconds: end + 6, steps)
  }

  @Test func aBuildIsShownFromItsLogAlone() async throws {
    let log = try write(Self.app())
    let outcome = try await record(log)
    try #require(outcome.exitCode == 0, "\(outcome.errors)")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines[0].hasPrefix("The critical path limited this build: "), "\(outcome.output)")
    #expect(outcome.output.contains("A replay of the unchanged build is "))
    #expect(lines[3].contains("targets: Core 3.50 s CPU, gain "))
    #expect(outcome.output.contains("No compiling at all: 6.00 s of 12.0 s (50.0 %)"))
    #expect(outcome.output.contains("Shop, clean debug build of App: 12.0 s wall, 6.30 s CPU"))
    #expect(outcome.output.contains("\nno step ran "))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path + "/out").sorted() == [
        "graph.png", "graph.svg", "modules.csv", "modules.json", "modules.md", "recording.json", "timeline.html",
        "timeline.json", "trace.jsonl",
      ])
    #expect(try await JSONSchema.timeline.complaints(about: folder.read("out/modules.json")) == "")
    #expect(try await JSONSchema.recording.complaints(about: folder.read("out/recording.json")) == "")
    let lineOfTrace = try folder.read("out/trace.jsonl").split(separator: "\n").map(String.init)
    #expect(try await JSONSchema.trace.complaints(about: lineOfTrace) == "")
    let again = try await modgauge(["report", folder.path + "/out"])
    #expect(again.exitCode == 0 && again.output == outcome.output, "\(again.errors)")
  }

  @Test("No figure of a real log is negative or above its span, and the phases add up to it", arguments: realNames)
  func real(name: String) async throws {
    let outcome = try await record("\(realLogs.path)/\(name).xcactivitylog")
    if withoutBuilds.contains(name) {
      #expect(outcome.exitCode == 2 && outcome.errors.contains("Nothing was built in "))
      return
    }
    try #require(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.output.matches(of: /[ (][−-][0-9][^ ]* s/).isEmpty, "\(outcome.output)")
    #expect(outcome.output.split(separator: "\n")[0].contains("limited this build"))
    let json = try folder.read("out/modules.json")
    #expect(try await JSONSchema.timeline.complaints(about: json) == "")
    let document = try TimelineDocument(json: Array(json.utf8))
    let seconds = document.build.seconds
    try check(try JSONSerialization.jsonObject(with: Data(json.utf8)), atMost: seconds)
    let log = try #require(document.log)
    let sum = log.phases.reduce(log.idleSeconds) { $0 + $1.partSeconds }
    #expect(abs(sum - seconds) <= 1e-3 + 1e-5 * seconds)
    let cpu = log.phases.compactMap(\.cpuSeconds)
    if let all = document.build.cpuSeconds { #expect(abs(cpu.reduce(0, +) - all) < 1e-3) }
    if let error = document.replay.relativeError, abs(error) > Replay.largestRelativeError {
      #expect(document.modules.allSatisfy { $0.predictedGainSeconds == nil })
      #expect(outcome.output.contains("no gain is predicted"))
    }
    try checkTrace(seconds)
  }

  /// Everything that is a time, by its key.
  private func check(_ value: Any, atMost most: Double, _ key: String = "") throws {
    if let values = value as? [String: Any] {
      for (key, value) in values { try check(value, atMost: most, key) }
    } else if let values = value as? [Any] {
      for value in values { try check(value, atMost: most, key) }
    } else if let number = value as? Double,
      key.hasSuffix("econds") || ["start", "end", "emitted", "unblocked"].contains(key)
    {
      #expect(number >= 0 || key == "predictedGainSeconds", "\(key)")
      #expect(
        number <= most + 1e-6 || ["cpuSeconds", "inProcessSeconds"].contains(key) || key.hasPrefix("predicted")
          || key.hasPrefix("modulesSec") || key.hasPrefix("otherJobs") || key.hasPrefix("coresSec"), "\(key)")
    }
  }

  private func checkTrace(_ seconds: Double) throws {
    struct File: Decodable {
      struct Event: Decodable {
        let ts: Double?
        let dur: Double?
      }
      let traceEvents: [Event]
    }
    let file = try JSONDecoder().decode(File.self, from: Data(folder.read("out/timeline.json").utf8))
    for event in file.traceEvents {
      #expect((event.ts ?? 0) >= 0 && (event.dur ?? 0) >= 0)
      #expect((event.ts ?? 0) + (event.dur ?? 0) <= seconds * 1e6 + 1)
    }
  }
}
