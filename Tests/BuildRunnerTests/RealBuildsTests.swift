import BuildAnalysis
import Foundation
import ModuleGraph
import Synchronization
import TestSupport
import Testing
import Workspace

@testable import BuildRunner

/// The scripted executor stands for the real one: given the same fates of builds, both tell the same.
@Suite struct RealBuildsTests {
  private static let files = [
    "Package.swift": """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(name: "pair", targets: [.target(name: "Good"), .target(name: "Bad")])
    """,
    "Sources/Good/Good.swift": "public let good = 1\n", "Sources/Bad/Bad.swift": "public let bad: Int = \"\"\n",
  ]

  @Test func `scripted builds are true to life`() async throws {
    let folder = try TestFolder()
    try folder.makeCacheFolder()
    try folder.write(Self.files.reduce(into: [:]) { $0["pair/" + $1.key] = $1.value })
    let toolchain = try Toolchain()
    let workspace = try await WorkspaceLoader(toolchain: toolchain, cacheFolder: folder.path + "/cache").load(
      packagePath: folder.path + "/pair")
    let swiftBuild = SwiftBuild(swift: toolchain.swift, extraArguments: ["--disable-index-store"])
    let subject = BuildSubject(
      workspace: workspace,
      arms: try ArmSelection(workspace: workspace, configuration: "debug", arguments: []).arms(
        RoleSettings().overridden(combined: "Good", features: ["Bad"])
      ).arms)
    let plan = await subject.run(
      Run.Plan(arms: ["Good", "Bad"], warmups: 1, rounds: 1, seed: 1, configuration: "debug"))
    let folders = BenchmarkFolders(
      cache: folder.path + "/cache", workspaceRoot: workspace.rootPath, output: folder.path + "/output")
    try folders.makeAll()
    let method = BuildMethod(
      builder: Builder(swiftBuild, cores: 2),
      supervisor: try Supervisor(
        recorder: Tool.built("modgauge-recorder").path, measurementPath: folders.measurement,
        temporaryFolder: folders.temporary))
    let told = Mutex<[Benchmark.Event]>([])
    try await Benchmark(plan).run({ event in told.withLock { $0.append(event) } }) { report in
      try await WorkspaceBuilds(of: [subject], for: plan, by: method, in: folders, report)
    }
    let real = told.withLock { $0 }

    let scripted = await ScriptedSession(plan) { build in
      var result =
        build.what.arm == "Bad"
        ? BuildResult.scriptedFailure(log: "logs/\(folders.log(build, session: nil).name)") : .scripted()
      result.compiledModules = build.what.arm == "Good" ? ["Good"] : nil
      result.productBytes = build.what.arm == "Good" ? 1000 : nil
      return result
    }
    #expect(real.map(\.words) == ["copying", "copied"] + scripted.words)
    #expect(try Self.keys(of: real) == Self.keys(of: scripted.events))
    // Only what failed is kept, and the folder is tidy again.
    let logs = try FileManager.default.contentsOfDirectory(atPath: folders.output + "/logs")
    #expect(logs == ["Bad-warmup.log"])
    #expect(!FileManager.default.fileExists(atPath: folders.copy))
  }

  /// What each sample's line in the journal has.
  private static func keys(of events: [Benchmark.Event]) throws -> [Set<String>] {
    try events.compactMap { event in
      guard case .built(var sample) = event else { return nil }
      // Which parts of the machine can be read differs from one to the other.
      sample.noise = sample.noise.map { _ in BuildNoise() }
      let line = try JSONSerialization.jsonObject(with: JSONEncoder().encode(sample)) as? [String: Any]
      return Set((line ?? [:]).keys)
    }
  }
}
