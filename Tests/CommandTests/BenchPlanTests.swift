import BuildAnalysis
import Foundation
import Reports
import TestSupport
import Testing

extension BenchCommandTests {
  @Test func aDryRunTellsThePlanAndTouchesNothing() async throws {
    let shop = try ShopWorkspace()
    try shop.folder.write([
      "Shop/.modgauge.yml": """
      combined: shop-app
      features: [Sear*]
      sample-apps: ["*App"]
      bench: { rounds: 10, warmups: 2, scenarios: [clean, null] }
      """
    ])
    let outcome = try await shop.modgauge(shop.benchWords(["--dry-run", "--seed", "1"]))
    #expect(outcome.exitCode == 0)
    #expect(
      outcome.output == """
        combined app: shop-app; features: Search, CartApp
        scenarios: clean, first-null, null
        plan: 10 rounds of 9 builds after 2 warm-ups of each, 108 builds
        expected duration: unknown until the warm-ups are done
        seed 1

        """)
    #expect(outcome.errors == "")
    #expect(!FileManager.default.fileExists(atPath: shop.output))
    #expect(!FileManager.default.fileExists(atPath: shop.cache + "/benchmarks"))
    let flags = try await shop.modgauge(
      shop.benchWords([
        "--dry-run", "--seed", "1", "--rounds", "3", "--warmups", "1", "--combined", "CartApp", "--feature", "Model",
        "--scenario", "clean",
      ]))
    #expect(flags.output.hasPrefix("combined app: CartApp; features: Model\nscenarios: clean\nplan: 3 rounds of 2 "))
    let budget = try await shop.modgauge(shop.benchWords(["--dry-run", "--time-budget", "15m"]))
    #expect(budget.output.contains("plan: at most 100 rounds of 9 builds after 2 warm-ups of each, 918 builds; until"))
  }

  @Test func whatIsWrongWithARoundsWordIsSaid() async throws {
    for (words, message) in [
      (["--time-budget", "15"], "The value '15' is invalid for '--time-budget <time>'"),
      (["--half-width", "0"], "--half-width must be a percentage above 0 and below 100."),
    ] {
      let outcome = try await Tool.built("modgauge")(["bench"] + words)
      #expect(outcome.exitCode == 64)
      #expect(outcome.errors.hasPrefix("Error: " + message), "\(outcome.errors)")
    }
    let shop = try ShopWorkspace()
    let outcome = try await shop.modgauge(shop.benchWords(["--dry-run", "--feature", "Nothing*"]))
    #expect(outcome.exitCode == 2)
    #expect(outcome.errors.hasPrefix("error: “Nothing*” is no executable, product or module of the workspace."))
  }

  @Test func aBudgetThatIsSpentEndsTheRunBetweenRoundsAndTheReportSaysSo() async throws {
    let shop = try ShopWorkspace()
    let state = shop.folder.path + "/state"
    let words = [
      "bench", "--package-path", shop.path, "--cache-dir", shop.cache, "--combined", "CartApp", "--feature", "Model",
      "--time-budget", "1s", "--seed", "4",
    ]
    let outcome = try await shop.modgauge(words, environment: ["XDG_STATE_HOME": state])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("expected: at most "))
    #expect(
      outcome.errors.contains("Stopped after 1 round: the next would not have ended within 1 s. 5 more rounds would"))
    let runs = try TestFolder.contents(of: state)
    let json = try #require(runs.first { $0.key.hasSuffix("/run.json") }?.value)
    let run = try JSON.run(from: Array(json))
    #expect(run.samples.count == 4 && run.ending.reason == .budget)
    #expect(try await JSONSchema.run.complaints(about: String(decoding: json, as: UTF8.self)) == "")
    // What it took is what the next one expects.
    let next = try await shop.modgauge(words + ["--dry-run"], environment: ["XDG_STATE_HOME": state])
    #expect(next.output.contains("expected duration: at most 1 s, by the run of 20"))
    #expect(next.errors == "")
  }
}
