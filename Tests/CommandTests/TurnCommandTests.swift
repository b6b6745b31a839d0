import BuildAnalysis
import Documents
import Foundation
import Platform
import Reports
import Subprocess
import TestSupport
import Testing

extension BenchCommandTests {
  /// Arms that are built in turns by a command of the user's, so that nothing here takes longer than `modgauge` itself.
  @Suite struct TurnCommandTests {
    private static func workspace(_ script: String) throws -> ShopWorkspace {
      let shop = try ShopWorkspace()
      try shop.folder.write([
        "Shop/build.sh": "#!/bin/bash\n\(script)\n",
        "Shop/.modgauge.yml": "bench: { command: [./build.sh, \"{product}\", \"{scratch}\"] }\n",
      ])
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: shop.folder.path + "/Shop/build.sh")
      return shop
    }

    private static let words = ["--combined", "CartApp", "--feature", "Search", "--seed", "1", "--in-turns"]

    @Test func `arms are built at once in copies of their own, and all formats say so`() async throws {
      let shop = try Self.workspace("for ((i = 0; i < 60000; i++)); do :; done")
      let outcome = try await shop.modgauge(shop.commandWords(["--rounds", "2"] + Self.words + ["on"]))
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      #expect(outcome.errors.contains("the builds of a round take turns\n"))
      let json = try String(contentsOfFile: shop.output + "/run.json", encoding: .utf8)
      #expect(try await JSONSchema.run.complaints(about: json) == "")
      let run = try Run(json: Array(json.utf8))
      #expect(run.plan.turns == .on && run.samples.count == 6)
      for sample in run.samples where !sample.warmup {
        #expect(sample.turns != nil && (sample.elapsedSeconds ?? 0) >= (sample.seconds ?? .infinity))
      }
      #expect(run.samples.allSatisfy { !$0.warmup || $0.turns == nil })
      let page = try String(contentsOfFile: shop.output + "/report.md", encoding: .utf8)
      #expect(page.contains("took short turns: each was halted"))
    }

    @Test func `where nothing disturbs the machine or a server may be there, builds run alone`() async throws {
      let shop = try Self.workspace(":")
      let outcome = try await shop.modgauge(shop.commandWords(["--rounds", "1"] + Self.words + ["auto"]))
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      #expect(
        outcome.errors.contains("builds run alone: a build command may have a server, which would not be halted\n"))
    }

    @Test func `a builder that leaves a server running is refused`() async throws {
      // Started by the warm-up, and away from its session.
      let shop = try Self.workspace(
        #"""
        [ -e ../begun ] && exit
        touch ../begun
        setsid sleep 300 >/dev/null 2>&1 &
        for i in 1 2 3 4 5 6 7 8 9; do [ "$(cat /proc/$!/comm)" = sleep ] && break; sleep 0.2; done
        """#)
      let outcome = try await shop.modgauge(shop.commandWords(["--rounds", "1"] + Self.words + ["on"]))
      #expect(outcome.exitCode == 2)
      #expect(
        outcome.errors.contains(
          "error: Builds cannot take turns: one left sleep running, which continues while the build is halted. Build "
            + "without --in-turns, or tell the builder to use no server.\n"), "\(outcome.errors)")
      // The next benchmark ends it.
      _ = try await shop.modgauge(shop.commandWords(["--rounds", "1", "--force"] + Self.words + ["off"]))
    }

    #if os(Linux)
      @Test func `nothing is left of a killed benchmark whose builds are halted`() async throws {
        let shop = try Self.workspace(
          #"[ -e "$2.began" ] || { touch "$2.began"; exit; }; touch "$2.running"; sleep 3000; :"#)
        let words = shop.commandWords(["--rounds", "1"] + Self.words + ["on"])
        let result = try await Subprocess.run(
          .path(FilePath(Tool.built("modgauge").path)), arguments: Arguments(words), environment: Tool.environment(),
          input: .none, output: .discarded, error: .discarded
        ) { execution in
          // Both have begun, so that one of them is halted.
          try await eventually {
            try FileManager.default.subpathsOfDirectory(atPath: shop.cache).count { $0.hasSuffix(".running") } == 2
          }
          try execution.send(signal: .kill)
        }
        #expect(result.terminationStatus == .signaled(Signal.kill.rawValue))
        // Builds and their supervisors name the folder among their arguments.
        try await eventually {
          try ProcessTable.all().allSatisfy { process in
            ProcessFile.text("/proc/\(process)/cmdline")?.contains(shop.cache) != true
          }
        }
      }
    #endif
  }
}
