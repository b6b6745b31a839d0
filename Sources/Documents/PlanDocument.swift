package import BuildAnalysis

/// `modgauge.plan/1`: what a benchmark is going to do, or may.
package struct PlanDocument: Document {
  package static let schema = Schema("plan", version: 1)
  package static let title = "a benchmark's plan"
  package static let origin = "what `modgauge bench --dry-run --format json` wrote"

  package struct Build: Codable, Sendable, Hashable {
    package let arm: String
    package let scenario: Scenario
  }

  /// The workspace's name.
  package let workspace: String
  package let plan: Run.Plan
  package let arms: [Arm]
  /// What each round builds once.
  package let cases: [Build]
  /// Of all rounds, with the warm-ups.
  package let builds: Int
  /// Absent where nothing is known of how long it takes.
  package let expected: ExpectedDuration?
  /// Which roles were inferred, in sentences; absent where everything was named.
  package let inferred: [String]?

  package init(_ run: Run, expected: ExpectedDuration?, inferred: [String] = []) {
    workspace = run.workspace.name
    plan = run.plan
    arms = run.arms
    cases = run.cases.map { Build(arm: $0.arm, scenario: $0.scenario) }
    builds = cases.count * (plan.warmups + plan.rounds)
    self.expected = expected
    self.inferred = inferred.isEmpty ? nil : inferred
  }
}
