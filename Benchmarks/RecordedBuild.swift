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
    let shares = costs.map { $0.recorded.supervisor / $0.recorded.processor * 100 }
    let bounds = shares.medianInterval(alpha: 0.05).map { " (\(Pairs.text($0.low, 2)) to \(Pairs.text($0.high, 2)))" }
    return [
      "wall time: \(try Pairs(costs.map { ($0.recorded.wall, $0.alone.wall) }).line(goal: 0...1.01))",
      "CPU: \(try Pairs(costs.map { ($0.recorded.processor, $0.alone.processor) }).line(goal: 0...1.01))",
      "CPU of the supervisor: \(Pairs.text(shares.median, 2)) %\(bounds ?? "") of the build's; "
        + "\(Pairs.text(costs.map { $0.alone.supervisor / $0.alone.processor * 100 }.median, 2)) % where it only waits",
    ]
  }
}

/// A build that is recorded and the same that is not, on the same processors.
private struct BuildPair {
  typealias Costs = (recorded: Cost, alone: Cost)

  typealias Cost = TimedBuild.Cost

  private let recorded: TimedBuild
  private let alone: TimedBuild

  /// - Parameter processor: `nil` for all of them.
  init(_ benchmark: RecordedBuild, package: String, processor: Int?) async throws {
    func build(_ source: RecordedBuild.Source?) async throws -> TimedBuild {
      // Names of one length.
      let side = (processor.map(String.init) ?? "all") + (source == nil ? "-alone" : "-taped")
      return try await TimedBuild(
        folder: "\(benchmark.name)/\(side)", package: package, arguments: ["--target", benchmark.target],
        buildSystem: benchmark.buildSystem, processor: processor, source: source)
    }
    (recorded, alone) = (try await build(benchmark.source), try await build(nil))
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
    let both = try await TimedBuild.makeInTurns([recorded, alone], seed: generator.next())
    return (both[0], both[1])
  }

  private static func tell(_ words: String) {
    FileHandle.standardError.write(Data("\(words)\n".utf8))
  }

  private static func text(_ costs: Costs) -> String {
    let (recorded, alone) = (costs.recorded, costs.alone)
    return "wall time \(Pairs.text(recorded.wall / alone.wall, 4)), "
      + "CPU \(Pairs.text(recorded.processor / alone.processor, 4))"
  }
}
