import BuildAnalysis
import Documents
import Foundation
import TestSupport
import Testing

extension BenchCommandTests {
  @Suite struct CalibrateCommandTests {
    /// A toolchain whose builds leave an object of the one module, and compile nothing.
    private static func scriptedToolchain(in shop: ShopWorkspace) throws -> String {
      try shop.folder.write([
        "toolchain/usr/bin/swift": """
        #!/bin/sh
        [ "$1" = build ] || exec '\(try Tool.named("swift").path)' "$@"
        mkdir -p "$5/debug/Model.build"
        touch "$5/debug/Model.build/a.o"
        """
      ])
      let toolchain = shop.folder.path + "/toolchain"
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: toolchain + "/usr/bin/swift")
      return toolchain
    }

    @Test func aMachineIsCalibratedAndLaterRunsQuoteIt() async throws {
      let shop = try ShopWorkspace()
      let state = ["XDG_STATE_HOME": shop.folder.path + "/state"]
      let made = try await shop.modgauge(
        [
          "calibrate", "--package-path", shop.folder.path + "/Shared", "--combined", "Model", "--cache-dir", shop.cache,
          "--rounds", "6", "--comparisons", "1", "--seed", "3", "--format", "json", "--toolchain",
          Self.scriptedToolchain(in: shop),
        ], environment: state)
      #expect(made.exitCode == 0, "\(made.errors)")
      #expect(made.errors.hasPrefix("seed 3\n") && made.errors.contains("[8/8] round 6 of 6: "))
      #expect(try await JSONSchema.calibration.complaints(about: made.output) == "")
      let calibration = try Calibration(json: made.outputBytes)
      #expect(calibration.comparisons == 1 && calibration.pairs == 6 && calibration.workspace == "Shared")
      #expect(calibration.place != nil)
      let last = try #require(made.errors.split(separator: "\n").last)
      let file = String(try #require(last.split(separator: " ").last))
      #expect(file.hasPrefix(shop.folder.path + "/state/modgauge/calibrations/"))
      #expect(try String(contentsOfFile: file, encoding: .utf8) == made.output)
      try shop.folder.write(["Shop/.modgauge.yml": "bench: { command: [\"true\"] }\n"])
      let bench = try await shop.modgauge(
        shop.commandWords(["--rounds", "1", "--combined", "CartApp", "--quiet"]), environment: state)
      #expect(bench.exitCode == 0, "\(bench.errors)")
      let json = try String(contentsOfFile: shop.output + "/run.json", encoding: .utf8)
      #expect(try Run(json: Array(json.utf8)).calibration == calibration)
      #expect(try await JSONSchema.run.complaints(about: json) == "")
    }

    /// The warm-ups alone: no round is begun when the time is spent.
    @Test func aPackageOfItsOwnIsBuiltWhereNoneIsNamed() async throws {
      let shop = try ShopWorkspace()
      let outcome = try await shop.modgauge(
        ["calibrate", "--cache-dir", shop.cache, "--rounds", "6", "--comparisons", "1", "--time-budget", "1s"]
          + ShopWorkspace.minimalBuild, environment: ["XDG_STATE_HOME": shop.folder.path + "/state"])
      #expect(outcome.exitCode == 2)
      #expect(outcome.errors.contains("[2/8] warm-up: ") && !outcome.errors.contains("round 1 of "))
      #expect(
        outcome.errors.hasSuffix(
          "error: The time budget ended before the first comparison was complete. Increase the budget, or "
            + "reduce the rounds.\n"), "\(outcome.errors)")
    }

    @Test func aPackageThatDoesNotBuildCannotCalibrate() async throws {
      let shop = try ShopWorkspace()
      try shop.folder.write(["Shared/Sources/Model/Broken.swift": "let broken: Int = \"text\"\n"])
      let outcome = try await shop.modgauge(
        ["calibrate", "--package-path", shop.folder.path + "/Shared", "--cache-dir", shop.cache, "--quiet"]
          + ShopWorkspace.minimalBuild,
        environment: ["XDG_STATE_HOME": shop.folder.path + "/state"])
      #expect(outcome.exitCode == 1)
      #expect(outcome.output == "" && outcome.errors.hasPrefix("a build failed: the build exited with code 1"))
      let log = try #require(outcome.errors.split(separator: "`").dropLast().last)
      #expect(try String(contentsOfFile: String(log), encoding: .utf8).contains("Broken.swift:1:19: error:"))
      #expect(!FileManager.default.fileExists(atPath: shop.folder.path + "/state"))
    }

    @Test(arguments: [
      (["--rounds", "5"], "--rounds must be 6 or more"), (["--comparisons", "0"], "--comparisons must be 1"),
      (["--time-budget", "0"], "The value '0' is invalid for '--time-budget <time>'"),
    ])
    func numbersThatMakeNoSenseAreRefused(words: [String], message: String) {
      #expect(ParsedArguments.refusal(["calibrate"] + words)?.hasPrefix(message) == true)
    }
  }
}
