import Foundation
import TestSupport
import Testing

/// Real builds without dependencies.
@Suite struct ProveCommandTests {
  @Test func whatIsProvenIsRemovedAndWhatTheLinkerNeedsStays() async throws {
    let folder = try TestFolder()
    try folder.makeCacheFolder()
    let manifest = """
      // swift-tools-version: 5.9
      import PackageDescription

      let package = Package(
        name: "Shop",
        targets: [
          .executableTarget(name: "App", dependencies: ["Used", "Linked", "Unused"]),
          .target(name: "Port", dependencies: [.target(name: "Unused", condition: .when(platforms: [.windows]))]),
          .target(name: "Used", dependencies: ["Unused"]),
          .target(name: "Linked"),
          .target(name: "Unused"),
        ])

      """
    try folder.write([
      "Shop/Package.swift": manifest, "Shop/.modgauge.yml": "rules: [{ id: imports, type: imports }]\n",
      "Shop/Sources/App/main.swift":
        "import Used\n@_silgen_name(\"linked\") func linked() -> Int32\nprint(used, linked())\n",
      "Shop/Sources/Port/Port.swift": "public let port = 1\n",
      "Shop/Sources/Used/Used.swift": "public let used = 1\n",
      "Shop/Sources/Linked/Linked.swift": "@_cdecl(\"linked\") public func linked() -> Int32 { 1 }\n",
      "Shop/Sources/Unused/Unused.swift": "public let unused = 1\n",
    ])
    let path = folder.path
    let shop = try ShopWorkspace()
    let outcome = try await shop.modgauge(
      [
        "check", "--prove", "--fix=remove", "--package-path", path + "/Shop", "--cache-dir", path + "/cache",
        "--output",
        path + "/out", "--format", "text", "--format", "json",
      ] + ShopWorkspace.minimalBuild, environment: ["XDG_STATE_HOME": path + "/state"])
    #expect(outcome.exitCode == 1, "\(outcome.errors)")
    #expect(
      outcome.errors == """
        trying 4 dependencies with builds in a private copy
        fixed: App no longer declares Unused (Package.swift)
        fixed: Used no longer declares Unused (Package.swift)

        """)
    #expect(
      try folder.read("Shop/Package.swift")
        == manifest.replacing(", \"Unused\"]", with: "]").replacing("[\"Unused\"]", with: "[]"))
    let text = try folder.read("out/check.txt")
    #expect(text.contains("needed: imports: App declares Linked and never imports it, but a build without it fails: "))
    #expect(text.contains("linked"))
    #expect(text.contains("(not tried: its condition leaves it out of builds for "))
    let json = try folder.read("out/check.json")
    #expect(json.contains("\"standing\" : \"needed\"") || json.contains("\"standing\": \"needed\""))
    #expect(try await JSONSchema.check.complaints(about: json) == "")
  }

  @Test func whatOrdersAnImportThatIsNotDeclaredIsNotProven() async throws {
    let folder = try TestFolder()
    try folder.makeCacheFolder()
    try folder.write([
      "Shop/Package.swift": """
      // swift-tools-version: 5.9
      import PackageDescription

      let package = Package(
        name: "Shop",
        targets: [
          .target(name: "App", dependencies: ["Feature"]),
          .target(name: "Feature", dependencies: ["Core"]),
          .target(name: "Core"),
        ])

      """,
      "Shop/.modgauge.yml": "rules: [{ id: imports, type: imports }]\n",
      "Shop/Sources/App/App.swift": "import Core\nimport Feature\npublic let app = feature + core\n",
      "Shop/Sources/Feature/Feature.swift": "public let feature = 1\n",
      "Shop/Sources/Core/Core.swift": "public let core = 1\n",
    ])
    let path = folder.path
    let words = [
      "check", "--prove", "--fix=remove", "--package-path", path + "/Shop", "--cache-dir", path + "/cache", "--output",
      path + "/check.txt",
    ]
    let (shop, environment) = (try ShopWorkspace(), ["XDG_STATE_HOME": path + "/state"])
    let first = try await shop.modgauge(words + ShopWorkspace.minimalBuild, environment: environment)
    #expect(first.exitCode == 1, "\(first.errors)")
    #expect(first.errors.contains("fixed: App declares Core (Package.swift)\n"))
    let reason = "App imports Core without declaring it, and may then be built before it"
    #expect(try folder.read("check.txt").contains("Feature declares Core and never imports it (not tried: \(reason))"))
    #expect(try folder.read("Shop/Package.swift").contains(#"name: "Feature", dependencies: ["Core"]"#))
    let second = try await shop.modgauge(words + ShopWorkspace.minimalBuild, environment: environment)
    #expect(second.exitCode == 0, "\(second.errors)")
    #expect(second.errors.contains("fixed: Feature no longer declares Core (Package.swift)\n"))
  }
}
