import BuildAnalysis
import Foundation
import ModuleGraph
import TestSupport
import Testing

@Suite struct RolesCommandTests {
  private static func roles(
    _ words: [String], _ shop: ShopWorkspace, at path: String? = nil
  ) async throws -> Tool.Outcome {
    try await Tool.built("modgauge")(
      ["roles", "--package-path", path ?? shop.path, "--cache-dir", shop.cache] + words)
  }

  @Test func `what is what is told with the reasons`() async throws {
    let shop = try ShopWorkspace()
    let outcome = try await Self.roles([], shop)
    #expect(outcome.exitCode == 0 && outcome.errors == "", "\(outcome.errors)")
    let lines = outcome.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(lines.first == "combined app: shop-app (an executable; its name says app; depends on 2 features)")
    #expect(lines.contains { $0.hasPrefix("Cart CartApp 5 (83.3 %) ") })
    #expect(lines.contains("sample app CartApp named after Cart; the one feature that it needs is Cart"))
    #expect(lines.contains("feature Search only shop-app depends on it, at height 2"))
    #expect(lines.contains("outside Unrelated the combined app does not depend on it"))
    #expect(outcome.output.contains("was inferred; --combined, --feature and --sample-app"))
  }

  @Test func `the configuration overrides what is found, and options the configuration`() async throws {
    let shop = try ShopWorkspace()
    try shop.folder.write(["Shop/.modgauge.yml": "combined: all\nfeatures: [Search]\nsample-apps: [CartApp]\n"])
    let configured = try await Self.roles(["--format", "json"], shop)
    #expect(configured.output.contains(#""name" : "all of Shop""#) && !configured.output.contains(#""basis" : "kind""#))
    #expect(configured.output.contains("named by `features:`") && configured.output.contains("named by `combined:`"))
    #expect(try await JSONSchema.roles.complaints(about: configured.output) == "")
    let asked = try await Self.roles(["--combined", "CartApp", "--feature", "Model", "--format", "markdown"], shop)
    #expect(asked.output.contains("combined app: CartApp (named by --combined)"))
    #expect(asked.output.contains("| Model ") && !asked.output.contains("\n| Search "))
  }

  @Test func `a layer without modules gets a warning`() async throws {
    let shop = try ShopWorkspace()
    try shop.folder.write(["Shop/.modgauge.yml": "layers: [{ name: kits, modules: [Zed] }]\n"])
    #expect(try await Self.roles([], shop).errors == "warning: no module belongs to the layer “kits”\n")
    #expect(try await Self.roles(["--quiet"], shop).errors == "")
  }

  @Test func `demo apps in app packages of their own are sample apps`() async throws {
    let folder = try TestFolder()
    let description = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Benchmarks/Workspaces/kurashiru-rewards.yml").standardizedFileURL
    let modgauge = Tool.built("modgauge")
    _ = try await modgauge(["synthesize", description.path, "--output", folder.path + "/Rewards"])
    let words = ["roles", "--package-path", folder.path + "/Rewards", "--cache-dir", folder.path + "/cache"]
    let outcome = try await modgauge(words + ["--all"])
    let lines = outcome.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    for feature in ["Home", "Receipt", "Settings"] {
      #expect(
        lines.contains {
          $0.hasPrefix("sample app \(feature)DemoApp its name says “Demo”; a `.swiftpm` app package; named after")
        }, "\(outcome.output)\(outcome.errors)")
    }
    #expect(lines.first?.hasPrefix("combined app: RewardsApp (") == true)
    let root = try await modgauge(words)
    #expect(!root.output.contains("DemoApp") && root.errors.contains("--all reads every package below the folder."))
  }

  @Test func `a package with nothing to compare, and words that mean nothing, are errors`() async throws {
    let shop = try ShopWorkspace()
    let nothing = try await Self.roles([], shop, at: shop.folder.path + "/Shared")
    #expect(nothing.exitCode == 2 && nothing.output == "")
    #expect(
      nothing.errors
        == "error: There is nothing to compare all of Shared with: its only feature, Model, compiles all of it. "
        + "Name modules as features with --feature, or under `features:` in .modgauge.yml, and the combined app "
        + "with --combined or `combined:`. Modules: Model.\n")
    let unknown = try await Self.roles(["--feature", "Serch"], shop)
    #expect(
      unknown.exitCode == 2
        && unknown.errors == "error: --feature: no module of the workspace matches “Serch”. Did you mean “Search”?\n")
  }

  @Test func `an Xcode app is told although it cannot be built here`() async throws {
    let shop = try ShopWorkspace()
    try shop.folder.write(XcodeFixture.project("Storefront", targets: [.init("Storefront", products: ["Features"])]))
    try shop.folder.write(
      XcodeFixture.workspace("Shop", references: ["group:Storefront.xcodeproj", "group:Shop", "group:Shared"]))
    try shop.folder.write([
      "Shop/Sources/Cart/View.swift": "import SwiftUI\n",
      "Shop/Package.swift": """
      // swift-tools-version: 5.9
      import PackageDescription
      let package = Package(
        name: "Shop", products: [.library(name: "Features", targets: ["Cart", "Search"])],
        targets: [
          .target(name: "Cart", dependencies: ["CFast"]), .target(name: "Search", dependencies: ["CFast"]),
          .target(name: "CFast"),
        ])

      """,
    ])
    let outcome = try await Self.roles([], shop, at: shop.folder.path + "/Shop.xcworkspace")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("combined app: Storefront (an app of an Xcode project; depends on 2 features)\n"))
    #expect(outcome.output.contains("Storefront is a target of an Xcode project"))
    #if os(Linux)
      let words = outcome.output.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
      #expect(words.contains("Storefront, Cart: View.swift of Cart imports SwiftUI, which Linux does not have."))
    #endif
    let bench = try await Tool.built("modgauge")([
      "bench", "--dry-run", "--package-path", shop.folder.path + "/Shop.xcworkspace", "--cache-dir", shop.cache,
    ])
    #expect(bench.exitCode == 2 && bench.errors.hasPrefix("error: The combined app is Storefront, an app of an Xcode"))
    #expect(bench.output == outcome.output, "what the graph alone can tell")
    let folder = try await Self.roles([], shop, at: shop.folder.path)
    #expect(folder.output == outcome.output && folder.errors == outcome.errors, "\(folder.output)")
    // Of two, it is not known which one is meant.
    try shop.folder.write(XcodeFixture.workspace("Tools", references: ["group:Shared"]))
    let packages = try await Self.roles([], shop, at: shop.folder.path)
    #expect(packages.output.contains("Shop.xcworkspace`, which may have an app, was not read"))
    #expect(!packages.output.contains("there is no app"))
    let beside = try await Tool.built("modgauge")([
      "bench", "--dry-run", "--format", "json", "--package-path", shop.folder.path, "--cache-dir", shop.cache,
    ])
    #expect(beside.exitCode == 2 && beside.errors.contains("error: There is no package at the workspace's root"))
    let project = " `Shop.xcworkspace`, which may have an app, was not read: name it with --package-path.\n"
    #expect(beside.errors.hasSuffix(project), "\(beside.errors)")
    #expect(try await JSONSchema.roles.complaints(about: beside.output) == "")
  }

  @Test func `an app among the packages stays the combined one, whatever project is beside them`() async throws {
    let shop = try ShopWorkspace()
    let before = try await Self.roles([], shop, at: shop.folder.path)
    try shop.folder.write(XcodeFixture.project("Storefront", targets: [.init("Storefront", products: ["Features"])]))
    let after = try await Self.roles([], shop, at: shop.folder.path)
    #expect(after.output == before.output && after.output.hasPrefix("combined app: shop-app ("), "\(after.output)")
    #expect(after.errors.contains("The targets of `Storefront.xcodeproj` are not shown"))
  }

  @Test func `a benchmark without names compares what is found, and says so`() async throws {
    let shop = try ShopWorkspace()
    let state = ["XDG_STATE_HOME": shop.folder.path + "/state"]
    let words = shop.benchWords(["--dry-run", "--seed", "1"])
    let outcome = try await Tool.built("modgauge")(words, environment: state)
    #expect(
      outcome.output.hasPrefix(
        """
        combined app: shop-app; features: Cart in CartApp, Search
        inferred combined app: shop-app (an executable; its name says app; depends on 2 features)
        inferred features: Cart, Search (only shop-app depends on it besides sample apps, at height 2)
        inferred sample apps: CartApp of Cart
        `modgauge roles` shows the reasons; --combined, --feature or .modgauge.yml override it

        """), "\(outcome.output)\(outcome.errors)")
    let json = try await Tool.built("modgauge")(words + ["--format", "json"], environment: state)
    #expect(json.output.contains(#""inferred" : ["#))
    #expect(try await JSONSchema.plan.complaints(about: json.output) == "")
    let named = try await Tool.built("modgauge")(words + ["--feature", "Search"], environment: state)
    #expect(named.output.hasPrefix("combined app: shop-app; features: Search\ninferred combined app: shop-app ("))
    let app = try await Tool.built("modgauge")(words + ["--combined", "CartApp"], environment: state)
    #expect(app.output.hasPrefix("combined app: CartApp; features: none\nonly the combined app is built;"))
  }

  @Test(arguments: [
    ("apple/swift-collections", "1.6.0", ["HeapModule", "OrderedCollections"], [:]),
    ("apple/swift-argument-parser", "1.8.2", ["ArgumentParser"], ["roll": "ArgumentParser"]),
    ("apple/swift-nio", "2.101.2", ["NIOCore", "NIOHTTP1"], ["NIOHTTP1Server": "NIOHTTP1"]),
  ])
  func `packages of libraries and tools are built as a whole`(
    repository: String, version: String, features: [String], sampleApps: [String: String]
  ) async throws {
    let shop = try ShopWorkspace()
    let clone = try await Tool.named("git")([
      "clone", "--quiet", "--depth", "1", "--branch", version, "https://github.com/" + repository,
      shop.folder.path + "/real",
    ])
    try #require(clone.exitCode == 0, "\(clone.errors)")
    let outcome = try await Self.roles(["--format", "json"], shop, at: shop.folder.path + "/real")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    struct Answer: Decodable {
      struct Combined: Decodable {
        let name: String
        let module: String?
      }
      struct Feature: Decodable {
        let name: String
        let sampleApps: [ModuleID]
      }
      let combined: Combined
      let features: [Feature]
    }
    let answer = try JSONDecoder().decode(Answer.self, from: Data(outcome.output.utf8))
    #expect(answer.combined.module == nil && answer.combined.name.hasPrefix("all of swift-"))
    #expect(Set(features).isSubset(of: answer.features.map(\.name)))
    for (app, feature) in sampleApps {
      let shown = answer.features.first { $0.name == feature }?.sampleApps.map(\.name) ?? []
      #expect(shown.contains(app))
    }
  }

  @Test func `seconds are estimated from a recorded build`() async throws {
    let recorded = try await WhatIfCommandTests.Recorded()
    let shop = recorded.shop
    #expect(try await shop.modgauge(["report", recorded.folder]).exitCode == 0)
    // Not all modules of the others are in it.
    let words = ["--feature", "Model", "--run", recorded.folder]
    let outcome = try await Self.roles(words + ["--format", "json"], shop)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(try await JSONSchema.roles.complaints(about: outcome.output) == "")
    #expect(outcome.output.contains(#""build" : "clean build of all""#))
    #expect(outcome.output.contains(#""estimatedSeconds""#))
    let text = try await Self.roles(words, shop)
    #expect(text.output.contains("seconds, estimated") && text.output.contains("Seconds are estimated, not measured"))
    let nowhere = try await Self.roles(["--run", "/none"], shop)
    #expect(
      nowhere.exitCode == 2 && nowhere.errors.hasPrefix("error: Cannot read `/none`: there is no such file or folder."))
  }
}
