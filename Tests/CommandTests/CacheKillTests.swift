import Foundation
import ModuleGraph
import Platform
import Subprocess
import TestSupport
import Testing

/// Runs that are killed while they fill the cache of manifests, with others beside them.
///
/// `MODGAUGE_SOAK_KILLS` and `MODGAUGE_SOAK_SEED` make a long campaign of it, as script/soak does.
struct CacheKillTests {
  private static func setting(_ name: String, _ standard: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? standard
  }

  private let kills = setting("MODGAUGE_SOAK_KILLS", 3)
  private let seed = UInt64(setting("MODGAUGE_SOAK_SEED", 1))
  private let folder: TestFolder
  private var cache: String { folder.path + "/cache" }
  private var entries: String { cache + "/manifests" }

  init() throws {
    folder = try TestFolder()
    for index in 0..<(kills > 3 ? 20 : 4) {
      try folder.write([
        "Packages/P\(index)/Package.swift": """
        // swift-tools-version: 5.9
        import PackageDescription
        let names = stride(from: 0, to: \(index + 1), by: 1).map { "P\(index)Module\\($0)" }
        let package = Package(name: "P\(index)", targets: names.map { .target(name: $0, path: "Sources/\\($0)") })

        """
      ])
    }
  }

  @Test func aRunThatIsKilledWhileItFillsTheCacheHarmsNoOther() async throws {
    var random = SeededGenerator(seed: seed)
    let whole = try await graph(["--no-cache"])
    #expect(try await graph() == whole)
    let count = try names(in: entries).count
    var ended = 0
    for kill in 1...kills {
      for entry in try names(in: entries) where random.below(4) > 0 {
        try FileManager.default.removeItem(atPath: entries + "/" + entry)
      }
      let left = try names(in: entries).count
      let enough = left + random.below(max(1, count - left))
      let delay = Duration.microseconds(random.below(20_000))
      async let reader = graph()
      async let other = graph()
      ended += try await isKilled(atEntries: enough, after: delay) ? 1 : 0
      let beside = try await [reader, other]
      #expect(beside == [whole, whole], "seed \(seed), kill \(kill) at \(enough) entries")
      #expect(try await graph() == whole, "seed \(seed), kill \(kill) at \(enough) entries")
    }
    print("seed \(seed): \(ended) of \(kills) runs were killed before their end")
    // What a killed run was just writing may stay behind, until the cache's bound removes it.
    #expect(try names(in: entries).count { !$0.hasSuffix(".manifest") } <= kills)
    #expect(try await isTemporaryFolderEmptied())
  }

  private func words(_ more: [String]) -> [String] {
    ["graph", "--format", "json", "--quiet", "--package-path", folder.path + "/Packages", "--cache-dir", cache] + more
  }

  private func graph(_ more: [String] = []) async throws -> String {
    let outcome = try await Tool.built("modgauge")(words(more))
    #expect(outcome.exitCode == 0 && outcome.errors == "", "\(outcome.errors)")
    return outcome.output
  }

  /// Kills a run a little after there are so many entries, to which the others beside it add as well.
  /// - Returns: whether the run was still at work by then.
  private func isKilled(atEntries count: Int, after delay: Duration) async throws -> Bool {
    let result = try await Subprocess.run(
      .path(FilePath(Tool.built("modgauge").path)), arguments: Arguments(words([])), input: .none, output: .discarded,
      error: .discarded
    ) { execution in
      while try names(in: entries).count < count { try await Task.sleep(for: .milliseconds(1)) }
      try await Task.sleep(for: delay)
      try? execution.send(signal: .kill)
    }
    return result.terminationStatus == .signaled(Signal.kill.rawValue)
  }

  private func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  /// Children of a killed run end a little later, and the run after that removes what they leave.
  private func isTemporaryFolderEmptied() async throws -> Bool {
    for _ in 0..<600 {
      _ = try await graph()
      if try names(in: cache + "/tmp").isEmpty { return true }
      try await Task.sleep(for: .milliseconds(50))
    }
    return false
  }
}
