import Foundation
import TestSupport
import Testing

/// Real builds: only they show what a driver compiles again.
@Suite struct LeaksCommandTests {
  @Test func `a private change's dependents are named, with what they use`() async throws {
    let shop = try ShopWorkspace()
    for (words, date) in [
      (["init", "--quiet"], ""), (["add", "--all"], ""), (["commit", "--quiet", "-m", "one"], "2026-01-01T12:00:00Z"),
    ] {
      try await git(words, in: shop, at: date)
    }
    try shop.folder.write([
      "Shop/Sources/Core/Core.swift": "import CFast\nimport Model\npublic func core() { _ = (Model(), fast(), 2) }\n"
    ])
    try await git(["commit", "--all", "--quiet", "-m", "two"], in: shop, at: "2026-02-01T12:00:00Z")
    let plan = try await shop.modgauge(
      ["hotspots", "--leaks", "--package-path", shop.path, "--cache-dir", shop.cache, "--dry-run"])
    #expect(
      plan.output.hasPrefix(
        """
        would build: 1 clean build of the whole package
        would build: 1 build of it after a private change, in each of: Core
        in: \(shop.cache)/benchmarks/
        """), "\(plan.output)\(plan.errors)")
    let outcome = try await shop.modgauge(
      [
        "hotspots", "--leaks", "--package-path", shop.path, "--cache-dir", shop.cache, "--format", "json",
        "--format", "markdown=\(shop.folder.path)/leaks.md",
      ] + ShopWorkspace.minimalBuild)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.errors == "searching for leaks by 1 build in a private copy, after a clean one\n")
    #expect(try await JSONSchema.hotspots.complaints(about: outcome.output).isEmpty)
    let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
    let leak = try #require(report.leaks.first)
    #expect(leak.path == "Sources/Core/Core.swift")
    #expect(leak.declarations.count == 1 && leak.declarations[0].hasPrefix("modgaugeProbe_"))
    #expect(leak.dependents.map(\.module) == ["Cart", "Search"])
    #expect(leak.dependents.map { $0.files.map(\.file) } == [["Cart.swift"], ["Search.swift"]])
    #expect(leak.dependents.allSatisfy { $0.files.first?.uses == ["core"] && $0.cpuSeconds ?? 0 > 0 })
    let declaration = try #require(report.leakDeclarations.first)
    #expect(report.leakDeclarations.count == 1 && declaration.name == "core")
    #expect(declaration.files == ["Sources/Core/Core.swift"] && declaration.dependents == ["Cart", "Search"])
    #expect(declaration.users == 2 && declaration.changes == 1)
    let seconds = leak.dependents.compactMap(\.cpuSeconds).reduce(0, +)
    #expect(abs((declaration.cpuSeconds ?? 0) - seconds) < 0.002)
    let markdown = try shop.folder.read("leaks.md")
    let row = markdown.split(separator: "\n").first { $0.hasPrefix("| core ") }?.split(separator: "|")
    #expect(
      row?.prefix(4).map { $0.split(separator: " ").joined(separator: " ") }
        == ["core", "Sources/Core/Core.swift", "Core", "2 files of Cart, Search"], "\(markdown)")
    #expect(markdown.contains("**A year of leaks: "), "\(markdown)")
    // The period begins with the first commit, a month before: long enough for a year.
    #expect(report.leakTotal.commits == 1 && abs(report.leakTotal.leakedCPUSeconds - seconds) < 0.002)
    #expect(report.leakTotal.leakedCPUSecondsPerYear ?? 0 > report.leakTotal.leakedCPUSeconds)
    #expect((0.0...1).contains(report.leakTotal.share ?? 2))
    // The workspace itself is as it was.
    #expect(try shop.folder.read("Shop/Sources/Core/Core.swift").hasSuffix("2) }\n"))
  }

  private struct Report: Decodable {
    struct Leak: Decodable {
      struct Dependent: Decodable {
        struct File: Decodable {
          let file: String
          let uses: [String]
        }
        let module: String
        let files: [File]
        let cpuSeconds: Double?
      }
      let path: String
      let declarations: [String]
      let dependents: [Dependent]
    }
    struct Declaration: Decodable {
      let name: String
      let files: [String]
      let dependents: [String]
      let users: Int
      let changes: Int
      let cpuSeconds: Double?
    }
    struct Total: Decodable {
      let commits: Int
      let leakedCPUSeconds: Double
      let leakedCPUSecondsPerYear: Double?
      let share: Double?
    }
    let leaks: [Leak]
    let leakDeclarations: [Declaration]
    let leakTotal: Total
  }

  private func git(_ words: [String], in shop: ShopWorkspace, at date: String) async throws {
    let outcome = try await Tool.named("git")(
      ["-C", shop.folder.path, "-c", "user.name=T", "-c", "user.email=t@example.org"] + words,
      environment: date.isEmpty ? [:] : ["GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
  }
}
