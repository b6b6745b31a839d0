import BuildAnalysis
import BuildRunner
import BuildTrace
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What does a build cost more when its processes are watched?
struct ObserverOverhead: Question {
  let name = "observer-overhead"
  let summary =
    "a clean build that is watched ÷ one that is not, and the CPU of the supervisor itself; goal at most 1 %"

  func answer(pairs: Int, seed: UInt64) async throws -> [String] {
    let package = try await Command.package("apple/swift-argument-parser", "1.8.2")
    var lines: [String] = []
    for buildSystem in ["native", "swiftbuild"] {
      let builds = try Builds(package: package, buildSystem: buildSystem)
      let watched = Builds.Costs()
      let unwatched = Builds.Costs()
      let wall = try await Pairs(
        count: pairs, seed: seed, first: { try await builds.seconds(isWatched: true, watched) },
        second: { try await builds.seconds(isWatched: false, unwatched) })
      // The first of each is not one of the pairs.
      let processor = try Pairs(Array(zip(watched.processor.dropFirst(), unwatched.processor.dropFirst())))
      lines += [
        "\(buildSystem), wall time: \(wall.line(goal: 0...1.01))",
        "\(buildSystem), CPU: \(processor.line(goal: 0...1.01))",
        "\(buildSystem), the supervisor's own CPU: " + Self.share(watched) + " watching, " + Self.share(unwatched)
          + " not",
      ]
    }
    return lines
  }

  private static func share(_ costs: Builds.Costs) -> String {
    let shares = zip(costs.own, costs.processor).dropFirst().map { $0 / $1 * 100 }
    let interval = shares.medianInterval(alpha: 0.05)
    let bounds = interval.map { " (\(Pairs.text($0.low, 2)) to \(Pairs.text($0.high, 2)))" } ?? ""
    return "\(Pairs.text(shares.median, 2)) %\(bounds) of the build's"
  }
}

/// Clean builds of one package in one folder.
private struct Builds {
  /// In seconds, in the order of the builds.
  final class Costs {
    var processor: [Double] = []
    var own: [Double] = []
  }

  private let command: [String]
  private let scratch: String
  private let folder: String
  private let supervisor: Supervisor

  init(package: String, buildSystem: String) throws {
    folder = try Command.workFolder + "/observer"
    scratch = folder + "/" + buildSystem
    command = [
      "swift", "build", "--package-path", package, "--scratch-path", scratch, "--build-system", buildSystem,
    ]
    try FileManager.default.createDirectory(atPath: folder + "/tmp", withIntermediateDirectories: true)
    supervisor = try Supervisor(
      recorder: Command.sibling("modgauge-recorder"), recordPath: folder + "/record", temporaryFolder: folder + "/tmp")
  }

  /// Wall time of one build.
  func seconds(isWatched: Bool, _ costs: Costs) async throws -> Double {
    try? FileManager.default.removeItem(atPath: scratch)
    let trace = folder + "/trace"
    try Data().write(to: URL(filePath: trace))
    let before = Self.processorSeconds
    let build = try await supervisor.run(
      command, log: folder + "/log", timeoutSeconds: nil, options: isWatched ? ["--observe", trace] : [])
    guard build.termination == .exited(code: 0) else { throw Pairs.Failure.failed(command: command, words: folder) }
    let all = Self.processorSeconds - before
    costs.processor.append(all)
    costs.own.append(all - Double(build.userMicroseconds + build.systemMicroseconds) / 1e6)
    return Double(build.wallNanoseconds) / 1e9
  }

  /// Of all that this process has started and waited for.
  private static var processorSeconds: Double {
    var usage = rusage()
    getrusage(children, &usage)
    return [usage.ru_utime, usage.ru_stime].map { Double($0.tv_sec) + Double($0.tv_usec) / 1e6 }.reduce(0, +)
  }

  #if canImport(Glibc)
    private static var children: __rusage_who_t { __rusage_who_t(RUSAGE_CHILDREN.rawValue) }
  #else
    private static var children: Int32 { RUSAGE_CHILDREN }
  #endif
}
