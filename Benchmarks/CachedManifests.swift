import BuildRunner
import BuildAnalysis
import BuildTrace
import Foundation

/// What does remembering SwiftPM's answers save, and does asking it anew use the whole machine?
struct CachedManifests: Question {
  let name = "cached-manifests"
  let summary = """
    20 packages with computed manifests: `swift package show-dependencies` ÷ `modgauge packages`, both warm, goal at \
    least 25; cold, wall time ÷ (CPU seconds ÷ cores), goal at most 1.15
    """

  func answer(pairs: Int, seed: UInt64) async throws -> [String] {
    let workspace = try Self.workspace()
    let cache = try Command.workFolder + "/cached-cache"
    let words = [
      Command.sibling("modgauge"), "packages", "--package-path", workspace, "--cache-dir", cache, "--format", "json",
    ]
    try await Self.requireCached(words)
    let show = Command(["swift", "package", "--package-path", workspace, "show-dependencies"])
    let answer = try await Pairs(
      count: pairs, seed: seed, first: show.seconds, second: Command(words).seconds)
    return [answer.line(goal: 25...1000)] + [try await Self.coldLine(words, cache: cache, runs: 5)]
  }

  /// All of the manifests must be of those that the reader leaves to SwiftPM, or something else would be measured.
  private static func requireCached(_ words: [String]) async throws {
    try await Command(words).seconds()
    let log = try Command.workFolder + "/cached-packages.json"
    try await Command(words + ["--output", log]).seconds()
    let text = try String(contentsOf: URL(filePath: log), encoding: .utf8)
    let count = text.components(separatedBy: "\"cached\"").count - 1
    guard count == 20 else { throw Pairs.Failure.failed(command: words, words: "\(count) of 20 packages are cached") }
  }

  private static func coldLine(_ words: [String], cache: String, runs: Int) async throws -> String {
    let folder = try Command.workFolder
    let supervisor = try Supervisor(
      recorder: Command.sibling("modgauge-recorder"), measurementPath: folder + "/measurement.json",
      temporaryFolder: folder)
    var ratios: [Double] = []
    for index in 0..<runs {
      try? FileManager.default.removeItem(atPath: cache)
      // A variable that SwiftPM has not seen, or its own cache would answer.
      let record = try await supervisor.run(
        words + ["--manifest-env", "MODGAUGE_COLD=\(ProcessInfo.processInfo.processIdentifier)-\(index)"],
        log: folder + "/cached.log", timeoutSeconds: nil
      ).supervised
      let cpu = Double(record.userMicroseconds + record.systemMicroseconds) / 1e6
      let cores = Double(ProcessInfo.processInfo.activeProcessorCount)
      ratios.append(Double(record.wallNanoseconds) / 1e9 / (cpu / cores))
    }
    let bounds = "\(Pairs.text(ratios.min(), 2)) to \(Pairs.text(ratios.max(), 2))"
    return
      "cold: wall ÷ (CPU ÷ cores) \(Pairs.text(ratios.median, 2)), range \(bounds), \(runs) runs; goal at most 1.15"
  }

  private static func workspace() throws -> String {
    let path = try Command.workFolder + "/Computed20"
    for index in 0..<20 {
      let folder = index == 0 ? path : "\(path)/Packages/P\(index)"
      let dependencies =
        index == 0 ? (1..<20).map { ".package(path: \"Packages/P\($0)\")" }.joined(separator: ", ") : ""
      let uses =
        index == 0 ? (1..<20).map { ".product(name: \"P\($0)M0\", package: \"P\($0)\")" }.joined(separator: ", ") : ""
      let text = """
        // swift-tools-version: 5.9
        import PackageDescription
        let names = stride(from: 0, to: 3, by: 1).map { "P\(index)M\\($0)" }
        let package = Package(
          name: "P\(index)", products: names.map { .library(name: $0, targets: [$0]) }, dependencies: [\(dependencies)],
          targets: names.map { .target(name: $0, dependencies: [\(uses)]) })

        """
      for module in 0..<3 {
        let sources = "\(folder)/Sources/P\(index)M\(module)"
        try FileManager.default.createDirectory(atPath: sources, withIntermediateDirectories: true)
        try Data("public let a = 1\n".utf8).write(to: URL(filePath: sources + "/a.swift"))
      }
      try Data(text.utf8).write(to: URL(filePath: folder + "/Package.swift"))
    }
    return path
  }
}
