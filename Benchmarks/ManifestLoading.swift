import BuildRunner
import BuildAnalysis
import BuildTrace
import Foundation

/// What does reading literal manifests directly save, and does it stay linear?
struct ManifestLoading: Question {
  let name = "manifest-loading"
  let summary = """
    a synthesized workspace of 1,000 literal packages: `swift package dump-package` on each (50 measured, scaled) ÷ \
    `modgauge packages`, goal at least 100 cold; cold under 2 s, warm under 0.3 s, under 250 MB; 100 to 5,000 packages linear
    """

  func answer(pairs: Int, seed: UInt64) async throws -> [String] {
    let sizes = [100, 1000, 5000]
    var lines: [String] = []
    var coldSeconds: [Double] = []
    for size in sizes {
      let workspace = try await Self.workspace(of: size)
      let cold = try await Self.measure(workspace, runs: 5, isCold: true)
      let warm = try await Self.measure(workspace, runs: 5, isCold: false)
      coldSeconds.append(cold.seconds)
      lines.append(
        "\(size) packages: cold \(Pairs.text(cold.seconds, 3)) s, warm \(Pairs.text(warm.seconds, 3)) s, "
          + "\(Pairs.text(cold.seconds / Double(size) * 1000, 3)) ms a package cold, peak \(cold.peakBytes >> 20) MiB")
    }
    let dump = try await Self.dumpSeconds(try await Self.workspace(of: 1000), count: 50)
    let ratio = dump * 1000 / coldSeconds[1]
    lines.append("dump-package cold: \(Pairs.text(dump, 3)) s each, so \(Pairs.text(ratio, 0)) times as long for 1,000")
    return lines
  }

  /// Synthesized once: a tree of libraries below one app.
  private static func workspace(of size: Int) async throws -> String {
    let folder = try Command.workFolder
    let path = "\(folder)/Literal\(size)"
    guard !FileManager.default.fileExists(atPath: path) else { return path }
    let libraries = (0..<size - 1).map { index in
      let below = Set([index / 2, index / 3].filter { $0 < index }).sorted()
      return
        "  - { name: M\(index), kind: library, lines: 95, dependencies: [\(below.map { "M\($0)" }.joined(separator: ", "))] }"
    }
    let top = (size / 2..<size - 1).map { "M\($0)" }.joined(separator: ", ")
    let app = "  - { name: App, kind: executable, lines: \(20 + 2 * size), dependencies: [\(top)] }"
    let text = "name: Literal\(size)\npackages: each\nmodules:\n" + (libraries + [app]).joined(separator: "\n") + "\n"
    try Data(text.utf8).write(to: URL(filePath: path + ".yml"))
    try await Command([Command.sibling("modgauge"), "synthesize", path + ".yml", "--output", path]).seconds()
    return path
  }

  /// Medians of whole processes, as the operating system charged them.
  private static func measure(
    _ workspace: String, runs: Int, isCold: Bool
  ) async throws -> (seconds: Double, peakBytes: Int) {
    let folder = try Command.workFolder
    let supervisor = try Supervisor(
      recorder: Command.sibling("modgauge-recorder"), measurementPath: folder + "/measurement.json",
      temporaryFolder: folder)
    let cache = folder + "/loading-cache"
    var seconds: [Double] = []
    var peak = 0
    for _ in 0..<runs {
      if isCold { try? FileManager.default.removeItem(atPath: cache) }
      let record = try await supervisor.run(
        [
          Command.sibling("modgauge"), "packages", "--package-path", workspace, "--cache-dir", cache, "--format",
          "json",
        ],
        log: folder + "/loading.log", timeoutSeconds: nil
      ).supervised
      seconds.append(Double(record.wallNanoseconds) / 1e9)
      peak = max(peak, record.peakBytes)
    }
    return (seconds.median ?? .nan, peak)
  }

  /// The mean of SwiftPM's own answer to so many manifests that it has not seen before.
  private static func dumpSeconds(_ workspace: String, count: Int) async throws -> Double {
    let fresh = try Command.workFolder + "/swiftpm-cache"
    try? FileManager.default.removeItem(atPath: fresh)
    var total = 0.0
    for index in 0..<count {
      total += try await Command([
        "swift", "package", "--package-path", "\(workspace)/Packages/M\(index * 17 % 900)", "--cache-path", fresh,
        "dump-package",
      ]).seconds()
    }
    return total / Double(count)
  }
}
