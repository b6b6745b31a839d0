import Foundation
import TestSupport
import Testing

@Suite struct ForecastCommandTests {
  /// A shop with a commit, and a change in the working tree.
  private static func shop() async throws -> ShopWorkspace {
    let shop = try ShopWorkspace()
    for words in [["init", "--quiet"], ["add", "--all"], ["commit", "--quiet", "-m", "one"]] {
      let outcome = try await Tool.named("git")(
        ["-C", shop.folder.path, "-c", "user.name=T", "-c", "user.email=t@example.org"] + words)
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
    }
    return shop
  }

  /// Real builds: a recorded clean one, and the incremental one that the forecast is held against.
  @Test func `a forecast names the modules that the build compiles`() async throws {
    let shop = try await Self.shop()
    let scratch = shop.folder.path + "/scratch"
    let common = ["--package-path", shop.path, "--cache-dir", shop.cache, "--quiet"]
    let index = ShopWorkspace.minimalBuild
    let state = ["XDG_STATE_HOME": shop.folder.path + "/state"]
    let clean = try await shop.modgauge(["record"] + common + index, environment: state)
    #expect(clean.exitCode == 0, "\(clean.errors)")
    let incremental = ["record", "--incremental", "--scratch-path", scratch] + common + index
    _ = try await shop.modgauge(incremental + ["-o", shop.folder.path + "/before"])
    try shop.folder.write([
      "Shop/Sources/Core/Core.swift":
        "import CFast\nimport Model\npublic func core() { _ = (Model(), fast()) }\nprivate func hidden() {}\n"
    ])
    let words = ["forecast", "--base", "HEAD"] + common
    let json = try await shop.modgauge(words + ["--format", "json"], environment: state)
    #expect(json.exitCode == 0, "\(json.errors)")
    #expect(try await JSONSchema.forecast.complaints(about: json.output).isEmpty)
    let forecast = try JSONDecoder().decode(Forecast.self, from: Data(json.output.utf8))
    let text = try await shop.modgauge(words, environment: state)
    #expect(text.output.hasPrefix("merge base of HEAD and HEAD ("))
    #expect(text.output.contains("All of this is estimated from a "))
    _ = try await shop.modgauge(incremental + ["-o", shop.folder.path + "/after"])
    let built = try JSONDecoder().decode(
      Timeline.self, from: Data(try shop.folder.read("after/modules.json").utf8))
    let compiled = built.modules.filter { ($0.compiledFiles ?? 0) > 0 }.map(\.name)
    #expect(forecast.modules.map { String($0.module.split(separator: "/")[1]) }.sorted() == compiled.sorted())
    #expect(compiled.sorted() == ["Cart", "Core", "Search"])
    let same = try await shop.modgauge(
      ["forecast", "--base", "HEAD", "--head", "HEAD"] + common.dropLast(), environment: state)
    #expect(same.errors.contains("note: HEAD has no commits that HEAD lacks, so nothing changes\n"), "\(same.errors)")
    let range = try await shop.modgauge(["forecast", "--base", "HEAD", "--head", "a..b"] + common, environment: state)
    #expect(range.exitCode == 2 && range.errors == "error: “a..b” is not a revision that git knows.\n")
    // Another name of the package compiles nothing, and the recordings are still of the same modules.
    let manifest = try shop.folder.read("Shop/Package.swift")
    try shop.folder.write(["Shop/Package.swift": manifest.replacing("name: \"Shop\"", with: "name: \"Store\"")])
    let renamed = try await shop.modgauge(
      words + ["--format", "json", "--incremental", shop.folder.path + "/after"], environment: state)
    #expect(renamed.exitCode == 0, "\(renamed.errors)")
    #expect(
      try JSONDecoder().decode(Forecast.self, from: Data(renamed.output.utf8)).modules.map(\.module).sorted()
        == ["Store/Cart", "Store/Core", "Store/Search"])
    try shop.folder.write(["Shop/Package.swift": manifest])
    let after = ["--incremental", shop.folder.path + "/after"]
    let corrected = try await shop.modgauge(words + after + ["--format", "json"], environment: state)
    #expect(try await JSONSchema.forecast.complaints(about: corrected.output).isEmpty)
    let correction = try JSONDecoder().decode(Forecast.self, from: Data(corrected.output.utf8)).correction
    #expect(correction?.incrementalBuilds == 1 && correction?.factor == 1)
    let told = try await shop.modgauge(words + after, environment: state)
    #expect(told.output.contains("The CPU time of compilers of Core, "), "\(told.output)")
    let twice = try await shop.modgauge(words + after + after, environment: state)
    #expect(
      twice.exitCode == 2 && twice.errors.contains("are recordings of the same build, which would count twice."),
      "\(twice.errors)")
    try await Self.expectRefusals(shop, words, state)
  }

  /// Of the clean build, and of a folder without one, as incremental ones.
  private static func expectRefusals(
    _ shop: ShopWorkspace, _ words: [String], _ state: [String: String]
  ) async throws {
    let runs = shop.folder.path + "/state/modgauge/runs"
    let recorded = try #require(try TestFolder.contents(of: runs).keys.first { $0.hasSuffix("/trace.jsonl") })
    for (folder, error) in [
      (runs + "/" + recorded.dropLast("/trace.jsonl".count), "is not an incremental build"),
      (shop.folder.path + "/none", "has no trace"),
    ] {
      let refused = try await shop.modgauge(words + ["--incremental", folder], environment: state)
      #expect(refused.exitCode == 2 && refused.errors.contains(error), "\(refused.errors)")
    }
  }

  @Test func `without a recorded build's trace there is no forecast`() async throws {
    let shop = try await Self.shop()
    let none = try await shop.modgauge(
      ["forecast", "--base", "HEAD", "--package-path", shop.path, "--cache-dir", shop.cache],
      environment: ["XDG_STATE_HOME": shop.folder.path + "/state"])
    #expect(none.exitCode == 2)
    #expect(none.errors.contains("There is no recorded build of this workspace."), "\(none.errors)")
    let outcome = try await shop.modgauge([
      "forecast", "--base", "HEAD", "--run", shop.path, "--package-path", shop.path, "--cache-dir", shop.cache,
    ])
    #expect(outcome.exitCode == 2)
    #expect(outcome.errors.contains("There is no recorded build in"))
  }

  private struct Forecast: Decodable {
    struct Module: Decodable { let module: String }
    struct Correction: Decodable {
      let incrementalBuilds: Int
      let factor: Double
    }
    let modules: [Module]
    let correction: Correction?
  }

  private struct Timeline: Decodable {
    struct Module: Decodable {
      let name: String
      let compiledFiles: Int?
    }
    let modules: [Module]
  }
}
