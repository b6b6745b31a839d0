import BuildAnalysis
import BuildRunner
import BuildTrace
import Foundation
import ModuleGraph
import Workspace

/// What does the clean build of a target of a released package cost more when it is recorded?
struct RecordedBuild: Question {
  /// What looks at the build.
  enum Source { case standIns, observer }

  let name: String
  let source: Source
  let repository: String
  let version: String
  let target: String
  let buildSystem: String

  static let all = [
    RecordedBuild(
      name: "recorded-argument-parser", source: .standIns, repository: "apple/swift-argument-parser", version: "1.8.2",
      target: "ArgumentParser", buildSystem: "native"),
    RecordedBuild(
      name: "recorded-nio-core", source: .standIns, repository: "apple/swift-nio", version: "2.101.2",
      target: "NIOCore", buildSystem: "native"),
    RecordedBuild(
      name: "observed-native", source: .observer, repository: "apple/swift-argument-parser", version: "1.8.2",
      target: "ArgumentParser", buildSystem: "native"),
    RecordedBuild(
      name: "observed-swiftbuild", source: .observer, repository: "apple/swift-argument-parser", version: "1.8.2",
      target: "ArgumentParser", buildSystem: "swiftbuild"),
  ]

  var summary: String {
    let way = source == .standIns ? "recorded by stand-ins" : "watched from outside"
    return "a clean build of \(target) (\(buildSystem)) that is \(way) ÷ one that is not; goal at most 1 %"
  }

  /// The two builds of a pair are made in turns.
  ///
  /// With stand-ins, pairs are made on each processor, so that nothing overlaps and wall time shows all that is added:
  /// with a processor to spare it can only be less. The observer has all processors, as it looks so often a second.
  func answer(pairs: Int, seed: UInt64) async throws -> [String] {
    let package = try await Command.package(repository, version)
    let processors: [Int?] =
      source == .observer ? [nil] : Array(0..<ProcessInfo.processInfo.activeProcessorCount)
    let costs = try await withThrowingTaskGroup { tasks in
      for processor in processors {
        tasks.addTask {
          let pair = try await BuildPair(self, package: package, processor: processor)
          return try await pair.costs(
            count: (pairs + processors.count - 1) / processors.count, seed: seed &+ UInt64(processor ?? 0))
        }
      }
      return try await tasks.reduce(into: []) { $0 += $1 }
    }
    let shares = costs.map { $0.recorded.supervisor / $0.recorded.all.processor * 100 }
    let bounds = shares.medianInterval(alpha: 0.05).map { " (\(Pairs.text($0.low, 2)) to \(Pairs.text($0.high, 2)))" }
    return [
      "wall time: \(try Pairs(costs.map { ($0.recorded.all.wall, $0.alone.all.wall) }).line(goal: 0...1.01))",
      "CPU: \(try Pairs(costs.map { ($0.recorded.all.processor, $0.alone.all.processor) }).line(goal: 0...1.01))",
      "CPU of the supervisor: \(Pairs.text(shares.median, 2)) %\(bounds ?? "") of the build's; "
        + "\(Pairs.text(costs.map { $0.alone.supervisor / $0.alone.all.processor * 100 }.median, 2)) % where it only waits",
    ]
  }
}

/// A build that is recorded and the same that is not, on the same processors.
private struct BuildPair {
  typealias Costs = (recorded: Cost, alone: Cost)

  struct Cost {
    /// The supervisor's, stand-ins' and the build's.
    let all: Turns.Cost
    /// What of the CPU time was the supervisor's own.
    let supervisor: Double
  }

  private let recorded: TimedBuild
  private let alone: TimedBuild

  /// - Parameter processor: `nil` for all of them.
  init(_ build: RecordedBuild, package: String, processor: Int?) async throws {
    recorded = try await TimedBuild(build, package: package, processor: processor, source: build.source)
    alone = try await TimedBuild(build, package: package, processor: processor, source: nil)
  }

  /// One more is made before them and forgotten.
  ///
  /// A pair that fails is left out, up to a tenth of them: `swift build` itself crashes now and then.
  func costs(count: Int, seed: UInt64) async throws -> [Costs] {
    var generator = SeededGenerator(seed: seed)
    var costs: [Costs] = []
    var failures = 0
    while costs.count <= count {
      do {
        costs.append(try await pair(&generator))
        // A campaign takes a while.
        Self.tell(Self.text(costs[costs.count - 1]))
      } catch let failure as Pairs.Failure where failures < max(1, count / 10) {
        failures += 1
        Self.tell("\(failure)")
      }
    }
    return Array(costs.dropFirst())
  }

  private func pair(_ generator: inout SeededGenerator) async throws -> Costs {
    let builds = [recorded, alone]
    let turns = try await Turns.take(
      builds.map { build in { try await build.make() } }, in: builds.map(\.group), &generator)
    let both = turns.map { Cost(all: $0.cost, supervisor: $0.cost.processor - $0.result) }
    return (both[0], both[1])
  }

  private static func tell(_ words: String) {
    FileHandle.standardError.write(Data("\(words)\n".utf8))
  }

  private static func text(_ costs: Costs) -> String {
    let (recorded, alone) = (costs.recorded.all, costs.alone.all)
    return "wall time \(Pairs.text(recorded.wall / alone.wall, 4)), "
      + "CPU \(Pairs.text(recorded.processor / alone.processor, 4))"
  }
}

/// Clean builds of one target in one folder.
private struct TimedBuild {
  let group: ControlGroup
  private let recording: BuildRecording
  private let swiftBuild: SwiftBuild
  private let package: String
  private let folder: String
  private let supervisor: Supervisor

  /// - Parameter source: `nil` for a build that nothing looks at.
  init(_ build: RecordedBuild, package: String, processor: Int?, source: RecordedBuild.Source?) async throws {
    self.package = package
    // Names of one length.
    let side = (processor.map(String.init) ?? "all") + (source == nil ? "-alone" : "-taped")
    group = try ControlGroup(name: "modgauge-" + side)
    folder = try Command.workFolder + "/\(build.name)/\(side)"
    try FileManager.default.createDirectory(atPath: folder + "/tmp", withIntermediateDirectories: true)
    let toolchain = try Toolchain()
    let recorder = Command.sibling("modgauge-recorder")
    let bound = folder + "/supervise"
    let binding = processor.map { "taskset -c \($0) " } ?? ""
    let script = "#!/bin/sh\n\(group.joining)\nexec \(binding)'\(recorder)' \"$@\"\n"
    try Data(script.utf8).write(to: URL(filePath: bound))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: bound)
    supervisor = try Supervisor(recorder: bound, measurementPath: folder + "/record", temporaryFolder: folder + "/tmp")
    swiftBuild = SwiftBuild(
      swift: toolchain.swift, buildSystem: build.buildSystem, extraArguments: ["--target", build.target])
    let source: any TraceSource =
      switch source {
      case nil: Unobserved()
      case .observer?: try ProcessObserver()
      case .standIns?: try await ShadowToolchain(of: toolchain, recorder: recorder, cacheFolder: folder)
      }
    recording = BuildRecording(source: source, traceFile: folder + "/trace")
  }

  /// - Returns: the CPU seconds that the build was charged for.
  func make() async throws -> Double {
    let trace = try await recording.build(
      swiftBuild, packagePath: package, scratchPath: folder + "/scratch", product: nil, clean: true,
      supervisor: supervisor, log: folder + "/log", timeoutSeconds: nil)
    guard let build = trace.supervised, build.termination == .exited(code: 0) else {
      throw Pairs.Failure.failed(command: ["swift", "build"], words: "see \(folder)/log")
    }
    return Double(build.userMicroseconds + build.systemMicroseconds) / 1e6
  }
}
