import BuildAnalysis
import BuildRunner
import BuildTrace
import Foundation
import ModuleGraph
import Workspace

/// Clean builds of a package in one folder, alone or in turns with others.
struct TimedBuild: Sendable {
  /// What a build took, in seconds.
  struct Cost {
    /// Of its own turns.
    let wall: Double
    /// The supervisor's, stand-ins' and the build's.
    let processor: Double
    /// What of the CPU time was the supervisor's own.
    let supervisor: Double
    /// The wall time without what drivers lost by chance; `nil` if the build was not recorded with a graph.
    var steady: Double?
  }

  private let recording: BuildRecording
  private let swiftBuild: SwiftBuild
  private let package: String
  private let folder: String
  private let supervisor: Supervisor
  /// The folder of the toolchain that records; `nil` without one.
  private let shadow: String?
  /// The graph with which a recorded build is replayed.
  private let graph: ModuleGraph?

  /// - Parameters:
  ///   - folder: below the folder of all benchmarks.
  ///   - arguments: for `swift build`.
  ///   - processor: `nil` for all of them.
  ///   - source: `nil` for a build that nothing looks at.
  ///   - means: how it is halted; `nil` for whatever is possible.
  ///   - graph: the graph with which a recorded build is replayed; `nil` for no replay.
  init(
    folder name: String, package: String, arguments: [String], buildSystem: String = "native", processor: Int? = nil,
    source: RecordedBuild.Source? = nil, means: HaltingMeans? = nil,
    graph: ModuleGraph? = nil
  ) async throws {
    self.package = package
    self.graph = graph
    folder = try Command.workFolder + "/" + name
    try FileManager.default.createDirectory(atPath: folder + "/tmp", withIntermediateDirectories: true)
    let toolchain = try Toolchain()
    let recorder = Command.sibling("modgauge-recorder")
    let bound = folder + "/supervise"
    let supervising = "exec \(processor.map { "taskset -c \($0) " } ?? "")'\(recorder)' \"$@\""
    try Data("#!/bin/sh\n\(supervising)\n".utf8).write(to: URL(filePath: bound))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: bound)
    var supervisor = try Supervisor(
      recorder: bound, measurementPath: folder + "/record", temporaryFolder: folder + "/tmp")
    supervisor.haltingMeans = means
    self.supervisor = supervisor
    swiftBuild = SwiftBuild(swift: toolchain.swift, buildSystem: buildSystem, extraArguments: arguments)
    let source: any TraceSource =
      switch source {
      case nil: Unobserved()
      case .observer?: try ProcessObserver()
      case .standIns?: try await ShadowToolchain(of: toolchain, recorder: recorder, cacheFolder: folder)
      }
    shadow = (source as? ShadowToolchain)?.path
    recording = BuildRecording(source: source, traceFile: folder + "/trace")
  }

  /// Lets the driver of one module compute for longer in all further builds, if stand-ins record them.
  func delay(_ module: String, seconds: Double) async throws {
    guard let shadow else { return }
    let script = URL(filePath: #filePath).appending(path: "../../script/delay-module").standardized.path()
    _ = try await Command([script, shadow, module, "\(seconds)"]).run()
  }

  /// Makes a clean build.
  /// - Parameter turn: `nil` for one that has the machine to itself.
  func make(turn: Turn? = nil) async throws -> Cost {
    let trace = try await recording.build(
      swiftBuild, .init(package: package, scratch: folder + "/scratch"), clean: true,
      supervisor: supervisor, log: folder + "/log", timeoutSeconds: nil, turn: turn)
    guard let build = trace.supervised, build.termination == .exited(code: 0) else {
      throw Pairs.Failure.failed(command: ["swift", "build"], words: "see \(folder)/log")
    }
    let own = Double(build.supervisorMicroseconds ?? 0) / 1e6
    let wall = Double(build.wallNanoseconds) / 1e9
    let lost = graph.flatMap { Timeline(trace, graph: $0).unusedPlaceNanoseconds }
    return Cost(
      wall: wall, processor: Double(build.userMicroseconds + build.systemMicroseconds) / 1e6 + own, supervisor: own,
      steady: lost.map { wall - Double($0) / 1e9 })
  }

  /// Makes a clean build of each at once, in turns.
  /// - Parameters:
  ///   - lengths: about how long each takes; `nil` where they take as long.
  ///   - turn: how long turns last; `nil` for as long as they do in a benchmark.
  /// - Returns: in the order of the builds.
  static func makeInTurns(
    _ builds: [TimedBuild], lengths: [Double]? = nil, turn: Duration? = nil, seed: UInt64
  ) async throws -> [Cost] {
    let table = TurnTable(seats: builds.count)
    let costs = try await withThrowingTaskGroup { tasks in
      for (seat, build) in builds.enumerated() {
        tasks.addTask { () -> [Int: Cost] in
          defer { table.leave(seat) }
          return [seat: try await build.make(turn: Turn(table, seat: seat))]
        }
      }
      tasks.addTask {
        let order = TurnOrder(lengths: lengths ?? builds.map { _ in 1 }, seed: seed)
        try await table.conduct(order) { await $0.wait(atMost: turn ?? $1) }
        return [:]
      }
      return try await tasks.reduce(into: [Int: Cost]()) { all, one in all.merge(one) { $1 } }
    }
    return costs.sorted { $0.key < $1.key }.map(\.value)
  }
}
