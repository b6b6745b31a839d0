import Documents

#if os(Linux)
  import BuildAnalysis
  import Foundation
  import Platform
  import Reports
  import Subprocess
  import TestSupport
  import Testing

  extension BenchCommandTests {
    /// Ends a benchmark in the middle of a build. Looks for compilers in Linux's `/proc`.
    @Test(arguments: [Signal.interrupt, .terminate, .kill])
    func nothingOutlivesABenchmarkAndWhatWasMeasuredIsKept(signal: Signal) async throws {
      let shop = try ShopWorkspace()
      try shop.makeSlow()
      // With this seed, Model is built first, so that no slow build has to end.
      let words = shop.benchWords(["--rounds", "2", "--combined", "CartApp", "--feature", "Model", "--seed", "2"])
      let result = try await Subprocess.run(
        .path(FilePath(Tool.built("modgauge").path)), arguments: Arguments(words), environment: Tool.environment(),
        input: .none, output: .discarded, error: .discarded
      ) { execution in
        // A finished sample, then a compiler at work on the slow module.
        try await eventually { try Self.journalLines(shop) >= 2 && !Self.compilers(of: shop).isEmpty }
        try execution.send(signal: signal)
      }
      let expected: [Signal: TerminationStatus] = [
        .interrupt: .exited(130), .terminate: .exited(143), .kill: .signaled(Signal.kill.rawValue),
      ]
      #expect(result.terminationStatus == expected[signal])
      try await eventually { try Self.compilers(of: shop).isEmpty }
      let journal = try Data(contentsOf: URL(filePath: shop.output + "/run.jsonl"))
      #expect(try !Run(jsonOrJournal: Array(journal)).samples.isEmpty)
      #expect(try await shop.modgauge(["report", shop.output, "--output", shop.output]).exitCode == 0)
    }

    static func journalLines(_ shop: ShopWorkspace) throws -> Int {
      guard FileManager.default.fileExists(atPath: shop.output + "/run.jsonl") else { return 0 }
      return try String(contentsOfFile: shop.output + "/run.jsonl", encoding: .utf8).split(separator: "\n").count
    }

    /// The processes that work in the workspace's cache folder: all that a build starts name it among their arguments.
    private static func compilers(of shop: ShopWorkspace) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { Int($0) != nil }.compactMap { process in
        guard let words = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") else { return nil }
        let text = String(decoding: words, as: UTF8.self)
        return text.contains(shop.cache) && text.contains("swift-frontend") ? text : nil
      }
    }
  }
#endif
