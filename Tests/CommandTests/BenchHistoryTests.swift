import BuildAnalysis
import Documents
import Foundation
import TestSupport
import Testing

extension BenchCommandTests {
  /// What `bench` adds to the history; its builds are scripts.
  @Suite struct BuilderHistoryTests {
    private static let builds = ["--rounds", "2", "--combined", "CartApp", "--feature", "Search", "--seed", "1"]

    private func bench(_ shop: ShopWorkspace, _ words: [String] = []) async throws -> Tool.Outcome {
      try await shop.modgauge(shop.commandWords(Self.builds + words + ["--force"]))
    }

    private func history(_ shop: ShopWorkspace, _ words: [String]) async throws -> Tool.Outcome {
      try await shop.modgauge(["history"] + words + ["--package-path", shop.path])
    }

    @Test func aRunIsAddedToTheHistoryOfItsWorkspace() async throws {
      let shop = try ShopWorkspace()
      try shop.folder.write(["Shop/.modgauge.yml": "bench: { command: [\"true\"] }\n"])
      let git = try Tool.named("git")
      for words in [
        ["init", "--quiet", "--initial-branch", "trunk"], ["add", "."],
        ["-c", "user.name=A", "-c", "user.email=a@b", "commit", "--quiet", "-m", "One"],
      ] { #expect(try await git(["-C", shop.path] + words).exitCode == 0) }
      let first = try await bench(shop)
      #expect(first.exitCode == 0 && first.errors.contains("history: \(shop.folder.path)/state/modgauge/history/Shop-"))
      let run = try Run(json: Array(Data(contentsOf: URL(filePath: shop.output + "/run.json"))))
      #expect(run.workspace.branch == "trunk" && run.workspace.committed != nil && run.started != nil)
      let json = try String(contentsOfFile: shop.output + "/run.json", encoding: .utf8)
      #expect(try await JSONSchema.run.complaints(about: json) == "")
      #expect(try await Run(json: history(shop, ["show", "latest", "--format", "json"]).outputBytes) == run)
      #expect(try await bench(shop, ["--no-history", "--quiet"]).exitCode == 0)
      #expect(try await history(shop, ["list", "--format", "csv"]).output.split(separator: "\r\n").count == 2)
    }

    @Test func aPlanExpectsWhatARunOfTheHistoryTook() async throws {
      let shop = try ShopWorkspace()
      try shop.folder.write(["Shop/.modgauge.yml": "bench: { command: [\"true\"] }\n"])
      #expect(try await bench(shop, ["--quiet"]).exitCode == 0)
      // Its results are not in the folder where earlier runs are looked for.
      let plan = try await bench(shop, ["--dry-run"])
      let expected = /expected duration: about \d+ s, by the run [0-9a-f]{12} of the history\n/
      #expect(plan.output.firstMatch(of: expected) != nil, "\(plan.output)")
      #expect(!plan.errors.contains("warning"))
      let alone = try await bench(shop, ["--dry-run", "--no-history"])
      #expect(!alone.output.contains("of the history") && !alone.errors.contains("warning"))
    }

    @Test func aPlanSaysOnceThatItDoesNotUseADamagedHistory() async throws {
      let shop = try ShopWorkspace()
      try shop.folder.write(["Shop/.modgauge.yml": "bench: { command: [\"true\"] }\n", "text.sqlite": "no history"])
      let file = shop.folder.path + "/text.sqlite"
      let plan = try await bench(shop, ["--history", file, "--dry-run"])
      #expect(plan.exitCode == 0 && !plan.output.contains("of the history"))
      let warnings = plan.errors.split(separator: "\n").filter { $0.hasPrefix("warning: ") }
      #expect(warnings.count == 1, "\(plan.errors)")
      #expect(plan.errors.contains("warning: the history is not used: The history `\(file)` is damaged: "))
      #expect(
        try await bench(shop, ["--history", shop.folder.path + "/none.sqlite", "--dry-run", "--quiet"]).errors == "")
    }

    @Test func aHistoryThatCannotBeWrittenIsAWarning() async throws {
      let shop = try ShopWorkspace()
      try shop.folder.write(["Shop/.modgauge.yml": "bench: { command: [\"true\"] }\n", "text.sqlite": "no history"])
      let file = shop.folder.path + "/text.sqlite"
      let outcome = try await bench(shop, ["--history", file, "--quiet"])
      #expect(outcome.exitCode == 0)
      #expect(outcome.errors.contains("warning: the run is not in the history: The history `\(file)` is damaged: "))
      #expect(outcome.errors.contains("Add it later with `modgauge history import`."))
      #expect(try shop.folder.read("text.sqlite") == "no history")
      #expect(try Run(json: Array(Data(contentsOf: URL(filePath: shop.output + "/run.json")))).samples.count == 6)
    }
  }
}
