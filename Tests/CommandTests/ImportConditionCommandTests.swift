import Foundation
import TestSupport
import Testing

/// Imports whose module or condition is not certain, from options to exit codes.
@Suite struct ImportConditionCommandTests {
  private let folder: TestFolder
  private static let rules = "rules:\n  - { type: imports }\n"

  init() throws {
    folder = try TestFolder()
    try folder.makeCacheFolder()
  }

  private func modgauge(_ command: String, _ words: String...) async throws -> Tool.Outcome {
    try await Tool.built("modgauge")(
      [command, "--package-path", folder.path, "--cache-dir", folder.path + "/cache"] + words,
      environment: ["XDG_STATE_HOME": folder.path + "/state"])
  }

  private func manifest(_ arguments: String, tools: String = "6.1") -> String {
    "// swift-tools-version: \(tools)\nimport PackageDescription\nlet package = Package(name: \"Shop\", \(arguments))\n"
  }

  @Test func `traits decide imports as they decide dependencies`() async throws {
    try folder.write([
      ".modgauge.yml": Self.rules,
      "Package.swift": manifest(
        """
        traits: ["Pay", "Track"], targets: [
          .target(name: "Shop", dependencies: [.target(name: "Payment", condition: .when(traits: ["Pay"]))]),
          .target(name: "Payment"),
        ]
        """),
      "Sources/Shop/Shop.swift": "#if Pay\nimport Payment\n#endif\n", "Sources/Payment/P.swift": "public struct P {}\n",
    ])
    for words in [[], ["--disable-default-traits"], ["--traits", "Track"], ["--enable-all-traits"]] {
      let outcome = try await Tool.built("modgauge")(
        ["check", "--package-path", folder.path, "--cache-dir", folder.path + "/cache"] + words)
      #expect(outcome.exitCode == 0, "\(words) \(outcome.output)\(outcome.errors)")
    }
    try folder.write(["Sources/Shop/Shop.swift": "#if Pay || Track\nimport Payment\n#endif\n"])
    let outcome = try await modgauge("check")
    #expect(outcome.exitCode == 1)
    #expect(
      outcome.output.contains("Shop imports Payment with the trait Track: declared for the trait Pay alone"),
      "\(outcome.output)")
    #expect(try await modgauge("check", "--traits", "Pay").exitCode == 0)
    #expect(
      try await modgauge("check", "--traits", "Track").output.contains("Shop imports Payment and does not declare it"))
  }

  @Test func `roles are those of a build, with the default traits`() async throws {
    try folder.write([
      "Package.swift": manifest(
        """
        products: [.executable(name: "App", targets: ["App"])],
        traits: ["Analytics", "Local", .default(enabledTraits: ["Local"])],
        targets: [
          .executableTarget(name: "App", dependencies: ["CartFeature", "HomeFeature"]),
          .target(name: "CartFeature", dependencies: [
            "Core", .target(name: "Tracking", condition: .when(traits: ["Analytics"]))]),
          .target(name: "HomeFeature", dependencies: [
            "Core", .target(name: "Store", condition: .when(traits: ["Local"]))]),
          .target(name: "Core"), .target(name: "Tracking"), .target(name: "Store"),
        ]
        """)
    ])
    for name in ["CartFeature", "HomeFeature", "Core", "Tracking", "Store"] {
      try folder.write(["Sources/\(name)/a.swift": "\n"])
    }
    try folder.write(["Sources/App/main.swift": "\n"])
    func modules(_ words: String...) async throws -> Int? {
      let outcome = try await Tool.built("modgauge")(
        ["roles", "--format", "json", "--package-path", folder.path, "--cache-dir", folder.path + "/cache"] + words)
      let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
      let compiled = (object?["combined"] as? [String: Any])?["compiles"] as? [String: Any]
      return compiled?["modules"] as? Int
    }
    #expect(try await modules() == 5)
    #expect(try await modules("--disable-default-traits") == 4)
    #expect(try await modules("--enable-all-traits") == 6)
  }

  @Test(arguments: [[], ["--platform", "ios"], ["--platform", "macos"], ["--platform", "linux"]])
  func `frameworks decide imports on the platforms that have them`(words: [String]) async throws {
    try folder.write([
      ".modgauge.yml": Self.rules,
      "Package.swift": manifest(
        """
        targets: [
          .target(name: "App", dependencies: [
            .target(name: "Bits", condition: .when(platforms: [.iOS])),
            .target(name: "Desk", condition: .when(platforms: [.macOS]))]),
          .target(name: "Bits"), .target(name: "Desk"),
        ]
        """, tools: "5.9"),
      "Sources/App/a.swift": """
      #if canImport(UIKit)
      import Bits
      #elseif canImport(AppKit)
      import Desk
      #endif
      #if os(iOS) && _runtime(_Native) || os(Linux) && targetEnvironment(simulator)
      import Bits
      #endif

      """,
      "Sources/Bits/b.swift": "public struct B {}\n", "Sources/Desk/b.swift": "public struct D {}\n",
    ])
    let outcome = try await Tool.built("modgauge")(
      ["check", "--package-path", folder.path, "--cache-dir", folder.path + "/cache"] + words)
    #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
  }

  @Test func `a product from outside may have a module that another package has as well`() async throws {
    let sub = manifest(
      """
      dependencies: [.package(url: "https://example.com/root-repo.git", from: "1.0.0")],
      targets: [.target(name: "Sub", dependencies: [.product(name: "RootLib", package: "root-repo")])]
      """
    ).replacing("Shop", with: "Sub")
    try folder.write([
      ".modgauge.yml": Self.rules,
      "Package.swift": manifest(
        "products: [.library(name: \"RootLib\", targets: [\"Model\"])], targets: [.target(name: \"Model\")]"),
      "Sources/Model/m.swift": "public let m = 1\n", "Sub/Package.swift": sub,
      "Sub/Sources/Sub/s.swift": "#if canImport(Model)\nimport Model\n#endif\n",
    ])
    let outcome = try await modgauge("check", "--all", "--fix=remove")
    #expect(outcome.exitCode == 0 && outcome.errors == "", "\(outcome.output)\(outcome.errors)")
    #expect(try folder.read("Sub/Package.swift") == sub)
  }

  @Test func `the name of a binary target is not that of its module`() async throws {
    let binaries = ["Lib", "Lib-Dynamic"].map { name in
      ".binaryTarget(name: \"\(name)\", url: \"https://example.com/\(name).zip\", checksum: \""
        + String(repeating: "01", count: 32) + "\")"
    }
    let text = manifest(
      "targets: [.target(name: \"App\", dependencies: [\"Lib-Dynamic\"]), \(binaries.joined(separator: ", "))]")
    try folder.write([
      ".modgauge.yml": Self.rules, "Package.swift": text, "Sources/App/s.swift": "import Lib\n",
    ])
    let outcome = try await modgauge("check", "--fix")
    #expect(outcome.exitCode == 0 && outcome.errors == "", "\(outcome.output)\(outcome.errors)")
    #expect(try folder.read("Package.swift") == text)
  }

  @Test func `sources that cannot be read count as unknown`() async throws {
    try folder.write([
      ".modgauge.yml": "rules:\n  - { type: max-lines, max: 1 }\n  - { type: no-reexport }\n",
      "Package.swift": manifest("targets: [.target(name: \"App\"), .target(name: \"Core\")]"),
      "Sources/App/a.swift": "\n", "Sources/Core/c.swift": "\n",
    ])
    try #require(mkfifo(folder.path + "/Sources/App/main.swift", 0o644) == 0)
    let check = try await modgauge("check")
    #expect(check.exitCode == 0)
    #expect(check.output.contains("not all lines of App are known"), "\(check.output)")
    #expect(check.output.contains("App may re-export modules in sources that could not be read"), "\(check.output)")
    let metrics = try await modgauge("metrics", "--format", "json").output
    #expect(metrics.contains(#""linesAtLeast" : 2"#) && metrics.contains(#""linesAtLeast" : 1"#), "\(metrics)")
    #expect(!metrics.contains("recompiledShare"))
    let graph = try await modgauge("graph", "--format", "json").output
    #expect(graph.contains(#""missingSources" : 1"#) && graph.contains(#""kind" : "executable""#), "\(graph)")
  }
}
