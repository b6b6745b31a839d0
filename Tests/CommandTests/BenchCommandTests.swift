import BuildAnalysis
import Documents
import Foundation
import TestSupport
import Testing

/// Benchmarks, most of them of real builds. None waits for the lock of another (`Tool.ownLock`), since no test times
/// anything.
@Suite(BuildSlots()) struct BenchCommandTests {
  /// Reports of the run are then drawn again, from each form in which it is kept.
  @Test func realBuildsGiveARunAndItsReportsAndTheTreeIsLeftAlone() async throws {
    let shop = try ShopWorkspace()
    try shop.folder.write([".gitignore": "/cache\n/output\n/state\n"])
    let git = try Tool.named("git")
    for words in [
      ["init", "--quiet"], ["add", "--all"],
      ["-c", "user.name=A", "-c", "user.email=a@b.c", "commit", "--quiet", "-m", "A"],
    ] {
      #expect(try await git(["-C", shop.folder.path] + words).exitCode == 0)
    }
    let before = try Self.sources(of: shop)
    let outcome = try await shop.modgauge(
      shop.benchWords(["--rounds", "1", "--seed", "5", "--feature", "CartApp", "--feature", "Search"]))
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let run = try Self.run(in: shop.output)
    #expect(run.arms.map(\.name) == ["shop-app", "CartApp", "Search"])
    #expect(run.arms.map(\.role) == [.combined, .sampleApp, .sampleApp])
    #expect(run.arms.map(\.feature) == [nil, "Cart", "Search"] && run.arms.map(\.made) == [nil, nil, true])
    #expect(run.samples.count == 6)
    #expect(run.samples.allSatisfy { $0.outcome == .ok })
    // Exactly the closure: what an arm does not need was not compiled, what it needs was.
    let compiled = { (arm: String) in Set(run.samples.filter { $0.arm == arm }.compactMap(\.compiledModules)) }
    #expect(compiled("shop-app") == [["CFast", "Cart", "Core", "Model", "Search", "shop_app"]])
    #expect(compiled("CartApp") == [["CFast", "Cart", "CartApp", "Core", "Model"]])
    #expect(compiled("Search") == [["CFast", "Core", "Model", "ModuleGaugeArm", "Search"]])
    for sample in run.samples {
      #expect(try #require(sample.productBytes) > 10_000)
      #expect(
        try #require(sample.seconds) > 0 && #require(sample.cpuSeconds) > 0 && #require(sample.peakBytes) > 1 << 20)
    }
    let json = try String(contentsOfFile: shop.output + "/run.json", encoding: .utf8)
    #expect(try await JSONSchema.run.complaints(about: json) == "")
    let table = try String(contentsOfFile: shop.output + "/report.md", encoding: .utf8)
    let parts = outcome.output.components(separatedBy: "\n\n")
    #expect(parts.count > 4 && parts.allSatisfy { table.contains($0) }, "the terminal shows parts of the page")
    #expect(table.contains("no conclusion is drawn"))
    #expect(outcome.errors.contains("seed 5\n"))
    #expect(outcome.errors.contains("[6/6] round 1 of 1: "))
    #expect(try Self.sources(of: shop) == before)
    let head = try await git(["-C", shop.folder.path, "rev-parse", "HEAD"])
    #expect(run.workspace.revision.map { $0 + "\n" } == head.output && run.workspace.dirty == false)
    try await expectTheSameReports(shop, outcome.output)
  }

  /// All files but those that the tool may write.
  private static func sources(of shop: ShopWorkspace) throws -> [String: Data] {
    try TestFolder.contents(of: shop.folder.path).filter { file in
      !["cache", "output", "state"].contains { file.key.hasPrefix($0) }
    }
  }

  private func expectTheSameReports(_ shop: ShopWorkspace, _ output: String) async throws {
    for source in ["run.jsonl", ""] {
      let again = shop.folder.path + "/again-" + source.replacing(".", with: "-")
      let outcome = try await shop.modgauge(["report", "\(shop.output)/\(source)", "--output", again])
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      #expect(outcome.output == output)
      var first = try TestFolder.contents(of: shop.output)
      first["run.jsonl"] = nil
      #expect(
        first.keys.sorted() == [
          "builds.csv", "chart.png", "chart.svg", "graph.png", "graph.svg", "hyperfine.json", "report.html",
          "report.md", "run.json",
        ])
      #expect(try TestFolder.contents(of: again) == first)
    }
  }

  @Test func aWorkspaceWithNothingToCompareIsBuiltAsAWholeIfThatIsAskedFor() async throws {
    let shop = try ShopWorkspace()
    // A repository around the workspace that ignores it says nothing about it. Its tests are not built.
    let manifest = try shop.folder.read("Shared/Package.swift")
    try shop.folder.write([
      ".gitignore": "Shared/\n", "Shared/Tests/ModelTests/ModelTests.swift": "import Model\nimport XCTest\n",
      "Shared/Package.swift": manifest.replacing(
        #".target(name: "Model")]"#,
        with: #".target(name: "Model"), .testTarget(name: "ModelTests", dependencies: ["Model"])]"#),
    ])
    let git = try Tool.named("git")
    for words in [
      ["init", "--quiet"], ["add", ".gitignore"],
      ["-c", "user.name=A", "-c", "user.email=a@b.c", "commit", "-qm", "A"],
    ] {
      #expect(try await git(["-C", shop.folder.path] + words).exitCode == 0)
    }
    let library = [
      "bench", "--package-path", shop.folder.path + "/Shared", "--cache-dir", shop.cache, "--output", shop.output,
    ]
    let refused = try await shop.modgauge(library + ["--rounds", "1"])
    #expect(refused.exitCode == 2)
    #expect(refused.errors.hasPrefix("error: There is nothing to compare all of Shared with: "), "\(refused.errors)")
    let outcome = try await shop.modgauge(
      library + ["--rounds", "1", "--combined", "all"] + ShopWorkspace.minimalBuild)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("only the combined app is built; --feature names what to compare with it"))
    let run = try Self.run(in: shop.output)
    #expect(run.arms.map(\.name) == ["all"] && run.workspace.revision == nil)
    #expect(run.samples.map(\.compiledModules) == [["Model"], ["Model"]])
  }

  @Test func inAFolderOfPackagesEachArmIsBuiltInItsOwnPackage() async throws {
    let shop = try ShopWorkspace()
    let outcome = try await shop.modgauge(
      [
        "bench", "--package-path", shop.folder.path, "--cache-dir", shop.cache, "--output", shop.output,
        "--rounds", "1", "--combined", "Model", "--feature", "Unrelated",
      ] + ShopWorkspace.minimalBuild)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let run = try Self.run(in: shop.output)
    let compiled = { (arm: String) in run.samples.last { $0.arm == arm }?.compiledModules }
    #expect(compiled("Model") == ["Model"])
    #expect(compiled("Unrelated") == ["ModuleGaugeArm", "Unrelated"])
    #expect(run.workspace.name == shop.folder.path.split(separator: "/").last.map(String.init))
  }

  static func run(in folder: String) throws -> Run {
    try Run(json: Array(Data(contentsOf: URL(filePath: folder + "/run.json"))))
  }
}
