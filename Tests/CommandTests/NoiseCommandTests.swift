import BuildAnalysis
import Documents
import Foundation
import TestSupport
import Testing

#if os(Linux)
  extension BenchCommandTests {
    @Test func disturbedRoundsAreMarkedMadeAgainAndNoLongerCount() async throws {
      let shop = try ShopWorkspace()
      // Shares need a second of all processors together to be known.
      try shop.folder.write(["Shop/.modgauge.yml": "bench: { command: [sleep, \"1.1\"] }\n"])
      let busy = try (0..<ProcessInfo.processInfo.processorCount).map { _ in
        let program = Process()
        program.executableURL = URL(filePath: "/bin/sh")
        // Whatever happens to the test, it comes to an end.
        program.arguments = ["-c", "end=$(($(date +%s) + 300)); while [ $(date +%s) -lt $end ]; do :; done"]
        (program.standardOutput, program.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try program.run()
        return program
      }
      defer { for program in busy { kill(program.processIdentifier, SIGKILL) } }
      let outcome = try await shop.modgauge(
        shop.commandWords(["--rounds", "1", "--combined", "CartApp", "--retry-noisy", "1"]))
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      let json = try String(contentsOfFile: shop.output + "/run.json", encoding: .utf8)
      #expect(try await JSONSchema.run.complaints(about: json) == "")
      let run = try Run(json: Array(json.utf8))
      #expect(run.samples.filter { !$0.warmup }.map(\.attempt) == [nil, 2])
      // On a rented machine, its neighbours may take more than these programs.
      let outside: [Disturbance] = [.processes, .steal]
      #expect(run.samples.allSatisfy { $0.noise?.disturbances.contains(where: outside.contains) == true })
      #expect(run.findings.summaries.map(\.rounds) == [1])
      #expect(run.findings.quietness?.verdict == .unusable)
      #expect(outcome.output.hasPrefix("**Unusable session**: other "))
      #expect(outcome.output.contains(" disturbed the only round; "))
      #expect(outcome.errors.split(separator: "\n").count { $0.hasPrefix("round 1 is repeated") } == 1)
    }
  }
#endif
