import Foundation
import TestSupport
import Testing

/// `graph --update`: diagrams in documents that stay true.
struct DocumentUpdateTests {
  @Test func `diagrams and tables are renewed, and a check shows what is out of date`() async throws {
    let shop = try ShopWorkspace()
    let text = """
      # Shop
      <!-- modgauge: graph -->
      <!-- /modgauge -->
      <!-- modgauge: metrics --top 1 -->
      <!-- /modgauge -->
      <!-- modgauge: graph --title Shop -o graph.svg -->
      <!-- /modgauge -->
      """
    let file = shop.output + ".md"
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    let words = ["graph", "--package-path", shop.path, "--cache-dir", shop.cache, "--update", file]
    let outdated = try await shop.modgauge(words + ["--check"])
    #expect(outdated.exitCode == 1 && outdated.output.contains("+```mermaid\n"), "\(outdated)")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
    #expect(try await shop.modgauge(words).exitCode == 0)
    let made = try String(contentsOfFile: file, encoding: .utf8)
    #expect(made.contains("<summary>Legend</summary>"))
    #expect(made.hasPrefix("# Shop\n<!-- modgauge: graph -->\n\n```mermaid\n---\n"), "\(made)")
    #expect(made.contains("\n| module ") && made.contains("\n![Shop](graph.svg)\n"), "\(made)")
    let picture = URL(filePath: file).deletingLastPathComponent().path + "/graph.svg"
    #expect(try String(contentsOfFile: picture, encoding: .utf8).contains("<title>Shop</title>"))
    let again = try await shop.modgauge(words + ["--check"])
    #expect(again.exitCode == 0 && again.output == "", "\(again)")
  }

  @Test func `patterns that no shell replaced are, and lines of Windows differ one by one`() async throws {
    let shop = try ShopWorkspace()
    let text = "# Shop\r\n\r\n<!-- modgauge: packages -->\r\n<!-- /modgauge -->\r\nmore\r\n"
    try shop.folder.write(["Shop/docs/deep/a.md": text, "Shop/docs/a.txt": text, "Shop/docs/b.md": "# Plain\n"])
    let words = ["graph", "--package-path", shop.path, "--cache-dir", shop.cache, "--no-cache", "--update"]
    let outdated = try await shop.modgauge(words + [shop.path + "/docs/**/*.md", "--check"])
    #expect(outdated.exitCode == 1)
    #expect(outdated.output.contains("@@ -1,5 +1,"), "\(outdated.output)")
    #expect(outdated.output.contains("\n <!-- modgauge: packages -->"))
    #expect(try await shop.modgauge(words + [shop.path + "/docs/*/a.md"]).exitCode == 0)
    let made = try shop.folder.read("Shop/docs/deep/a.md")
    // How manifests were read differs from call to call.
    #expect(made.contains("| package ") && !made.contains("seconds"), "\(made)")
    let again = try await shop.modgauge(words + [shop.path + "/docs/**/*.md", "--check"])
    #expect(again.exitCode == 0 && again.output == "", "\(again)")
    let none = try await shop.modgauge(words + [shop.path + "/docs/*.rst"])
    #expect(none.exitCode == 2 && none.errors.contains("no Markdown file matches"), "\(none)")
  }

  @Test func `each module's README gets a small diagram, once, and keeps the rest`() async throws {
    let shop = try ShopWorkspace()
    try shop.folder.write(["Shop/Sources/Core/readme.md": "# Core\n"])
    let words = ["graph", "--package-path", shop.path, "--cache-dir", shop.cache, "--per-module"]
    let outdated = try await shop.modgauge(words + ["--check"])
    #expect(outdated.exitCode == 1 && outdated.errors.contains("Shop/Sources/Cart/README.md"), "\(outdated)")
    #expect(!FileManager.default.fileExists(atPath: shop.path + "/Sources/Cart/README.md"))
    let written = try await shop.modgauge(words)
    #expect(written.exitCode == 0)
    #expect(
      written.errors.contains(
        "SwiftPM warns of these files in every build until the manifest says `exclude: [\"README.md\", \"readme.md\"]`"),
      "\(written.errors)")
    let core = try shop.folder.read("Shop/Sources/Core/readme.md")
    #expect(core.hasPrefix("# Core\n\n<!-- modgauge: graph --focus Core --depth 1 --dependents -->\n\n```mermaid\n"))
    #expect(core.contains("Cart") && !core.contains("shop-app"))
    #expect(try !FileManager.default.contentsOfDirectory(atPath: shop.folder.path + "/Shared").contains("README.md"))
    #expect(try !FileManager.default.contentsOfDirectory(atPath: shop.path + "/Tests/CartTests").contains("README.md"))
    let again = try await shop.modgauge(words + ["--check"])
    #expect(again.exitCode == 0, "\(again)")
    // An edited marker of the module still counts as its own.
    try shop.folder.write(["Shop/Sources/Core/readme.md": core.replacing("--depth 1 --dep", with: "--depth 2 --dep")])
    #expect(try await shop.modgauge(words).exitCode == 0)
    #expect(try shop.folder.read("Shop/Sources/Core/readme.md").components(separatedBy: "modgauge: graph").count == 2)
  }

  @Test(arguments: [
    ("graph -o /etc/graph.svg", "“/etc/graph.svg” must be"), ("graph -o ../graph.svg", "“../graph.svg” must be"),
    ("bench", "“bench” cannot be in a document"), ("graph --format svg", "a picture needs a file"),
    ("graph --fokus App", "Did you mean '--focus'?"),
    ("graph -o a.svg -o b.svg", "a part holds one result"),
  ])
  func `what a document may not ask for is an error with its line, and nothing is written`(
    command: String, message: String
  ) async throws {
    let shop = try ShopWorkspace()
    let text = "<!-- modgauge: graph -->\n<!-- /modgauge -->\n<!-- modgauge: \(command) -->\n<!-- /modgauge -->\n"
    let file = shop.output + ".md"
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    let words = ["graph", "--package-path", shop.path, "--cache-dir", shop.cache, "--update", file]
    let outcome = try await shop.modgauge(words)
    #expect(outcome.exitCode == 2 && outcome.errors.contains(", line 3: ") && outcome.errors.contains(message))
    #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
  }
}
