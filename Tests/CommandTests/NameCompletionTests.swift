import Foundation
import TestSupport
import Testing

@testable import modgauge

/// What shells ask for when a name is begun.
@Suite struct NameCompletionTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.write([
      "Package.swift": """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Shop", products: [.library(name: "Shopping", targets: ["Cart"])],
        targets: [.target(name: "Cart", dependencies: ["Core"]), .target(name: "Core")])

      """,
      "Sources/Cart/a.swift": "let a = 1\n", "Sources/Core/a.swift": "let a = 1\n",
      ".modgauge.yml": """
      layers: [{ name: features, modules: [Cart] }, { name: core, modules: [Core] }]
      rules: [{ id: downward, type: layers }]

      """,
      "recorded/modules.json": "{}",
    ])
  }

  private func offered(_ option: String, typed: [String] = []) async throws -> [String] {
    let arguments = ["---completion"] + option.split(separator: " ").map(String.init) + ["0", "0", "modgauge"] + typed
    let outcome = try await Tool.built("modgauge")(
      arguments, in: folder.path, environment: ["XDG_CACHE_HOME": folder.path + "/caches"])
    #expect(outcome.exitCode == 0 && outcome.errors == "", "\(outcome.errors)")
    return outcome.output.split(separator: "\n").map(String.init)
  }

  @Test(arguments: [
    ("graph -- --focus", ["Cart", "Core"]), ("why -- positional@0", ["Cart", "Core"]), ("graph -- --package", ["Shop"]),
    ("record -- --product", ["Shopping"]), ("graph -- --layer", ["features", "core"]),
    ("check -- --rule", ["downward"]),
  ])
  func `names are those of the workspace at hand`(option: String, expected: [String]) async throws {
    #expect(try await offered(option) == expected)
  }

  @Test func `runs are files as well, and without a workspace nothing is offered`() async throws {
    #expect(try await offered("metrics -- --run").contains("recorded"))
    #expect(try await offered("graph -- --focus", typed: ["--package-path", "/nowhere", "--focus", ""]) == [])
  }

  @Test func `the value of an option is that of its last occurrence`() {
    let words = ["graph", "--package-path", "A", "--package-path=B", "--focus", ""]
    #expect(NameCompletion.value(of: "--package-path", in: words) == "B")
    #expect(NameCompletion.value(of: "--config", in: words) == nil)
  }

  /// Whoever writes a workspace must not run commands of whoever presses a key in it.
  @Test func `a shell inserts each name as one word, and runs nothing of it`() async throws {
    let names = [
      "plain-1", "outside world", "it's \"so\"", "$(touch run)", "`touch run`", "a:b", "a\\b", "~", "*", "ä b",
    ]
    let quoted = names.map { NameCompletion.quoted($0, for: .bash) }
    #expect(quoted[0] == "plain-1" && NameCompletion.quoted("a\nb", for: .bash) == nil)
    // As in the script for bash; what it inserts is then read again, as in a command.
    let script = """
      while IFS= read -r word; do eval "printf '%s\\n' $word"; done < <(IFS=$'\\n' compgen -W "$1" -- "")
      """
    let words = quoted.compactMap(\.self).joined(separator: "\n")
    let outcome = try await Tool.named("bash")(["-c", script, "bash", words], in: folder.path)
    #expect(outcome.output == names.joined(separator: "\n") + "\n", "\(outcome.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/run"))
    #expect(
      NameCompletion.quoted("a:b\\c", for: .zsh) == "a\\:b\\\\c" && NameCompletion.quoted("a b", for: .fish) == "a b")
  }
}
