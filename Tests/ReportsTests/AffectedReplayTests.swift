import ModuleGraph
import TestSupport
import Testing

@testable import Reports

/// What a selection by changes would have done, as documents.
@Suite struct AffectedReplayTests {
  private static func id(_ name: String) -> ModuleID { ModuleID(package: "Shop", name: name) }

  private static let graph = ModuleGraph(
    modules: [
      ("App", .regular, 1000), ("Cart", .regular, 200), ("Core", .regular, 30), ("CartTests", .test, 300),
      ("CoreTests", .test, 100), ("AppTests", .test, nil),
    ].map { (name: String, kind: Module.Kind, lines: Int?) in Module(id: id(name), kind: kind, sources: 1, lines: lines)
    },
    dependencies: [
      ("App", "Cart"), ("Cart", "Core"), ("CartTests", "Cart"), ("CoreTests", "Core"), ("AppTests", "App"),
    ]
    .map { Dependency(from: id($0.0), to: id($0.1)) })

  private static func step(
    _ number: Int, _ changed: [String], file: String = "a", isEstimated: Bool = true
  ) -> AffectedReplay.Step {
    var impact = ChangeImpact()
    for name in changed { impact.add(ChangeCause(.file, "Sources/\(name)/\(file).swift"), to: [id(name)]) }
    let estimates = FeatureShares.Estimates(seconds: { isEstimated ? Double($0.count) * 2.5 : nil })
    return AffectedReplay.Step(
      commit: String(repeating: "\(number)", count: 40), subject: "Change \(number)",
      AffectedModules(impact, in: graph), estimates: estimates)
  }

  @Test func `what is saved is told in seconds of tests and of builds, or else in lines`() throws {
    let steps = [
      Self.step(1, ["Core"]), Self.step(2, ["App"]), Self.step(3, []), Self.step(4, ["Cart"]),
      Self.step(5, ["Core"], isEstimated: false),
    ]
    let seconds = [Self.id("CartTests"): 12.0, Self.id("CoreTests"): 3, Self.id("AppTests"): 45]
    let failures = (0..<6).map { (commit: String(repeating: "f\($0)", count: 20), reason: "a manifest has an error") }
    try expectSnapshots(
      of: AffectedReplay(of: "main", steps, failures: failures, seconds: seconds, build: "clean build of App"),
      named: "replay")
    try expectSnapshots(
      of: AffectedReplay(of: "main", [steps[3]], failures: [], seconds: [Self.id("CartTests"): 12]),
      named: "replay-untimed")
    try expectSnapshots(
      of: AffectedReplay(
        of: "main", [Self.step(1, ["Core"], isEstimated: false)], failures: [], seconds: seconds, build: "x"),
      named: "replay-unknown")
    try expectSnapshots(
      of: AffectedReplay(of: "main", [], failures: Array(failures.prefix(1)), seconds: [:]), named: "replay-none")
  }

  @Test func `the ten causes of the most runs are named, equal ones in order`() throws {
    let names = ["App", "Cart", "Core"]
    let steps = (0..<24).map { Self.step($0, [names[$0 % 3]], file: "\($0 % 12)") }
    try expectSnapshots(of: AffectedReplay(of: "main", steps, failures: [], seconds: [:]), named: "replay-causes")
  }
}
