import BuildRunner
import Foundation
import TestSupport
import Testing

/// What `bench` refuses before its first build.
struct BenchRefusalTests {
  @Test(arguments: [
    (
      ["--feature", "Serch"],
      "error: “Serch” is not an executable, product or module of the workspace. Did you mean “Search”?\n"
    ),
    (
      ["--combined", "CartTests"],
      "error: “CartTests” is a test module, which cannot be built by itself. Name an executable, a library product or a "
        + "module that uses it.\n"
    ),
    (
      ["--combined", "CartApp", "--feature", "CartApp"],
      "error: “CartApp” would be built twice. Name the combined app and each feature once.\n"
    ),
  ])
  func namesThatCannotBeBuiltAreRefused(words: [String], message: String) async throws {
    let shop = try ShopWorkspace()
    let outcome = try await shop.modgauge(shop.benchWords(words))
    #expect(outcome.exitCode == 2)
    #expect(outcome.errors == message)
    #expect(!FileManager.default.fileExists(atPath: shop.output))
  }

  @Test func theNameOfGeneratedAppsIsNotTaken() async throws {
    let folder = try TestFolder()
    try folder.write([
      "Package.swift": """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(name: "Taken", targets: [.target(name: "ModuleGaugeArm"), .executableTarget(name: "App")])
      """, "Sources/ModuleGaugeArm/a.swift": "", "Sources/App/main.swift": "",
    ])
    let words = ["bench", "--dry-run", "--package-path", folder.path, "--combined", "App", "--feature"]
    let made = try await Tool.built("modgauge")(words + ["ModuleGaugeArm"])
    #expect(made.exitCode == 2 && made.errors.hasPrefix("error: The workspace has a module called ModuleGaugeArm, "))
    let none = try await Tool.built("modgauge")(words + ["none"])
    #expect(none.exitCode == 0, "\(none.errors)")
  }

  @Test func aPlaceThatCannotBeWrittenIsFoundBeforeTheFirstBuild() async throws {
    let shop = try ShopWorkspace()
    let outcome = try await shop.modgauge(
      ["bench", "--package-path", shop.path, "--cache-dir", shop.cache, "--output", "/dev/null/reports"])
    #expect(outcome.exitCode == 2)
    #expect(outcome.errors.hasPrefix("error: Cannot make the folder `/dev/null/reports`: "))
    #expect(!outcome.errors.contains("warm-up"))
  }

  /// The machine's lock, which tests have in their cache folder.
  @Test func whileAnotherBenchmarkRunsNoneIsBegun() async throws {
    let shop = try ShopWorkspace()
    try shop.folder.write(["cache/machine.lock": ""])
    let lock = try await MachineLock(holder: "process 7, of /elsewhere", path: shop.cache + "/machine.lock")
    for words in [shop.benchWords(["--combined", "CartApp"]), ["record"] + shop.benchWords([]).dropFirst()] {
      let outcome = try await shop.modgauge(words)
      #expect(outcome.exitCode == 2)
      #expect(outcome.errors.contains("Another benchmark is running on this machine"), "\(outcome.errors)")
      #expect(outcome.errors.contains("process 7, of /elsewhere"))
      #expect(!FileManager.default.fileExists(atPath: shop.output))
    }
    _ = consume lock
  }

  @Test(arguments: [["--rounds", "0"], ["--warmups", "0"], ["--jobs", "0"], ["--timeout", "0"]])
  func numbersThatMakeNoSenseAreRefused(words: [String]) {
    #expect(ParsedArguments.refusal(["bench"] + words)?.hasPrefix("\(words[0]) must be 1") == true)
  }

  @Test(arguments: [
    (
      ["--combined", "Storefront"],
      "error: “Storefront” is an app of an Xcode project. Xcode on macOS builds it, `swift build` does not. Name an "
        + "executable, a product or a module of a package.\n"
    ),
    (
      ["--combined", "Widget"],
      "error: “Widget” is an extension of an Xcode project. Xcode on macOS builds it, `swift build` does not. Name an "
        + "executable, a product or a module of a package.\n"
    ),
    (
      ["--combined", "Model", "--feature", "Everything"],
      "error: “Everything” is an aggregate target of an Xcode project. Xcode on macOS builds it, `swift build` does not. "
        + "Name an executable, a product or a module of a package.\n"
    ),
    (
      ["--combined", "all"],
      "error: There is no package at the workspace's root that could be built as a whole. Name an executable, a product "
        + "or a module of a package: `record` takes it as --product, the other commands as --combined.\n"
    ),
    (
      ["--combined", "Storefrunt"],
      "error: “Storefrunt” is not an executable, product or module of the workspace. `modgauge graph --format json` lists "
        + "them.\n"
    ),
  ])
  func whatOnlyXcodeCanBuildIsRefused(words: [String], message: String) async throws {
    let shop = try ShopWorkspace()
    // The framework `Model` does not stand in the way of the package's module.
    let targets: [XcodeFixture.Target] = [
      .init("Storefront", products: ["Model"]), .init("Widget", type: "app-extension"),
      .init("Model", type: "framework"), .init("Everything", isa: "PBXAggregateTarget"),
    ]
    try shop.folder.write(XcodeFixture.project("Storefront", targets: targets))
    try shop.folder.write(XcodeFixture.workspace("Shop", references: ["group:Storefront.xcodeproj", "group:Shared"]))
    let outcome = try await shop.modgauge(
      ["bench", "--package-path", shop.folder.path + "/Shop.xcworkspace", "--cache-dir", shop.cache] + words)
    #expect(outcome.exitCode == 2)
    #expect(outcome.errors == message)
  }
}
