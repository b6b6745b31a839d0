import BuildAnalysis
import Documents
import Foundation
import TestSupport
import Testing

extension BenchCommandTests {
  /// Commands of the user's that build; scripts, so that nothing here takes longer than `modgauge` itself.
  @Suite struct BuilderCommandTests {
    /// A workspace whose builder is a script: it writes down what it is given, and makes one file.
    private static func scripted(_ settings: String = "") throws -> ShopWorkspace {
      let shop = try ShopWorkspace()
      let log = shop.folder.path + "/words"
      try shop.folder.write([
        "Shop/build.sh": """
        #!/bin/sh
        printf '[%s]' "$(basename "$PWD")" "$@" >>'\(log)'; echo >>'\(log)'
        ls "$2" >>'\(log)'
        [ "$1" = build ] && cat Sources/Search/Search.swift >"$2/out.txt"
        [ "$1" != fail ]

        """,
        "Shop/.modgauge.yml": """
        bench:
          command: [./build.sh, build, "{scratch}", "{product}", "{configuration}", "-j{jobs}", "{package}"]
        \(settings)
        """,
      ])
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: shop.folder.path + "/Shop/build.sh")
      return shop
    }

    private func run(of shop: ShopWorkspace) throws -> Run {
      try Run(json: Array(Data(contentsOf: URL(filePath: shop.output + "/run.json"))))
    }

    @Test func aCommandBuildsInTheCopyBetweenItsPreparationAndItsCleanup() async throws {
      let shop = try Self.scripted(
        "  prepare: [./build.sh, before, \"{scratch}\"]\n  cleanup: [./build.sh, after, \"{scratch}\"]")
      let outcome = try await shop.modgauge(
        shop.commandWords([
          "--rounds", "1", "--combined", "CartApp", "--feature", "Search", "--jobs", "3", "--seed", "1",
        ]))
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      let run = try run(of: shop)
      #expect(run.samples.count == 4 && run.samples.allSatisfy { $0.outcome == .ok && $0.compiledModules == nil })
      #expect(run.arms.map(\.builder) == ["command", "command"])
      #expect(run.plan.prepare == ["./build.sh", "before", "{scratch}"] && run.plan.cleanup?.count == 3)
      let lines = try shop.folder.read("words").split(separator: "\n").map(String.init)
      // Each build: prepared in an empty folder, built, cleaned up.
      let steps = lines.map { $0.hasPrefix("[") ? String($0.prefix { $0 != "/" }) : $0 }
      #expect(steps.prefix(4) == ["[Shop][before][", "[Shop][build][", "[Shop][after][", "out.txt"])
      #expect(steps.count == 16)
      try #require(lines.count > 1)
      #expect(lines[1].contains("][CartApp][debug][-j3][") || lines[1].contains("][Search][debug][-j3]["))
      #expect(lines.allSatisfy { !$0.contains("[\(shop.path)]") }, "the copy is built")
      let page = try String(contentsOfFile: shop.output + "/report.md", encoding: .utf8)
      #expect(page.contains("Before each build ran ./build.sh before {scratch}, which is not in the figures."))
      #expect(page.contains("It is not verified what this command compiled"))
      #expect(page.contains("the command ./build.sh build {scratch} {product}"))
      let json = try String(contentsOfFile: shop.output + "/run.json", encoding: .utf8)
      #expect(try await JSONSchema.run.complaints(about: json) == "")
    }

    @Test func aBuildThatWasNeverMadeHasNoNoise() async throws {
      let shop = try Self.scripted("  prepare: [./prepare.sh]")
      // It fails from the second build on.
      try shop.folder.write(["Shop/prepare.sh": "#!/bin/sh\nmkdir '\(shop.folder.path)/prepared'\n"])
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: shop.folder.path + "/Shop/prepare.sh")
      let outcome = try await shop.modgauge(
        shop.commandWords(["--rounds", "1", "--combined", "CartApp", "--feature", "shop-app"]))
      #expect(outcome.exitCode == 1, "\(outcome.errors)")
      let samples = try run(of: shop).samples
      // The other executable's warm-up, and the first round.
      try #require(!samples.isEmpty)
      #expect(samples.map(\.outcome) == [.ok, .failed, .failed] && samples[0].noise != nil)
      #expect(samples.dropFirst().allSatisfy { $0.noise == nil }, "the first one's is not theirs")
    }

    @Test func aRunIsReplacedOnlyByForceAndFilesBesideItStay() async throws {
      let shop = try Self.scripted()
      try shop.folder.write(["output/notes.txt": "mine"])
      let words = shop.commandWords(["--rounds", "1", "--combined", "CartApp", "--quiet"])
      let made = try await shop.modgauge(words)
      #expect(made.exitCode == 0, "\(made.errors)")
      let journal = try shop.folder.read("output/run.jsonl")
      let refused = try await shop.modgauge(words)
      #expect(refused.exitCode == 2 && refused.errors.contains("replace it with --force."), "\(refused.errors)")
      #expect(try shop.folder.read("output/run.jsonl") == journal)
      // What only a recorded run has must not stand beside one that is none.
      try shop.folder.write(["output/modules.csv": "old"])
      let forced = try await shop.modgauge(words + ["--force"])
      #expect(forced.exitCode == 0, "\(forced.errors)")
      #expect(try shop.folder.read("output/run.jsonl") != journal)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: shop.output).sorted() == [
          "builds.csv", "chart.png", "chart.svg", "graph.png", "graph.svg", "hyperfine.json", "notes.txt",
          "report.html",
          "report.md", "run.json", "run.jsonl",
        ])
    }

    @Test func namesThatNoShellShouldReadAreHandedOnAsTheyAre() async throws {
      let shop = try Self.scripted()
      let name = #"x"; touch "$HOME'`/pwned #"#
      try shop.folder.write([
        "Shop/Package.swift": """
        // swift-tools-version: 5.9
        import PackageDescription
        let package = Package(
          name: "Shop", products: [.executable(name: #"\(name)"#, targets: ["CartApp"])],
          targets: [.executableTarget(name: "CartApp", dependencies: ["Cart"]), .target(name: "Cart")])

        """
      ])
      let outcome = try await shop.modgauge(shop.commandWords(["--rounds", "1", "--combined", name]))
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      #expect(try shop.folder.read("words").contains("[\(name)][debug]"))
    }

    @Test func changesThatNobodySeesAreUnproved() async throws {
      let shop = try Self.scripted()
      let outcome = try await shop.modgauge(
        shop.commandWords([
          "--rounds", "1", "--combined", "shop-app", "--feature", "Search", "--scenario", "null", "--scenario",
          "incremental:Search:body",
        ]))
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      let page = try String(contentsOfFile: shop.output + "/report.md", encoding: .utf8)
      #expect(
        page.contains("The body change in Search is not verified: what this builder compiled could not be observed."))
      #expect(try run(of: shop).findings.rebuilds.allSatisfy { $0.rebuilt == nil })
    }

    @Test func aBuildSystemOnTheCommandLineWinsOverTheConfigurationsCommand() async throws {
      let shop = try Self.scripted()
      let outcome = try await shop.modgauge(
        shop.commandWords(["--dry-run", "--combined", "CartApp", "--feature", "Search", "--build-system", "native"]))
      #expect(outcome.exitCode == 0 && !outcome.output.contains("builder: "))
      let configured = try await shop.modgauge(
        shop.commandWords(["--dry-run", "--combined", "CartApp", "--feature", "Search"]))
      #expect(configured.output.contains("\nbuilder: ./build.sh build {scratch} {product} {configuration} -j{jobs} "))
    }

    @Test func aBudgetThatIsSpentEndsTheRunBetweenRoundsAndTheReportSaysSo() async throws {
      let shop = try ShopWorkspace()
      // More than half of the budget a build, whatever the machine.
      try shop.folder.write(["Shop/.modgauge.yml": "bench: { command: [sleep, \"0.6\"] }\n"])
      let state = shop.folder.path + "/state"
      let words = [
        "bench", "--package-path", shop.path, "--cache-dir", shop.cache, "--combined", "CartApp", "--feature", "Model",
        "--time-budget", "1s", "--seed", "4",
      ]
      let outcome = try await shop.modgauge(words, environment: ["XDG_STATE_HOME": state])
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      #expect(outcome.errors.contains("expected: at most "))
      #expect(
        outcome.errors.contains("Stopped after 1 round: the next would have exceeded 1 s. 5 more rounds would"))
      let runs = try TestFolder.contents(of: state)
      let json = try #require(runs.first { $0.key.hasSuffix("/run.json") }?.value)
      let run = try Run(json: Array(json))
      #expect(run.samples.count == 4 && run.findings.ending.reason == .budget)
      #expect(try await JSONSchema.run.complaints(about: String(decoding: json, as: UTF8.self)) == "")
      // What it took is what the next one expects.
      let next = try await shop.modgauge(words + ["--dry-run"], environment: ["XDG_STATE_HOME": state])
      #expect(next.output.contains("expected duration: at most 1 s, by the run of 20"))
      #expect(!next.errors.contains("warning"))
    }
  }

  #if os(Linux)
    @Test func aCommandWhoseCompilersCanBeWatchedIsProved() async throws {
      let shop = try ShopWorkspace()
      try shop.folder.write([
        "Shop/.modgauge.yml": """
        bench:
          command:
            - swift
            - build
            - --disable-index-store
            - --package-path={package}
            - --scratch-path={scratch}
            - --product={product}
          scenarios: ["incremental:Cart:body"]
        """
      ])
      let outcome = try await shop.modgauge(
        shop.commandWords(["--rounds", "1", "--combined", "CartApp"]))
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      let rebuilds = try Self.run(in: shop.output).findings.rebuilds
      #expect(rebuilds.count == 1 && rebuilds.allSatisfy { $0.rebuilt?.contains { $0.module == "Cart" } == true })
    }
  #endif
}
