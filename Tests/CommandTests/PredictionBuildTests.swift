import Documents
import Foundation
import TestSupport
import Testing

extension BenchCommandTests {
  /// What only builds can show of predictions: one is recorded where there is none, what is proposed really builds, and the
  /// change is measured.
  @Suite struct PredictionBuildTests {
    private func git(_ shop: ShopWorkspace, _ words: [String]) async throws {
      let outcome = try await Tool.named("git")(["-C", shop.folder.path] + words)
      try #require(outcome.exitCode == 0, "\(outcome.errors)")
    }

    private func commit(_ shop: ShopWorkspace, _ state: String) async throws {
      try await git(shop, ["add", "--all"])
      try await git(shop, ["-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "--quiet", "-m", state])
      try await git(shop, ["tag", state])
    }

    @Test func `a prediction records by itself, is written as a workspace that builds, and is settled`() async throws {
      let shop = try ShopWorkspace()
      try shop.folder.write([".gitignore": "cache/\noutput/\nstate/\nproposed/\n"])
      try await git(shop, ["init", "--quiet", "--initial-branch", "main"])
      try await commit(shop, "before")
      let words = ["what-if", "--package-path", shop.path, "--cache-dir", shop.cache]
      let proposed = shop.folder.path + "/proposed"
      let change = [
        "--add", "shop-app->Core", "--save", "wider", "--materialize", proposed, "--force", "--format", "json",
      ]
      var predicted = try await shop.modgauge(words + change)
      // On a busy machine, the replay may be refused: then another build is recorded.
      for _ in 0..<4 where predicted.errors.contains("Nothing can be predicted") {
        try FileManager.default.removeItem(atPath: shop.folder.path + "/state")
        predicted = try await shop.modgauge(words + change)
      }
      try #require(predicted.exitCode == 0, "\(predicted.errors)")
      #expect(predicted.errors.hasPrefix("note: there is no recorded build of this workspace; one is recorded first"))
      #expect(try await JSONSchema.whatIf.complaints(about: predicted.output) == "")
      let built = try await Tool.named("swift")([
        "build", "--package-path", proposed + "/Shop", "--disable-index-store",
      ])
      #expect(built.exitCode == 0, "\(built.output)\(built.errors)")

      let manifest = try shop.folder.read("Shop/Package.swift")
      try shop.folder.write([
        "Shop/Package.swift": manifest.replacing(#"["Cart", "Search"]),"#, with: #"["Cart", "Search", "Core"]),"#),
        // A builder whose builds take no time.
        "Shop/.modgauge.yml": "bench:\n  command: [mkdir, -p, \"{scratch}\"]\n",
      ])
      try await commit(shop, "after")
      let settled = try await shop.modgauge(
        words + ["--settle", "wider", "--base", "before", "--head", "after", "--rounds", "2", "--format", "markdown"])
      try #require(settled.exitCode == 0, "\(settled.errors)")
      #expect(settled.output.contains("has the predicted modules and dependencies."), "\(settled.output)")
      #expect(
        settled.output.contains("**predicted**") && settled.output.contains("were built as a pair in each of 2 rounds"))
    }
  }
}
