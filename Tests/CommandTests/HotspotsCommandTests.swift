import Foundation
import TestSupport
import Testing

@Suite struct HotspotsCommandTests {
  private let shop: ShopWorkspace

  init() async throws {
    shop = try ShopWorkspace()
    try await commit([:], at: "2026-01-01")
    try await commit(
      ["Shop/Sources/Core/Core.swift": "import CFast\nimport Model\npublic func core() {}\n"], at: "2026-02-01")
    try await commit(["Shop/Sources/Cart/Cart.swift": "public struct Cart { public init() {} }\n"], at: "2026-03-01")
    try await commit(
      ["Shop/Sources/Core/Core.swift": "public func core() {}\n", "Shop/Tests/CartTests/CartTests.swift": "\n"],
      at: "2026-04-01")
    try await commit(["README.md": "words\n"], at: "2026-04-02")
  }

  private func commit(_ files: [String: String], at day: String) async throws {
    try shop.folder.write(files)
    let date = day + "T12:00:00Z"
    for words in [
      ["init", "--quiet"], ["add", "Shop", "Shared"] + (files["README.md"] == nil ? [] : ["README.md"]),
      ["-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "--quiet", "-m", "of \(day)"],
    ] {
      let outcome = try await Tool.named("git")(
        ["-C", shop.folder.path] + words, environment: ["GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date])
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
    }
  }

  private func hotspots(_ words: String..., package path: String? = nil) async throws -> Tool.Outcome {
    try await shop.modgauge(
      ["hotspots", "--package-path", path ?? shop.path, "--cache-dir", shop.cache] + words)
  }

  @Test func `the text tells the modules, the commits and who waits`() async throws {
    let outcome = try await hotspots()
    #expect(outcome.exitCode == 0)
    #expect(outcome.errors == "")
    #expect(
      outcome.output.hasPrefix("Shop: 3 commits of 1 author changed 2 modules from 2026-01-01 to 2026-04-02.\n"))
    let words = outcome.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(words.contains { $0.hasPrefix("Core 2 1 5 ") })
    #expect(words.contains { $0.hasPrefix("Cart 1 1 3 ") })
    #expect(words.contains { $0.hasPrefix("shop-app 3 of 3 0 Core (2)") })
    #expect(outcome.output.contains("Apart: 1 commit that changed none of these."))
    #expect(outcome.output.contains("For seconds, record a build with `modgauge record`"))
    #expect(outcome.output.contains("The repository begins in this period"))
  }

  @Test func `every format is written, and JSON as its schema says`() async throws {
    let folder = shop.folder.path + "/out"
    let formats = ["text", "markdown", "json", "csv"]
    let outcome = try await hotspots(package: nil)
    #expect(outcome.exitCode == 0)
    let several = try await shop.modgauge(
      ["hotspots", "--package-path", shop.path, "--cache-dir", shop.cache, "-o", folder]
        + formats.flatMap { ["--format", $0] })
    #expect(several.exitCode == 0, "\(several.errors)")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        == ["hotspots.csv", "hotspots.json", "hotspots.md", "hotspots.txt"])
    let files = try await hotspots("--files", "--include-tests", "--format", "json")
    let modules = try shop.folder.read("out/hotspots.json")
    #expect(try await JSONSchema.hotspots.complaints(about: [modules, files.output]).isEmpty)
    #expect(files.output.contains(#""Shop/Tests/CartTests/CartTests.swift""#))
    #expect(try shop.folder.read("out/hotspots.csv").hasPrefix("id,changes,authors,modules_again,lines_again,"))
  }

  @Test func `a selection chooses rows, and figures stay those of the whole graph`() async throws {
    let outcome = try await hotspots("--focus", "Cart", "--sort", "name", "--top", "1")
    #expect(outcome.output.contains("Cart"))
    #expect(outcome.output.contains("Not shown: 1 module below the first 1."))
  }

  @Test func `a period without commits says so`() async throws {
    let outcome = try await hotspots("--since", "2026-04-01T18:00:00Z")
    #expect(outcome.exitCode == 0)
    #expect(
      outcome.output.hasPrefix("Shop: no module of the graph was changed by 1 commit from 2026-04-01 to 2026-04-02."))
  }

  @Test func `what cannot be read is one error`() async throws {
    let words = try await hotspots("--since", "some day")
    #expect(words.exitCode == 2)
    #expect(
      words.errors
        == "error: git does not understand “some day” as a date before now. Write one like 2026-02-03 or `3 months ago`.\n"
    )
    let build = try await hotspots("--configuration", "release")
    #expect(build.exitCode == 64 && build.errors == "error: --configuration requires --leaks.\n", "\(build.errors)")
    for date in ["2026-13-45", "2026-02-31", "2026-02", "2026", "2026-02-03 25:61"] {
      let mistaken = try await hotspots("--since", date)
      #expect(mistaken.exitCode == 64)
      #expect(
        mistaken.errors
          == "error: --since must be a valid date, such as 2026-02-03, not “\(date)”.\n")
    }
    try FileManager.default.removeItem(atPath: shop.folder.path + "/.git")
    let none = try await hotspots()
    #expect(none.exitCode == 2)
    #expect(
      none.errors
        == "error: The changes in `\(shop.path)` are unknown: it is not in a git repository. Name a folder in one with "
        + "--package-path.\n")
  }
}
