import BuildAnalysis
import Documents
import Foundation
import ModuleGraph
import Platform
import TestSupport
import Testing

/// Plans of benchmarks, of which none is made.
struct BenchPlanTests {
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
    let state = ["XDG_STATE_HOME": shop.folder.path + "/state"]
    let outcome = try await shop.modgauge(shop.benchWords(["--dry-run", "--seed", "1"]), environment: state)
    #expect(outcome.exitCode == 0)
    #expect(
      outcome.output == """
        combined app: shop-app; features: Search, Cart in CartApp
        scenarios: clean, first-null, null
        plan: 10 rounds of 9 builds after 2 warm-ups of each, 108 builds
        expected duration: unknown until the warm-ups are done: no run, recording or calibration covers these builds
        seed 1

        builds    as                       modules       files        lines  only for it
        shop-app  combined app                   6           6           13
        Search    generated sample app  4 (66.7 %)  4 (66.7 %)   8 (61.5 %)  1 module, 2 lines
        CartApp   sample app of Cart    5 (83.3 %)  5 (83.3 %)  10 (76.9 %)  1 module, 2 lines

        “Only for it” is what shop-app would not compile without the feature; nothing if another feature
          needs it.

        """)
    #expect(outcome.errors.hasPrefix("they would be made in private copies in \(shop.cache)/benchmarks/"))
    #expect(!FileManager.default.fileExists(atPath: shop.output))
    #expect(!FileManager.default.fileExists(atPath: shop.cache + "/benchmarks"))
    let flags = try await shop.modgauge(
      shop.benchWords([
        "--dry-run", "--seed", "1", "--rounds", "3", "--warmups", "1", "--combined", "CartApp", "--feature", "Model",
        "--scenario", "clean",
      ]))
    #expect(flags.output.hasPrefix("combined app: CartApp; features: Model\nscenarios: clean\nplan: 3 rounds of 2 "))
    let comparison = try await shop.modgauge(
      shop.benchWords(["--dry-run", "--scenario", "comparison", "--rounds", "2"]))
    #expect(
      comparison.output.contains("scenarios: clean, first-null, null, incremental:Cart:body, incremental:Search:body\n")
    )
    // Five in the app, and a change in each feature where it is the feature.
    #expect(comparison.output.contains("plan: 2 rounds of 13 builds"), "\(comparison.output)")
    let budget = try await shop.modgauge(shop.benchWords(["--dry-run", "--time-budget", "15m"]))
    #expect(budget.output.contains("plan: at most 100 rounds of 9 builds after 2 warm-ups of each, 918 builds; until"))
  }

  private func plan(
    _ manifest: String, _ configuration: String = "", _ words: [String] = [], sources: [String: String] = [:]
  ) async throws -> Tool.Outcome {
    let shop = try ShopWorkspace()
    try shop.folder.write(["Mini/.modgauge.yml": configuration, "Mini/Package.swift": manifest])
    try shop.folder.write(sources)
    return try await shop.modgauge(
      ["bench", "--package-path", shop.folder.path + "/Mini", "--cache-dir", shop.cache, "--seed", "1"] + words)
  }

  private static let screens = """
    // swift-tools-version: 5.9
    import PackageDescription
    let package = Package(
      name: "Mini",
      targets: [
        .executableTarget(name: "App", dependencies: ["HomeFeature", "SearchFeature"]),
        .executableTarget(name: "HomeDemoApp", dependencies: ["DemoKit"]),
        .target(name: "DemoKit", dependencies: ["HomeFeature"]),
        .target(name: "HomeFeature"), .target(name: "SearchFeature"), .target(name: "Alone"),
      ])
    """
  private static let sources = Dictionary(
    uniqueKeysWithValues: ["App", "HomeDemoApp", "DemoKit", "HomeFeature", "SearchFeature", "Alone"].map {
      ("Mini/Sources/\($0)/\($0.hasSuffix("App") ? "main" : $0).swift", "let one = 1\n")
    })

  @Test func aSampleAppStandsForTheFeatureThatItShows() async throws {
    let named = try await plan(
      Self.screens, "combined: App", ["--dry-run", "--feature", "HomeDemoApp"], sources: Self.sources)
    #expect(
      named.output.hasPrefix("combined app: App; features: HomeFeature in HomeDemoApp\n"),
      "\(named.output)\(named.errors)")
    let configured = try await plan(
      Self.screens, "combined: App\nfeatures: [\"Home*\", \"Search*\"]\nsample-apps: [HomeDemoApp]", ["--dry-run"],
      sources: Self.sources)
    #expect(
      configured.output.hasPrefix("combined app: App; features: SearchFeature, HomeFeature in HomeDemoApp\n"),
      "\(configured.output)\(configured.errors)")
    // Its figures are those of one feature, even if the feature has an arm of its own.
    let both = try await plan(
      Self.screens, "combined: App", ["--dry-run", "--feature", "HomeFeature", "--feature", "HomeDemoApp"],
      sources: Self.sources)
    #expect(both.output.split(separator: "\n").count { $0.hasSuffix("  1 module, 1 line") } == 2, "\(both.output)")
    let outside = try await plan(
      Self.screens, "combined: App", ["--dry-run", "--feature", "Alone"], sources: Self.sources)
    #expect(outside.output.contains("\nwarning: App does not build Alone: "), "\(outside.output)\(outside.errors)")
  }

  @Test func aFeatureThatNoScenarioConcernsIsNamed() async throws {
    let words = ["--dry-run", "--feature", "HomeFeature", "--scenario", "incremental:SearchFeature:body"]
    let lost = try await plan(Self.screens, "combined: App", words, sources: Self.sources)
    let warning = "\nwarning: HomeDemoApp is not built, since no scenario applies to it; --scenario clean "
    #expect(lost.output.contains(warning), "\(lost.output)\(lost.errors)")
    let kept = try await plan(
      Self.screens, "combined: App", words + ["--scenario", "clean"], sources: Self.sources)
    #expect(kept.output.contains("plan: 6 rounds of 3 builds") && !kept.output.contains("warning"), "\(kept.output)")
  }

  @Test func whoWantsNoFeaturesIsToldOfNone() async throws {
    let alone = try await plan(Self.screens, "", ["--dry-run", "--feature", "none"], sources: Self.sources)
    #expect(alone.output.contains("features: none\ninferred combined app: App ("), "\(alone.output)\(alone.errors)")
    #expect(alone.output.contains("only the combined app is built") && !alone.output.contains("HomeFeature"))
  }

  @Test(arguments: ["", "combined: App\n"]) func aLibraryIsNoSampleApp(configuration: String) async throws {
    let refused = try await plan(
      Self.screens, configuration + "sample-apps: [SearchFeature]", ["--dry-run"], sources: Self.sources)
    #expect(refused.exitCode == 2 && refused.output == "")
    #expect(
      refused.errors
        == "error: `sample-apps:`: SearchFeature cannot be a sample app, since it is not a program. Name programs.\n")
  }

  @Test func ofManyFeaturesThatAPatternMatchesTheFirstAreNamed() async throws {
    let names = (100...129).map { "Service\($0)" }
    let manifest = """
      // swift-tools-version: 5.9
      import PackageDescription
      let package = Package(
        name: "Mini",
        products: [\(names.map { ".library(name: \"\($0)\", targets: [\"\($0)\"])" }.joined(separator: ", "))],
        targets: [\(names.map { ".target(name: \"\($0)\")" }.joined(separator: ", "))])
      """
    let sources = Dictionary(uniqueKeysWithValues: names.map { ("Mini/Sources/\($0)/A.swift", "let one = 1\n") })
    let named = try await plan(manifest, "combined: all", ["--dry-run", "--feature", "Service*"], sources: sources)
    #expect(named.exitCode == 0 && named.output.contains("Service123 and 6 more\n"), "\(named.errors)")
  }

  #if os(Linux)
    @Test func whatCannotBeBuiltHereIsSaidBeforeTheFirstBuild() async throws {
      var sources = Self.sources
      sources["Mini/Sources/HomeFeature/HomeFeature.swift"] = "import SwiftUI\n"
      let refused = try await plan(Self.screens, "combined: App", [], sources: sources)
      #expect(refused.exitCode == 2)
      #expect(
        refused.errors
          == "error: App cannot be built here: HomeFeature.swift of HomeFeature imports SwiftUI, which Linux does not have. "
          + "Name another combined app with --combined; nothing is known to prevent SearchFeature.\n")
      let dry = try await plan(Self.screens, "combined: App", ["--dry-run"], sources: sources)
      #expect(dry.exitCode == 2 && dry.errors == refused.errors)
      #expect(dry.output.contains("App (combined app)") && !dry.output.contains("plan:"), "\(dry.output)")
      let other = try await plan(
        Self.screens, "", ["--dry-run", "--combined", "SearchFeature", "--feature", "none"], sources: sources)
      #expect(other.exitCode == 0 && other.output.contains("plan: 6 rounds of 1 build "), "\(other.errors)")
      let alone = try await plan(
        Self.screens, "combined: App", ["--dry-run", "--feature", "none"], sources: sources)
      #expect(alone.errors.hasPrefix("error: App cannot be built here: HomeFeature.swift "), "\(alone.errors)")
    }
  #endif

  @Test func aPlanIsAlsoThereForPrograms() async throws {
    let shop = try ShopWorkspace()
    let words = shop.benchWords(["--dry-run", "--format", "json", "--combined", "shop-app", "--feature", "Search"])
    let state = shop.folder.path + "/state"
    let unknown = try await shop.modgauge(words, environment: ["XDG_STATE_HOME": state])
    #expect(unknown.exitCode == 0, "\(unknown.errors)")
    #expect(unknown.output.contains(#""builds" : 14"#) && !unknown.output.contains(#""expected""#))
    #expect(try await JSONSchema.plan.complaints(about: unknown.output) == "")
    // A recorded build of all its modules, where `modgauge record` would have left it.
    let modules = ["shop_app", "Cart", "Search", "Core", "CFast", "Model"].map { name in
      """
      { "name": "\(name)", "isTool": false, "start": 0, "end": 1, "wallSeconds": 1, "cpuSeconds": 1,
        "waitingForDependenciesSeconds": 0, "waitingForCoreSeconds": 0, "waitingForOtherSeconds": 0,
        "emitModule": [], "compile": [], "link": [], "slackSeconds": 0, "isCritical": false, "dependencies": [] }
      """
    }
    let cores = HostMachine.usableProcessors
    try shop.folder.write([
      "state/modgauge/runs/Shop-\(String(shop.path.stableHash, radix: 16))/2026-01-01T000000Z/modules.json": """
      {
        "schema": "modgauge.timeline/1",
        "build": {
          "workspace": "Shop", "target": "shop-app", "configuration": "debug", "toolchain": "6.3.1", "isClean": true,
          "cores": \(cores), "lanes": \(cores), "seconds": 60, "gaps": [],
          "cpuShares": { "modulesSeconds": 6, "manifestsSeconds": 0, "otherJobsSeconds": 0 }
        },
        "phases": [], "unattributedSeconds": 0, "criticalPath": [], "starvedWindows": [], "busyJobs": [], "coresInUse": [],
        "unblocking": { "model": "none", "waitedSeconds": 0 }, "replay": {}, "modulesNotInGraph": [],
        "modulesNotBuilt": [],
        "modules": [\(modules.joined(separator: ", "))]
      }
      """
    ])
    let known = try await shop.modgauge(words, environment: ["XDG_STATE_HOME": state])
    // Seven builds of all six modules, and as many of four of them.
    #expect(known.output.contains(#""seconds" : 700"#) && known.output.contains(#""source" : "recording""#))
    #expect(try await JSONSchema.plan.complaints(about: known.output) == "")
    let text = try await shop.modgauge(
      shop.benchWords(["--dry-run", "--combined", "shop-app", "--feature", "Search", "--scenario", "null"]),
      environment: ["XDG_STATE_HOME": state])
    #expect(
      text.output.contains("expected duration: at most 11 min 40 s, by the build recorded at 2026-01-01T000000Z\n"))
    let release = try await shop.modgauge(words + ["-c", "release"], environment: ["XDG_STATE_HOME": state])
    #expect(!release.output.contains(#""expected""#), "a debug build tells nothing of an optimized one")
    let misplaced = try await shop.modgauge(shop.benchWords(["--dry-run", "--format", "csv"]))
    #expect(misplaced.exitCode == 64 && misplaced.errors.hasPrefix("error: A plan has these formats: text, json."))
  }

  @Test func whatIsWrongWithARoundsWordIsSaid() async throws {
    for (words, message) in [
      (["--time-budget", "15"], "The value '15' is invalid for '--time-budget <time>'"),
      (["--half-width", "0"], "--half-width must be a percentage above 0 and below 100."),
    ] {
      #expect(ParsedArguments.refusal(["bench"] + words)?.hasPrefix(message) == true)
    }
    let shop = try ShopWorkspace()
    let outcome = try await shop.modgauge(shop.benchWords(["--dry-run", "--feature", "Nothing*"]))
    #expect(outcome.exitCode == 2)
    #expect(outcome.errors.hasPrefix("error: --feature: “Nothing*” matches no library."))
  }
}
