import Foundation
import TestSupport
import Testing

/// `modgauge` without a command.
struct OverviewCommandTests {
  private func modgauge(_ words: [String] = [], in shop: ShopWorkspace, at folder: String) async throws -> Tool.Outcome
  {
    try await Tool.built("modgauge")(
      words, in: folder,
      environment: ["XDG_STATE_HOME": shop.folder.path + "/state", "XDG_CACHE_HOME": shop.folder.path + "/caches"])
  }

  @Test func `in a workspace it is one screen with what to try next`() async throws {
    let shop = try ShopWorkspace()
    let outcome = try await modgauge(in: shop, at: shop.path)
    #expect(outcome.exitCode == 0, "\(outcome)")
    try expectSnapshot(outcome.output, named: "overview.txt")
    #expect(outcome.output.split(separator: "\n", omittingEmptySubsequences: false).count <= 24)
    let named = try await modgauge(["--package-path", "Shop"], in: shop, at: shop.folder.path)
    #expect(named.output.contains("modgauge graph --package-path Shop -o graph.html"), "\(named)")
  }

  @Test func `elsewhere it is the help, with a line that says why, and nothing is searched`() async throws {
    let shop = try ShopWorkspace()
    try shop.folder.write(["elsewhere/deep/down/Package.swift": "// swift-tools-version: 6.0\n"])
    let outcome = try await modgauge(in: shop, at: shop.folder.path + "/elsewhere")
    #expect(outcome.exitCode == 0 && outcome.output.contains("\nBefore a refactor\n"))
    #expect(outcome.output.hasSuffix("\n\nThere is no package and no Xcode project in this folder.\n"), "\(outcome)")
    let below = try await modgauge(in: shop, at: shop.path + "/Sources/Core")
    #expect(below.output.hasSuffix("\n\nThis folder has no package; the nearest one above is `../..`.\n"), "\(below)")
    try shop.folder.write(["elsewhere/A.xcodeproj/a": "", "elsewhere/B.xcodeproj/a": ""])
    let several = try await modgauge(in: shop, at: shop.folder.path + "/elsewhere")
    #expect(several.output.hasSuffix("name one: `modgauge --package-path A.xcodeproj`.\n"), "\(several)")
  }

  @Test func `an error of the workspace is one, and unknown options are the program's own`() async throws {
    let shop = try ShopWorkspace()
    try shop.folder.write([
      "Shop/Package.swift": "// swift-tools-version: 6.0\nimport PackageDescription\nlet package = 1\n"
    ])
    let broken = try await modgauge(in: shop, at: shop.path)
    #expect(broken.exitCode == 2 && broken.errors.hasPrefix("error: "), "\(broken)")
    let unknown = try await modgauge(["--unheard-of"], in: shop, at: shop.path)
    #expect(unknown.exitCode == 64 && unknown.errors.contains("Unknown option '--unheard-of'"), "\(unknown)")
  }
}
