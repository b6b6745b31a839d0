import BuildRunner
import Foundation
import TestSupport
import Testing

/// What `bench` refuses before its first build.
struct BenchRefusalTests {
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
