package import BuildAnalysis

extension JSON {
  /// `modgauge.plan/1`: what a benchmark is going to do.
  /// - Parameter expected: `nil` where nothing is known of how long it takes.
  package static func plan(_ run: Run, expected: ExpectedDuration?) throws -> String {
    try pretty(
      PlanDocument(
        workspace: run.workspace.name, plan: run.plan, arms: run.arms,
        cases: run.cases.map { .init(arm: $0.arm, scenario: $0.scenario) },
        builds: run.cases.count * (run.plan.warmups + run.plan.rounds), expected: expected))
  }

  /// What is planned, or allowed.
  private struct PlanDocument: Encodable {
    struct Build: Encodable {
      let arm: String
      let scenario: Scenario
    }

    let schema = "modgauge.plan/1"
    let workspace: String
    let plan: Run.Plan
    let arms: [Arm]
    /// What each round builds once.
    let cases: [Build]
    /// Of all rounds, with the warm-ups.
    let builds: Int
    let expected: ExpectedDuration?
  }
}
