import Foundation
import TestSupport
import Testing

@Suite struct DiffCommandTests {
  /// A repository with a tag, and a working tree in which a module came and an edge went.
  private struct Repository {
    let shop: ShopWorkspace

    init() async throws {
      shop = try ShopWorkspace()
      for words in [
        ["init", "--quiet"], ["add", "--all"],
        ["-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "--quiet", "-m", "one"], ["tag", "before"],
      ] {
        #expect(try await Tool.named("git")(["-C", shop.folder.path] + words).exitCode == 0)
      }
      let manifest = try shop.folder.read("Shop/Package.swift")
      try shop.folder.write([
        "Shop/Package.swift": manifest.replacing(
          #".target(name: "Unrelated"),"#,
          with: #".target(name: "Unrelated"), .target(name: "New", dependencies: ["Core"]),"#
        ).replacing(#"dependencies: ["Cart", "Search"])"#, with: #"dependencies: ["Cart"])"#),
        "Shop/Sources/New/New.swift": "\n",
      ])
    }

    func diff(_ words: String...) async throws -> Tool.Outcome {
      try await shop.modgauge(["diff", "--package-path", shop.path, "--cache-dir", shop.cache] + words)
    }
  }

  @Test func aRevisionIsComparedWithTheWorkingTree() async throws {
    let repository = try await Repository()
    let outcome = try await repository.diff("before")
    #expect(outcome.exitCode == 0)
    #expect(outcome.errors == "")
    #expect(outcome.output.hasPrefix("before → working tree: 1 module added; 1 dependency added, 1 removed."))
    #expect(outcome.output.contains("+  New  module, 1 line  Sources/New"))
    #expect(outcome.output.contains("−  shop-app → Search"))
  }

  @Test func findingsMakeTheExitCodeOneOnlyWhenAsked() async throws {
    let repository = try await Repository()
    #expect(try await repository.diff("before", "--fail-if-any").exitCode == 1)
    let same = try await repository.diff("before", "before", "--fail-if-any")
    #expect(same.exitCode == 0)
    #expect(same.output.contains("The module graph is the same."))
  }

  @Test func graphFilesServeAsWell() async throws {
    let repository = try await Repository()
    let file = repository.shop.folder.path + "/graph.json"
    _ = try await repository.shop.modgauge([
      "graph", "--package-path", repository.shop.path, "--cache-dir", repository.shop.cache, "--format", "json=\(file)",
    ])
    let outcome = try await repository.diff("before", file, "--format", "json")
    #expect(try await JSONSchema.diff.complaints(about: outcome.output).isEmpty)
    #expect(outcome.output.contains(#""Shop/New""#))
  }

  @Test func everyFormatIsWritten() async throws {
    let repository = try await Repository()
    let folder = repository.shop.folder.path + "/out"
    let formats = ["text", "markdown", "json", "svg", "png", "pdf", "dot", "mermaid"]
    let outcome = try await repository.shop.modgauge(
      ["diff", "before", "--package-path", repository.shop.path, "--cache-dir", repository.shop.cache, "-o", folder]
        + formats.flatMap { ["--format", $0] })
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let written = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(
      written == ["diff.dot", "diff.json", "diff.md", "diff.mmd", "diff.pdf", "diff.png", "diff.svg", "diff.txt"])
  }

  @Test func whatIsNeitherFileNorRevisionIsAnError() async throws {
    let repository = try await Repository()
    let outcome = try await repository.diff("befor")
    #expect(outcome.exitCode == 2)
    #expect(
      outcome.errors
        == "error: “befor” is neither a graph file nor a revision that git knows. Did you mean “before”?\n")
    try repository.shop.folder.write(["no.json": "{}"])
    let noGraph = try await repository.diff(repository.shop.folder.path + "/no.json")
    #expect(noGraph.exitCode == 2)
    #expect(noGraph.errors.contains("is no graph of modgauge: “schema” is missing"))
  }
}
