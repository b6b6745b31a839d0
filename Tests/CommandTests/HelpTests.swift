import TestSupport
import Testing

@testable import modgauge

struct HelpTests {
  @Test func `each subcommand is found by its own name`() {
    #expect(Subcommand.allCases.map { $0.type._commandName } == Subcommand.allCases.map(\.rawValue))
  }

  @Test(arguments: [
    [], ["graph"], ["why"], ["dependencies"], ["dependents"], ["cycles"], ["metrics"], ["hotspots"], ["roles"],
    ["diff"], ["affected"], ["test"],
    ["check"], ["init"], ["packages"], ["record"], ["what-if"], ["suggest"], ["advise"], ["bench"], ["compare"],
    ["forecast"],
    ["bisect"], ["plan"],
    ["merge"], ["calibrate"], ["report"],
    ["scaffold"], ["synthesize"], ["doctor"],
    ["history"], ["history", "list"], ["history", "show"], ["history", "trend"], ["history", "import"],
    ["history", "export"], ["history", "prune"],
  ])
  func theHelpIsWhatItWas(command: [String]) async throws {
    let outcome = try await Tool.built("modgauge")(
      command + ["--help"], environment: ["HOME": "/home/user", "XDG_CACHE_HOME": "", "COLUMNS": "100"])
    #expect(outcome.exitCode == 0)
    try expectSnapshot(outcome.output, named: (["help"] + command).joined(separator: "-") + ".txt")
  }
}
