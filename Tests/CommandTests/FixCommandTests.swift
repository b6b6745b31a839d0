import Foundation
import Platform
import Subprocess
import TestSupport
import Testing

@Suite struct FixCommandTests {
  private let shop: ShopWorkspace
  private static let rules = "rules:\n  - { id: imports, type: imports }\n"

  init() throws {
    shop = try ShopWorkspace()
    try shop.folder.write([
      "Shop/.modgauge.yml": Self.rules,
      "Shop/Sources/Cart/More.swift": "import Model\n",
      "Shop/Sources/Unrelated/More.swift": "import Core\n",
      "Shop/Sources/CartApp/main.swift": "print(1)\n",
    ])
  }

  private func words(_ more: [String]) -> [String] {
    ["check", "--package-path", shop.path, "--cache-dir", shop.cache] + more
  }

  private var environment: [String: String] { ["XDG_STATE_HOME": shop.folder.path + "/state"] }

  private func check(_ more: String...) async throws -> Tool.Outcome {
    try await shop.modgauge(words(more), environment: environment)
  }

  private var manifest: String { get throws { try shop.folder.read("Shop/Package.swift") } }

  @Test func whatIsImportedIsDeclared() async throws {
    let before = try manifest
    #expect(try await check().exitCode == 1)
    let outcome = try await check("--fix")
    #expect(
      outcome.errors == """
        fixed: Cart declares Model (Package.swift)
        fixed: Unrelated declares Core (Package.swift)

        """)
    #expect(
      try manifest
        == before.replacing(
          #"name: "Cart", dependencies: ["Core"]"#,
          with: #"name: "Cart", dependencies: ["Core", .product(name: "Model", package: "Shared")]"#
        ).replacing(#".target(name: "Unrelated")"#, with: #".target(name: "Unrelated", dependencies: ["Core"])"#))
    #expect(outcome.exitCode == 1 && outcome.output.contains("CartApp declares Cart and never imports it"))
    let removed = try await check("--fix=remove", "--quiet")
    #expect(removed.exitCode == 0 && removed.errors == "", "\(removed.errors)")
    #expect(try manifest.contains(#".executableTarget(name: "CartApp", dependencies: [])"#))
    #expect(try await check().exitCode == 0)
  }

  @Test func whatSwiftPMEvaluatesIsMendedToo() async throws {
    try shop.folder.write([
      "Shop/Package.swift": try manifest.replacing(
        "let package",
        with: "import Foundation\nlet name = ProcessInfo.processInfo.processName.isEmpty ? \"\" : \"Shop\"\nlet package"
      ).replacing("name: \"Shop\"", with: "name: name")
    ])
    let outcome = try await check("--fix=remove")
    #expect(outcome.exitCode == 0, "\(outcome.errors)\(outcome.output)")
    #expect(outcome.errors.split(separator: "\n").count == 3)
  }

  @Test func whatCannotBeMendedIsToldWithWhatToWrite() async throws {
    try shop.folder.write([
      "Shared/Sources/Hidden/Hidden.swift": "\n", "Shop/Sources/Cart/More.swift": "import Hidden\n",
      "Shared/Package.swift": try shop.folder.read("Shared/Package.swift").replacing(
        "[.target(name: \"Model\")]", with: "[.target(name: \"Model\"), .target(name: \"Hidden\")]"),
      "Shop/Sources/Core/More.swift": "import Cart\n",
    ])
    let outcome = try await check("--fix")
    #expect(
      outcome.errors == """
        fixed: Unrelated declares Core (Package.swift)
        not fixed: Cart should declare Hidden, since no library product of the package shared has the target “Hidden”, \
        which needs one first
        not fixed: Core should declare Cart, since Cart depends on Core, so that there would be a cycle

        """)
    #expect(outcome.exitCode == 1)
  }

  @Test func wrongWordsAreRefused() async throws {
    for words in [["--fix=delete"], ["--fix", "delete"]] {
      let unknown = try await shop.modgauge(self.words(words), environment: environment)
      #expect(
        unknown.exitCode == 64 && unknown.errors.contains("“delete” of --fix is invalid; give declare or remove."))
    }
    let platform = try await check("--fix", "--platform", "linux")
    #expect(platform.exitCode == 64)
    #expect(platform.errors.hasPrefix("error: --fix covers all platforms; remove --platform.\n"))
    try shop.folder.write(["Shop/.modgauge.yml": "rules:\n  - { type: acyclic }\n"])
    let none = try await check("--prove")
    #expect(none.exitCode == 2)
    #expect(
      none.errors == """
        error: A proof needs a rule of the type `imports`, and none is checked. Add `- { id: imports, \
        type: imports }` under `rules:` of .modgauge.yml.

        """)
  }

  /// The manifest's evaluation never ends once it is changed, so that the run is killed between the edit and its check.
  @Test func whatAKilledRunHasChangedIsPutBack() async throws {
    let text = try manifest.replacing(
      "let package",
      with: """
        import Foundation
        let own = (try? String(contentsOfFile: #filePath, encoding: .utf8)) ?? ""
        while own.contains("name: \\"Unrelated\\", dependencies:") { Thread.sleep(forTimeInterval: 1) }
        let package
        """)
    try shop.folder.write(["Shop/Package.swift": text])
    let result = try await Subprocess.run(
      .path(FilePath(Tool.built("modgauge").path)), arguments: Arguments(words(["--fix"])),
      environment: .inherit.updating(["XDG_STATE_HOME": shop.folder.path + "/state"]), input: .none,
      output: .discarded, error: .discarded
    ) { execution in
      while try manifest == text { try await Task.sleep(for: .milliseconds(5)) }
      try? execution.send(signal: .kill)
    }
    #expect(result.terminationStatus == .signaled(Signal.kill.rawValue))
    #expect(try manifest != text)
    let next = try await check()
    #expect(
      next.errors
        == "warning: `\(shop.path)/Package.swift` was restored after an interrupted change.\n")
    #expect(try manifest == text)
  }
}
