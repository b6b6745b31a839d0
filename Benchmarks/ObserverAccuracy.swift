import BuildAnalysis
import BuildRunner
import BuildTrace
import Foundation
import Workspace

/// How much of what stand-ins record does the observer see, and how exactly?
struct ObserverAccuracy: Question {
  let name = "observer-accuracy"
  let summary =
    "compile processes that are seen from outside, of those that stand-ins record in the same clean builds; goals: 99 % "
    + "of those over 40 ms, times within 30 ms"

  private static let shortest = 40.0
  private static let farthest = 30.0

  func answer(pairs: Int, seed: UInt64) async throws -> [String] {
    let builds = try await WatchedBuilds(package: Command.package("apple/swift-argument-parser", "1.8.2"))
    var recorded: [CompilerEvent] = []
    var both: [(CompilerEvent, CompilerEvent)] = []
    for _ in 0..<pairs {
      let (events, seen) = try await builds.make()
      let long = events.filter { $0.job.compiles && $0.milliseconds > Self.shortest }
      recorded += long
      both += long.compactMap { event in
        seen.first { ($0.processID, $0.job) == (event.processID, event.job) }.map { (event, $0) }
      }
    }
    let starts = both.map { abs($1.startNanoseconds - $0.startNanoseconds) }.map { Double($0) / 1e6 }
    let ends = both.map { abs($1.endNanoseconds - $0.endNanoseconds) }.map { Double($0) / 1e6 }
    let close = zip(starts, ends).count { max($0, $1) <= Self.farthest }
    return [
      "seen: \(Self.share(both.count, of: recorded.count))",
      "start and end within 30 ms: \(Self.share(close, of: both.count)); start \(Self.spread(starts)); end \(Self.spread(ends))",
    ]
  }

  private static func share(_ count: Int, of all: Int) -> String {
    let interval = binomialInterval(count: count, of: all).map {
      " (\(Pairs.text($0.low * 100, 1)) to \(Pairs.text($0.high * 100, 1)) at \(Pairs.text($0.level * 100, 1)) %)"
    }
    return "\(count) of \(all), \(Pairs.text(Double(count) / Double(max(all, 1)) * 100, 1)) %\(interval ?? "")"
  }

  private static func spread(_ milliseconds: [Double]) -> String {
    "\(Pairs.text(milliseconds.median, 1)) ms in the median, \(Pairs.text(milliseconds.max(), 1)) ms at most"
  }
}

extension Job {
  fileprivate var compiles: Bool { [.compile, .emitModule, .cCompile].contains(kind) }
}

extension CompilerEvent {
  fileprivate var milliseconds: Double { Double(endNanoseconds - startNanoseconds) / 1e6 }
}

/// Clean builds that stand-ins record while the observer looks on.
private struct WatchedBuilds {
  /// Both at once, so that they speak of the same processes.
  private struct Both: TraceSource {
    let standIns: ShadowToolchain
    let observed: String

    func environment(traceFile: String, in environment: [String: String]) -> [String: String] {
      standIns.environment(traceFile: traceFile, in: environment)
    }

    func supervisorOptions(traceFile: String) -> [String] { ["--observe", observed] }
  }

  private let package: String
  private let folder: String
  private let observed: String
  private let swiftBuild: SwiftBuild
  private let recording: BuildRecording
  private let supervisor: Supervisor

  init(package: String) async throws {
    self.package = package
    folder = try Command.workFolder + "/watched"
    observed = folder + "/observed"
    try FileManager.default.createDirectory(atPath: folder + "/tmp", withIntermediateDirectories: true)
    let toolchain = try Toolchain()
    let recorder = Command.sibling("modgauge-recorder")
    swiftBuild = SwiftBuild(swift: toolchain.swift, buildSystem: "native")
    recording = BuildRecording(
      source: Both(
        standIns: try await ShadowToolchain(of: toolchain, recorder: recorder, cacheFolder: folder), observed: observed),
      traceFile: folder + "/trace")
    supervisor = try Supervisor(
      recorder: recorder, measurementPath: folder + "/record", temporaryFolder: folder + "/tmp")
  }

  func make() async throws -> (recorded: [CompilerEvent], seen: [CompilerEvent]) {
    let header = BuildTrace.Header(build: "observed", startNanoseconds: 0, cores: 1, toolchain: nil, arguments: [])
    try Data((header.jsonLine + "\n").utf8).write(to: URL(filePath: observed))
    let trace = try await recording.build(
      swiftBuild, .init(package: package, scratch: folder + "/scratch"), clean: true,
      supervisor: supervisor, log: folder + "/log", timeoutSeconds: nil)
    guard trace.isComplete else { throw Pairs.Failure.failed(command: ["swift", "build"], words: "see \(folder)/log") }
    let seen = try BuildTrace.builds(in: Data(contentsOf: URL(filePath: observed))).last?.events ?? []
    return (trace.events, seen)
  }
}
