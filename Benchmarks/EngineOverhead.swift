import BuildAnalysis
import Documents
import Foundation

/// Is the time that `modgauge bench` reports the time that the build takes?
struct EngineOverhead: Question {
  let name = "engine-overhead"
  let summary = "the seconds that `modgauge bench` reports ÷ those of the same `swift build` timed by itself; goal ±2 %"

  func answer(pairs: Int, seed: UInt64) async throws -> [String] {
    let folder = try Command.workFolder
    let workspace = folder + "/Overhead"
    try? FileManager.default.removeItem(atPath: workspace)
    try Data(Self.description.utf8).write(to: URL(filePath: folder + "/overhead.yml"))
    try await Command([Command.sibling("modgauge"), "synthesize", folder + "/overhead.yml", "--output", workspace])
      .seconds()
    let answer = try await Pairs(
      count: pairs, seed: seed,
      first: { try await Self.reported(workspace, in: folder) },
      second: { try await Self.alone(workspace, in: folder) })
    return [answer.line(goal: 0.98...1.02)]
  }

  private static let description = """
    name: Overhead
    modules:
      - { name: Core, kind: library, lines: 1200 }
      - { name: App, kind: executable, lines: 600, dependencies: [Core] }

    """

  private static func reported(_ workspace: String, in folder: String) async throws -> Double {
    let output = folder + "/overhead-run"
    try await Command([
      Command.sibling("modgauge"), "bench", "--package-path", workspace, "--rounds", "1", "--quiet", "--output", output,
    ]).seconds()
    let run = try Run(json: Array(Data(contentsOf: URL(filePath: output + "/run.json"))))
    return RunFindings(run).summaries.first?.median ?? .nan
  }

  /// The same as a round: a clean build in a folder that an earlier build has resolved.
  private static func alone(_ workspace: String, in folder: String) async throws -> Double {
    let scratch = folder + "/overhead-scratch"
    let build = Command([
      "swift", "build", "--package-path", workspace, "--scratch-path", scratch, "--configuration", "debug", "--product",
      "App",
    ])
    if !FileManager.default.fileExists(atPath: scratch) { try await build.seconds() }
    for name in try FileManager.default.contentsOfDirectory(atPath: scratch) where name != "workspace-state.json" {
      try FileManager.default.removeItem(atPath: scratch + "/" + name)
    }
    return try await build.seconds()
  }
}
