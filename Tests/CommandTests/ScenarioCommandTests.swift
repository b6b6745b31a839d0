import BuildAnalysis
import Documents
import Foundation
import TestSupport
import Testing

/// Real builds of a chain of modules: App → Feature → Core, and a module in C below.
extension BenchCommandTests {
  @Suite struct ScenarioCommandTests {
    private static let files = [
      "Package.swift": """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(name: "chain", targets: [
        .target(name: "CBase"), .target(name: "Core", dependencies: ["CBase"]),
        .target(name: "Feature", dependencies: ["Core"]), .executableTarget(name: "App", dependencies: ["Feature"]),
      ])
      """,
      "Sources/CBase/include/base.h": "int base(void);\n",
      "Sources/CBase/base.c": "#include \"base.h\"\nint base(void) { return 1; }",
      "Sources/Core/One.swift": "import CBase\r\npublic func one() -> Int { two() - Int(base()) }\r\n",
      "Sources/Core/Two.swift": "func two() -> Int { 2 }",
      "Sources/Feature/Feature.swift": "import Core\npublic func feature() -> Int { one() }\n",
      "Sources/App/main.swift": "import Feature\nprint(feature())\n",
    ]

    private let folder: TestFolder
    private var output: String { folder.path + "/output" }

    init() throws {
      folder = try TestFolder()
      try folder.makeCacheFolder()
      try folder.write(Self.files.reduce(into: [:]) { $0["chain/" + $1.key] = $1.value })
    }

    private func bench(_ words: [String], feature: String? = "Core") async throws -> Tool.Outcome {
      try await Tool.built("modgauge")(
        [
          "bench", "--package-path", folder.path + "/chain", "--cache-dir", folder.path + "/cache", "--output", output,
          "--rounds", "1", "--combined", "App", "--build-system", "native",
        ] + (feature.map { ["--feature", $0] } ?? []) + ShopWorkspace.minimalBuild + words)
    }

    private func run() throws -> Run {
      try Run(json: Array(Data(contentsOf: URL(filePath: output + "/run.json"))))
    }

    @Test func everyChangeIsProvedAndTheTreeIsLeftAlone() async throws {
      let before = try TestFolder.contents(of: folder.path + "/chain")
      // A new file is in `ChangedSourceTests`.
      let changes =
        SourceChange.allCases.filter { $0 != .file }.map { "incremental:Core:\($0.rawValue)" }
        + ["incremental:CBase:body"]
      let outcome = try await bench(
        (["clean", "null", "alone:Core"] + changes).flatMap { ["--scenario", $0] } + ["--seed", "3"], feature: nil)
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      let run = try run()
      #expect(run.samples.map(\.reason) == run.samples.map { _ in nil })
      #expect(run.plan.scenarios.prefix(3) == [.clean, .firstNull, .null])
      #expect(run.samples.count == 2 * run.cases.count)
      let rebuilt = { (scenario: String) throws -> [String] in
        let scenario = try #require(Scenario(rawValue: scenario))
        let sample = try #require(run.findings.measured(Case(arm: "App", scenario: scenario)).first)
        return try #require(sample.rebuilt).map(\.module)
      }
      #expect(try rebuilt("null") == [] && rebuilt("first-null") == [])
      // What Swift 6.3.1 does, whose findings on it are in the report.
      #expect(try rebuilt("incremental:Core:comment") == ["Core"])
      #expect(try rebuilt("incremental:Core:body") == ["Core"])
      #expect(try rebuilt("incremental:Core:private") == ["Core", "Feature"])
      #expect(try rebuilt("incremental:Core:public") == ["Core", "Feature"])
      #expect(try rebuilt("incremental:CBase:body").contains("CBase"))
      #expect(try rebuilt("alone:Core") == ["Core"])
      let changed = { (change: SourceChange) in
        run.findings.measured(Case(arm: "App", scenario: .incremental(module: "Core", change: change))).first?
          .interfaceChanged
      }
      #expect(changed(.body) == false && changed(.comment) == false && changed(.public) == true)
      let page = try String(contentsOfFile: output + "/report.md", encoding: .utf8)
      #expect(page.contains("**A private change in Core rebuilt 1 of 2 dependents**"))
      #expect(page.contains("## Each module alone") && page.contains("| first-null "))
      let json = try String(contentsOfFile: output + "/run.json", encoding: .utf8)
      #expect(try await JSONSchema.run.complaints(about: json) == "")
      #expect(try TestFolder.contents(of: folder.path + "/chain") == before)
    }

    @Test func eachModuleIsBuiltAloneWhereThatIsAskedFor() async throws {
      let outcome = try await bench(["--per-module", "--dry-run"])
      #expect(
        outcome.output.contains("scenarios: clean, alone:App, alone:CBase, alone:Core, alone:Feature\n"),
        "\(outcome.output)")
    }

    @Test func aFirstNullBuildThatGeneratesSourcesAgainIsMeasured() async throws {
      try folder.write([
        "chain/Package.swift": """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(name: "chain", targets: [
          .executableTarget(name: "writer"), .plugin(name: "Writing", capability: .buildTool(), dependencies: ["writer"]),
          .target(name: "Core", plugins: ["Writing"]), .executableTarget(name: "App", dependencies: ["Core"]),
        ])
        """,
        "chain/Sources/writer/main.swift": """
        #if canImport(Darwin)
          import Darwin
        #else
          import Glibc
        #endif
        let file = fopen(CommandLine.arguments[1], "w")
        fputs("public let one = 1\\n", file)
        fclose(file)
        """,
        "chain/Plugins/Writing/Writing.swift": """
        import PackagePlugin
        @main struct Writing: BuildToolPlugin {
          func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
            let file = context.pluginWorkDirectoryURL.appending(path: "one.swift")
            return [
              .buildCommand(
                displayName: "one", executable: try context.tool(named: "writer").url, arguments: [file.path],
                outputFiles: [file])
            ]
          }
        }
        """,
        "chain/Sources/Core/One.swift": "", "chain/Sources/App/main.swift": "import Core\nprint(one)\n",
      ])
      let outcome = try await bench(["--scenario", "first-null"], feature: "none")
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      let first = try #require(try run().findings.measured(Case(arm: "App", scenario: .firstNull)).first)
      try #require(first.rebuilt?.map(\.module) == ["Core"])
      let page = try String(contentsOfFile: output + "/report.md", encoding: .utf8)
      #expect(page.contains("- The first null build of App compiled Core, although nothing had changed.\n"))
    }
  }
}
