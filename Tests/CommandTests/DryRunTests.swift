import Foundation
import TestSupport
import Testing

/// Every command that builds says with `--dry-run` what it would build, and builds nothing.
@Suite struct DryRunTests {
  private let shop: ShopWorkspace

  init() throws {
    shop = try ShopWorkspace()
    // A dependency that nothing imports.
    let manifest = try shop.folder.read("Shop/Package.swift")
    try shop.folder.write([
      "Shop/Package.swift": manifest.replacing(
        ".target(name: \"Search\", dependencies: [\"Core\"])",
        with: ".target(name: \"Search\", dependencies: [\"Core\", \"Unrelated\"])"),
      "Shop/.modgauge.yml": "rules: [{ id: imports, type: imports }]\n",
    ])
  }

  /// What a command would build; nothing of it is there afterwards.
  private func plan(_ arguments: [String], ofWorkspace: Bool = true) async throws -> String {
    let place = ofWorkspace ? ["--package-path", shop.path] : []
    let outcome = try await shop.modgauge(arguments + place + ["--cache-dir", shop.cache, "--dry-run"])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(!FileManager.default.fileExists(atPath: shop.cache + "/benchmarks"), "nothing was built")
    #expect(
      outcome.output.contains("\nin: \(shop.cache)/benchmarks/") && outcome.output.contains("\nexpected duration: "))
    return outcome.output
  }

  @Test func `record says how many builds it makes, and where`() async throws {
    let output = try await plan(["record", "--per-file", "--product", "shop-app"])
    #expect(
      output.hasPrefix(
        """
        would build: 1 clean build of shop-app, recorded
        would build: 1 clean build of shop-app with a compiler process for each file

        """), "\(output)")
    #expect(try await plan(["record"]).hasPrefix("would build: 1 clean build of the whole package, recorded\n"))
    let read = try await shop.modgauge(["record", "--from", shop.path, "--dry-run"])
    #expect(read.exitCode == 64 && read.errors.contains("--dry-run is about builds"))
  }

  @Test func `calibrate counts the warm-ups`() async throws {
    let output = try await plan(["calibrate", "--comparisons", "1", "--rounds", "6"], ofWorkspace: false)
    #expect(
      output.hasPrefix("would build: 16 clean builds of CalibrationApp under two names: 1 comparison of 6 rounds\n"))
  }

  @Test func `a prediction without a recorded build says that it would record one`() async throws {
    let output = try await plan(["what-if", "--cut", "Search->Core"])
    #expect(output.hasPrefix("would build: 1 clean build of the whole package, recorded\n"))
  }

  @Test func `a proof names the dependencies that it would leave out`() async throws {
    let output = try await plan(["check", "--prove"])
    #expect(
      output.hasPrefix("would build: Shop as it is, with its tests, and then 1 build without Search → Unrelated\n"),
      "\(output)")
  }

  @Test func `advise says what it would build for expressions`() async throws {
    let output = try await plan(["advise", "--expressions"])
    #expect(output.hasPrefix("would build: 1 clean build of the whole package, recorded\n"))
  }

  @Test func `an index is built of one module`() async throws {
    let output = try await plan(["graph", "--files", "Cart", "--build-index"])
    #expect(output.hasPrefix("would build: 1 build of Cart and what it depends on, with an index\n"))
  }

  @Test(arguments: [["check"], ["advise"], ["hotspots"], ["graph", "--files", "Cart"]])
  func `a command that would build nothing refuses to plan it`(arguments: [String]) {
    #expect(ParsedArguments.refusal(arguments + ["--dry-run"])?.contains("--dry-run requires --") == true)
  }
}
