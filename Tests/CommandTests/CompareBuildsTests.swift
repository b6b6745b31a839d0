import BuildAnalysis
import Documents
import Foundation
import TestSupport
import Testing

extension BenchCommandTests {
  /// Two revisions of a tiny package that really build.
  @Suite struct CompareBuildsTests {
    @Test func `real builds of two revisions tell which module costs more and which is new`() async throws {
      let folder = try TestFolder()
      try folder.makeCacheFolder()
      let git = try Tool.named("git")
      func commit(_ name: String) async throws {
        for words in [
          ["init", "--quiet"], ["add", "--all"],
          ["-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "--quiet", "-m", name],
        ] { try #require(try await git(["-C", folder.path + "/tiny"] + words).exitCode == 0) }
      }
      func manifest(_ more: String) -> String {
        "// swift-tools-version: 5.9\nimport PackageDescription\nlet package = Package(name: \"tiny\", targets: [.target(name: \"Core\"\(more)])\n"
      }
      try folder.write(["tiny/Package.swift": manifest(")"), "tiny/Sources/Core/Core.swift": "public let core = 1\n"])
      try await commit("base")
      try folder.write([
        "tiny/Package.swift": manifest(", dependencies: [\"Extra\"]), .target(name: \"Extra\")"),
        "tiny/Sources/Extra/Extra.swift": "public let extra = 1\n",
      ])
      try await commit("head")
      let outcome = try await ShopWorkspace().modgauge(
        [
          "compare", "--package-path", folder.path + "/tiny", "--cache-dir", folder.path + "/cache", "--run",
          folder.path + "/run", "--base", "HEAD~1", "--head", "HEAD", "--rounds", "1", "--combined", "Core",
          "--format", "markdown", "--format", "html=\(folder.path)/c.html",
        ] + ShopWorkspace.minimalBuild)
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      let run = try Run(json: Array(Data(contentsOf: URL(filePath: folder.path + "/run/run.json"))))
      #expect(run.samples.allSatisfy { $0.outcome == .ok } && run.samples.count == 4)
      let compiled = { (arm: String) in run.samples.last { $0.arm == arm }?.compiledModules }
      #expect(compiled("Core@base") == ["Core"] && compiled("Core@head") == ["Core", "Extra"])
      let comparison = try #require(RunComparison(RunFindings(run)))
      #expect(comparison.cases.first?.modules?.telling.map(\.module) == ["Extra"])
      #expect(outcome.output.contains("- Newly compiled: Extra (1 line).\n"), "\(outcome.output)")
      #expect(FileManager.default.fileExists(atPath: folder.path + "/run/timelines/Core@head-1.html"))
      let page = try folder.read("c.html")
      #expect(page.contains("<h2>Timelines: Core</h2>"))
      let extra = try #require(page.firstMatch(of: /<title>Extra: – before, <data[^>]+>[0-9.]+ s<\/data> after/))
      let bars = page[extra.range.upperBound...].prefix { $0 != "\n" }
      #expect(bars.contains("<g class=\"feature\">") && !bars.contains("<g class=\"combined\">"), "\(bars)")
      #expect(page.contains("\"marks\":[\"new\",\"new or slower\"]"))
    }
  }
}
