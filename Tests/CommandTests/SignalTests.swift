import Foundation
import ModuleGraph
import Platform
import Subprocess
import TestSupport
import Testing

/// Signals at random moments of each command, and at moments when it waits.
///
/// `MODGAUGE_SOAK_SIGNALS` and `MODGAUGE_SOAK_SEED` make a long campaign of it, as script/soak does: there, on an idle
/// machine, each command must end within a second.
struct SignalTests {
  private static func setting(_ name: String, _ standard: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? standard
  }

  private static let moments = setting("MODGAUGE_SOAK_SIGNALS", 1)
  private static let commands = [
    ["graph"], ["graph", "--evaluate", "--no-cache"], ["graph", "-o", "graph.svg"], ["why", "shop-app", "Model"],
    ["dependencies", "Cart"], ["dependents", "Core"], ["cycles"], ["metrics"], ["hotspots"], ["roles"],
    ["diff", "HEAD"],
    ["packages"], ["check"], ["check", "--fix=remove"], ["check", "--prove"], ["suggest"], ["bench", "--rounds", "3"],
    ["record"], ["compare", "HEAD"], ["forecast"], ["calibrate", "--rounds", "10"], ["report", "."],
    ["history", "list"],
  ]

  private let shop: ShopWorkspace

  init() throws { shop = try ShopWorkspace() }

  private func run(
    _ words: [String], _ body: @escaping @Sendable (ProcessID) async throws -> Void
  ) async throws -> (code: Int32, errors: String) {
    let state = ["XDG_STATE_HOME": shop.folder.path + "/state"]
    let result = try await Subprocess.run(
      .path(FilePath(Tool.built("modgauge").path)), arguments: Arguments(words),
      environment: Tool.environment(with: state),
      workingDirectory: FilePath(shop.path), input: .none, output: .bytes(limit: 1 << 24),
      error: .string(limit: 1 << 20)
    ) { execution in
      try await body(execution.processIdentifier.value)
    }
    return switch result.terminationStatus {
    case .exited(let code): (code, result.standardError)
    case .signaled(let signal): (128 + signal, result.standardError)
    }
  }

  @Test(arguments: commands) func `a signal ends each command, whatever it does`(command: [String]) async throws {
    let git = try Tool.named("git")
    for words in [["init", "--quiet"], ["add", "."], ["commit", "--quiet", "--message", "A"]] {
      _ = try await git(["-c", "user.name=A", "-c", "user.email=a@b.c", "-C", shop.path] + words)
    }
    let isCampaign = Self.moments > 1
    var random = SeededGenerator(seed: UInt64(Self.setting("MODGAUGE_SOAK_SEED", 1)))
    let builds = ["bench", "record", "compare", "calibrate"].contains(command[0]) || command.contains("--prove")
    let cache = command[0] == "history" || command[0] == "report" ? [] : ["--cache-dir", shop.cache]
    for moment in 1...Self.moments {
      let delay = Duration.milliseconds(random.below(builds ? 4000 : command.contains("--evaluate") ? 1500 : 60))
      let signal: ProcessSignal = random.below(2) == 0 ? .interrupt : .terminate
      let ended = try await run(command + cache) { process in
        try await Task.sleep(for: delay)
        signal.send(to: process)
        if isCampaign {
          try await Task.sleep(for: .seconds(1))
          #expect(!ProcessTable.isRunning(process), "\(command) after \(delay)")
        }
      }
      #expect([0, 1, 2, 3, 64, 128 + signal.rawValue].contains(ended.code), "\(command) after \(delay): \(ended)")
      if isCampaign, moment == Self.moments { print("\(command): \(Self.moments) signals") }
    }
  }

  @Test(arguments: [ProcessSignal.interrupt, .terminate])
  func `a wait for a lock of the cache folder is mentioned, and ends with a signal`(signal: ProcessSignal) async throws
  {
    #expect(try await shop.modgauge(["graph", "--package-path", shop.path, "--cache-dir", shop.cache]).exitCode == 0)
    let lock = try FileDescriptor.open(shop.cache + "/tmp.lock", .readWrite)
    #expect(try lock.lock(.exclusive, waits: false))
    let ended = try await run(["graph", "--cache-dir", shop.cache]) { process in
      try await Task.sleep(for: .seconds(2))
      signal.send(to: process)
    }
    try lock.close()
    #expect(ended.code == 128 + signal.rawValue)
    #expect(
      ended.errors == "warning: Waiting for a program that locks `\(shop.cache)/tmp.lock`.\ninterrupted\n",
      "\(ended.errors)")
  }

  @Test func `without an absolute home folder, nothing is written into the workspace`() async throws {
    let before = try TestFolder.contents(of: shop.path)
    for home in ["", "relative"] {
      let outcome = try await Tool.built("modgauge")(
        ["graph", "--evaluate", "--no-cache", "--cache-dir", shop.cache], in: shop.path,
        environment: ["HOME": home, "XDG_CACHE_HOME": "c", "XDG_STATE_HOME": "s", "XDG_CONFIG_HOME": "g"])
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
    }
    #expect(try TestFolder.contents(of: shop.path) == before)
  }
}
