import Foundation
import TestSupport
import Testing

struct PackagesCommandTests {
  /// A literal package, one with code in it, and one that sees a variable.
  private static let files = [
    "Literal/Package.swift": """
    // swift-tools-version: 6.1
    import PackageDescription
    let package = Package(
      name: "Literal",
      traits: ["Fast", .default(enabledTraits: [])],
      dependencies: [.package(path: "../Computed")],
      targets: [
        .target(
          name: "Literal",
          dependencies: [
            .product(name: "Computed", package: "Computed", condition: .when(platforms: [.iOS])),
            .target(name: "Extra", condition: .when(traits: ["Fast"])),
          ]),
        .target(name: "Extra"),
      ])

    """,
    "Literal/Sources/Literal/a.swift": "let a = 1\nlet b = 2\n",
    "Literal/Sources/Extra/a.swift": "let a = 1\n",
    "Computed/Package.swift": """
    // swift-tools-version: 5.9
    import PackageDescription
    let names = stride(from: 0, to: 3, by: 1).map { "Module\\($0)" }
    let package = Package(
      name: "Computed", products: [.library(name: "Computed", targets: names)],
      targets: names.map { .target(name: $0, path: "Sources/\\($0)") })
    if Context.environment["EXTRA_MODULE"] != nil { package.targets.append(.target(name: "Visible", path: "Sources/Module0")) }

    """,
    "Computed/Sources/Module0/a.swift": "let a = 1\n",
    "Computed/Sources/Module1/a.swift": "let a = 1\n",
    "Computed/Sources/Module2/a.swift": "let a = 1\n",
  ]

  private func workspace() throws -> TestFolder {
    let folder = try TestFolder()
    try folder.makeCacheFolder()
    try folder.write(Self.files)
    return folder
  }

  private func modgauge(_ words: [String], in folder: TestFolder) async throws -> Tool.Outcome {
    try await Tool.built("modgauge")(
      words + ["--package-path", folder.path + "/Literal", "--cache-dir", folder.path + "/cache"])
  }

  private func ways(_ folder: TestFolder, _ words: [String] = []) async throws -> [String] {
    struct List: Decodable {
      struct Row: Decodable { let key: String, read: String?, modules: Int? }
      let packages: [Row]
    }
    let outcome = try await modgauge(["packages", "--format", "json", "--quiet"] + words, in: folder)
    #expect(try await JSONSchema.packages.complaints(about: outcome.output) == "")
    return try JSONDecoder().decode(List.self, from: Data(outcome.outputBytes)).packages
      .map { "\($0.key) \($0.read ?? "-") \($0.modules ?? -1)" }
  }

  @Test func everyManifestIsReadInTheCheapestWay() async throws {
    let folder = try workspace()
    #expect(try await ways(folder) == ["Literal literal 2", "computed evaluated 3"])
    #expect(try await ways(folder) == ["Literal literal 2", "computed cached 3"])
    #expect(try await ways(folder, ["--no-cache"]) == ["Literal literal 2", "computed evaluated 3"])
    #expect(try await ways(folder, ["--evaluate"]) == ["Literal evaluated 2", "computed cached 3"])
  }

  @Test func noAnswerIsEverStale() async throws {
    let folder = try workspace()
    #expect(try await ways(folder).last == "computed evaluated 3")
    #expect(try await ways(folder, ["--manifest-env", "EXTRA_MODULE=1"]).last == "computed evaluated 4")
    #expect(try await ways(folder, ["--manifest-env", "EXTRA_MODULE=1"]).last == "computed cached 4")
    #expect(try await ways(folder).last == "computed cached 3")
    let changed = try folder.read("Computed/Package.swift").replacing("to: 3", with: "to: 2")
    try folder.write(["Computed/Package.swift": changed])
    #expect(try await ways(folder).last == "computed evaluated 2")
    try folder.write([
      "Computed/Package@swift-6.0.swift": changed.replacing("to: 2", with: "to: 1").replacing("5.9", with: "6.0")
    ])
    #expect(try await ways(folder).last == "computed evaluated 1")
  }

  @Test func nothingIsRunWhereNothingMayBe() async throws {
    let folder = try workspace()
    let outcome = try await modgauge(["packages", "--no-evaluate", "--no-cache"], in: folder)
    #expect(outcome.exitCode == 2)
    #expect(outcome.output.contains("Literal") && outcome.output.contains("literal"))
    #expect(outcome.output.contains("../Computed") && outcome.output.contains("failed"))
    #expect(
      outcome.errors.contains("Computed/Package.swift` was not read, since --no-evaluate keeps SwiftPM from running it")
    )
  }

  @Test func theRestIsShownWhereAManifestFailsAndTheExitCodeSaysSo() async throws {
    let folder = try workspace()
    try folder.write([
      "Computed/Package.swift": "// swift-tools-version: 5.9\nimport PackageDescription\nlet package = nothing\n"
    ])
    let all = try await modgauge(["graph", "--format", "json"], in: folder)
    #expect(all.exitCode == 2 && all.output == "")
    let rest = try await modgauge(["graph", "--format", "json", "--keep-going"], in: folder)
    #expect(rest.exitCode == 2)
    #expect(rest.errors.contains("Package.swift:3:15: error: cannot find 'nothing' in scope"))
    #expect(rest.output.contains(#""id" : "Literal/Extra""#))
    #expect(rest.output.contains(#""package" : "../Computed""#))
    #expect(try await JSONSchema.graph.complaints(about: rest.output) == "")
  }

  @Test func conditionsAreAppliedOnRequest() async throws {
    let folder = try workspace()
    func edges(_ words: [String]) async throws -> [String] {
      struct Graph: Decodable {
        struct Edge: Decodable { let from: String, to: String }
        let dependencies: [Edge]
      }
      let outcome = try await modgauge(["graph", "--format", "json", "--quiet"] + words, in: folder)
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      return try JSONDecoder().decode(Graph.self, from: Data(outcome.outputBytes)).dependencies.map {
        "\($0.from) \($0.to)"
      }
    }
    let computed = (0..<3).map { "Literal/Literal computed/Module\($0)" }
    let extra = ["Literal/Literal Literal/Extra"]
    #expect(try await edges([]) == extra + computed)
    #expect(try await edges(["--platform", "ios"]) == extra + computed)
    #expect(try await edges(["--platform", "linux"]) == extra)
    #expect(try await edges(["--disable-default-traits"]) == computed)
    #expect(try await edges(["--traits", "Fast", "--platform", "linux"]) == extra)
    #expect(try await edges(["--platform", "linux", "--traits", "default"]) == [])
    let nowhere = try await modgauge(["graph", "--platform", "iso"], in: folder)
    #expect(nowhere.exitCode == 2 && nowhere.output == "")
    #expect(nowhere.errors == "error: There is no platform “iso”. Did you mean “ios”?\n")
    let beos = try await modgauge(["graph", "--platform", "beos"], in: folder)
    #expect(beos.exitCode == 2 && beos.output == "")
    #expect(
      beos.errors == """
        error: There is no platform “beos”. Conditions name: android, driverkit, freebsd, ios, linux, maccatalyst, macos, \
        openbsd, tvos, visionos, wasi, watchos, windows.

        """)
    let unknown = try await modgauge(["graph", "--traits", "Fst"], in: folder)
    #expect(unknown.exitCode == 2)
    #expect(unknown.errors == "error: No package of the workspace has a trait “Fst”. Did you mean “Fast”?\n")
  }

  @Test func theLineOfALiteralDependencyIsKnown() async throws {
    let folder = try workspace()
    let outcome = try await modgauge(["graph", "--format", "json", "--quiet"], in: folder)
    #expect(outcome.output.contains("\"file\" : \"Package.swift\",\n        \"line\" : 12\n"))
  }
}
