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
    try await expectTheSameReports(shop, outcome.output)
  }

  /// All files but those that the tool may write.
  private static func sources(of shop: ShopWorkspace) throws -> [String: Data] {
    try TestFolder.contents(of: shop.folder.path).filter { file in
      !["cache", "output", "state"].contains { file.key.hasPrefix($0) }
    }
  }

  private func expectTheSameReports(_ shop: ShopWorkspace, _ output: String) async throws {
    for source in ["run.json", "run.jsonl", ""] {
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

  @Test func theWholePackageIsBuiltWithoutItsTests() async throws {
    let shop = try ShopWorkspace()
    let outcome = try await shop.modgauge(
      shop.benchWords(["--rounds", "1", "--combined", "all", "--feature", "Model", "--quiet"]))
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let run = try Self.run(in: shop.output)
    let compiled = { (arm: String) in run.samples.last { $0.arm == arm }?.compiledModules }
    #expect(compiled("all") == ["CFast", "Cart", "CartApp", "Core", "Model", "Search", "Unrelated", "shop_app"])
    #expect(compiled("Model") == ["Model", "ModuleGaugeArm"])
    #expect(outcome.errors == "reports: \(shop.output)\n")
  }

  @Test func aBuildThatFailsIsShownAndTheOthersGoOn() async throws {
    let shop = try ShopWorkspace()
    try shop.folder.write(["Shop/Sources/Search/Broken.swift": "let broken: Int = \"text\"\n"])
    let outcome = try await shop.modgauge(
      shop.benchWords(["--rounds", "1", "--combined", "Model", "--feature", "Search"]))
    #expect(outcome.exitCode == 1)
    let run = try Self.run(in: shop.output)
    #expect(run.samples.filter { $0.arm == "Model" }.map(\.outcome) == [.ok, .ok])
    #expect(run.samples.filter { $0.arm == "Search" }.map(\.outcome) == [.failed])
    let log = try #require(run.samples.first { $0.arm == "Search" }?.log)
    #expect(try String(contentsOfFile: "\(shop.output)/\(log)", encoding: .utf8).contains("Broken.swift:1:19: error:"))
    let page = try String(contentsOfFile: shop.output + "/report.md", encoding: .utf8)
    #expect(page.contains(#/\| Search +\| generated sample app /#) && page.contains("failed |"))
    #expect(page.contains("its output is in `\(log)`"))
    let json = try String(contentsOfFile: shop.output + "/run.json", encoding: .utf8)
    #expect(try await JSONSchema.run.complaints(about: json) == "")
  }

  @Test func aWorkspaceWithNothingToCompareIsBuiltAsAWholeIfThatIsAskedFor() async throws {
    let shop = try ShopWorkspace()
    // A repository around the workspace that ignores it says nothing about it.
    try shop.folder.write([".gitignore": "Shared/\n"])
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
    // The one here that builds with the options that `swift build` has by itself.
    let refused = try await shop.modgauge(library + ["--rounds", "1"])
    #expect(refused.exitCode == 2)
    #expect(refused.errors.hasPrefix("error: There is nothing to compare all of Shared with: "), "\(refused.errors)")
    let outcome = try await shop.modgauge(library + ["--rounds", "1", "--combined", "all"])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("only the combined app is built; --feature names what to compare with it"))
    #expect(try Self.run(in: shop.output).arms.map(\.name) == ["all"])
    #expect(try Self.run(in: shop.output).workspace.revision == nil)
  }

  @Test func inAFolderOfPackagesEachArmIsBuiltInItsOwnPackage() async throws {
    let shop = try ShopWorkspace()
    let outcome = try await shop.modgauge(
      [
        "bench", "--package-path", shop.folder.path, "--cache-dir", shop.cache, "--output", shop.output,
        "--rounds", "1", "--combined", "Model", "--feature", "Features",
      ] + ShopWorkspace.minimalBuild)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let run = try Self.run(in: shop.output)
    let compiled = { (arm: String) in run.samples.last { $0.arm == arm }?.compiledModules }
    #expect(compiled("Model") == ["Model"])
    #expect(compiled("Features") == ["CFast", "Cart", "Core", "Model", "ModuleGaugeArm", "Search"])
    #expect(run.workspace.name == shop.folder.path.split(separator: "/").last.map(String.init))
  }

  @Test func swiftArgumentParserFromItsAddress() async throws {
    let shop = try ShopWorkspace()
    let clone = try await Tool.named("git")([
      "clone", "--quiet", "--depth", "1", "--branch", "1.8.2", "https://github.com/apple/swift-argument-parser",
      shop.folder.path + "/sap",
    ])
    try #require(clone.exitCode == 0, "\(clone.errors)")
    let outcome = try await shop.modgauge(
      [
        "bench", "--package-path", shop.folder.path + "/sap", "--cache-dir", shop.cache, "--output", shop.output,
        "--rounds", "1", "--combined", "ArgumentParserToolInfo",
      ] + ShopWorkspace.minimalBuild)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let run = try Self.run(in: shop.output)
    #expect(run.samples.map(\.compiledModules) == [["ArgumentParserToolInfo"], ["ArgumentParserToolInfo"]])
    let head = try await Tool.named("git")(["-C", shop.folder.path + "/sap", "rev-parse", "HEAD"])
    #expect(run.workspace.revision.map { $0 + "\n" } == head.output)
    #expect(run.workspace.dirty == false)
    let status = try await Tool.named("git")(["-C", shop.folder.path + "/sap", "status", "--porcelain", "--ignored"])
    #expect(status.output == "")
  }

  static func run(in folder: String) throws -> Run {
    try Run(json: Array(Data(contentsOf: URL(filePath: folder + "/run.json"))))
  }
}
