import BuildAnalysis
import Documents
import Foundation
import TestSupport
import Testing

extension BenchCommandTests {
  /// Changes in sources that are not what one expects of them.
  @Suite struct ChangedSourceTests {
    private let folder: TestFolder
    private var output: String { folder.path + "/output" }

    init() throws {
      folder = try TestFolder()
      try folder.makeCacheFolder()
      try folder.write([
        "odd/Package.swift": """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(name: "odd", targets: [
          .target(name: "Linked"), .target(name: "Shared"),
          .executableTarget(name: "App", dependencies: ["Linked", "Shared"]),
          .executableTarget(name: "Other"),
        ])

        """,
        // Code at its top level, lines that end as on Windows, and a last one that does not end.
        "odd/Sources/App/main.swift": "import Shared\r\nlet count = 1\r\nfor _ in 0..<count { print(shared()) }",
        "odd/Sources/Shared/Own.swift": "func own() -> Int { 1 }\n",
        "odd/Sources/Other/main.swift": "print(1)\n",
        "elsewhere/Linked.swift": "public let linked = 1\n",
        "elsewhere/Shared.swift": "public func shared() -> Int { own() }",
      ])
      for (link, target) in [
        "Linked": "../../elsewhere", "Shared/Shared.swift": "../../../elsewhere/Shared.swift",
      ] {
        try FileManager.default.createSymbolicLink(
          atPath: "\(folder.path)/odd/Sources/\(link)", withDestinationPath: target)
      }
    }

    private func bench(_ words: [String]) async throws -> Tool.Outcome {
      try await Tool.built("modgauge")(
        [
          "bench", "--package-path", folder.path + "/odd", "--cache-dir", folder.path + "/cache", "--output", output,
          "--build-system", "native",
        ] + ShopWorkspace.minimalBuild + words)
    }

    @Test func codeAtTheTopLevelAndLinkedFilesAreChangedInTheCopyAlone() async throws {
      try FileManager.default.removeItem(atPath: folder.path + "/odd/Sources/Linked")
      try folder.write(["odd/Sources/Linked/Linked.swift": "public let linked = 1\n"])
      let before = try ["odd", "elsewhere"].map { try TestFolder.contents(of: "\(folder.path)/\($0)") }
      let changes = ["incremental:App:body", "incremental:App:file", "incremental:Shared:body"]
      let outcome = try await bench(
        [
          "--rounds", "1", "--combined", "App", "--feature", "Linked", "--file",
          folder.path + "/odd/Sources/Shared/Shared.swift",
        ] + changes.flatMap { ["--scenario", $0] })
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      let run = try Run(json: Array(Data(contentsOf: URL(filePath: output + "/run.json"))))
      #expect(run.samples.map(\.reason) == run.samples.map { _ in nil })
      #expect(run.findings.rebuilds.count == 3 && run.findings.rebuilds.allSatisfy { $0.rebuilt?.isEmpty == false })
      #expect(try ["odd", "elsewhere"].map { try TestFolder.contents(of: "\(folder.path)/\($0)") } == before)
    }

    @Test func whatALinkBringsInIsNotChanged() async throws {
      let outcome = try await bench(["--combined", "App", "--scenario", "incremental:Linked:body", "--dry-run"])
      #expect(outcome.exitCode == 2)
      #expect(outcome.errors.contains("in a folder that a link brings in from elsewhere"), "\(outcome.errors)")
    }

    @Test func thousandsOfRoundsArePlannedAtOnce() async throws {
      let outcome = try await bench(["--combined", "App", "--feature", "Other", "--rounds", "10000", "--dry-run"])
      #expect(outcome.output.contains("plan: 10,000 rounds of 2 builds"))
    }
  }
}
