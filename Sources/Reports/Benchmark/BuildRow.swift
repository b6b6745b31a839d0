import BuildAnalysis
import ModuleGraph

/// A row of the table of builds: one arm in one scenario, whatever the format.
struct BuildRow {
  let arm: Arm
  let scenario: Scenario
  /// Absent where no round succeeded.
  let summary: Summary?
  /// Absent for the reference itself.
  let comparison: Comparison?
  let isReference: Bool
  /// Measured rounds that were tried.
  let rounds: Int
  let failures: Int
  /// Measured rounds that were disturbed and count.
  let disturbances: Int
  /// The reference's median less this one's.
  let savedSeconds: Double?
  /// Of the workspace, without external packages.
  let modules: Int
  /// Absent, as the next, where no module's sources were counted.
  let sources: Tally?
  let lines: Tally?
  /// Logs of the builds that failed, warm-ups included.
  let failedSamples: [Sample]

  var what: Case { Case(arm: arm.name, scenario: scenario) }

  /// Arm ÷ reference; 1 for the reference.
  var ratio: Double? { isReference ? summary.map { _ in 1 } : comparison?.ratio }

  /// Whether one module of the arm is built, not the arm.
  var isModuleAlone: Bool { scenario.isModuleAlone }

  /// In the order of the cases.
  static func rows(of run: Run) -> [BuildRow] {
    let summaries = run.summaries
    let comparisons = run.comparisons
    let counting = run.countingSamples
    let modules = Dictionary(run.workspace.graph.modules.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    return run.cases.compactMap { build in
      guard let arm = run.arms.first(where: { $0.name == build.arm }) else { return nil }
      let scenario = build.scenario
      let isReference = arm.name == run.reference?.name
      let summary = summaries.first { $0.arm == arm.name && $0.scenario == scenario }
      let reference = summaries.first { $0.arm == run.reference?.name && $0.scenario == scenario }
      let samples = counting.filter { $0.arm == arm.name && $0.scenario == scenario }
      let built = arm.modules.compactMap { modules[$0] }.filter { $0.kind != .external }
      return BuildRow(
        arm: arm, scenario: scenario, summary: summary,
        comparison: comparisons.first { $0.arm == arm.name && $0.scenario == scenario },
        isReference: isReference, rounds: samples.count { !$0.warmup },
        failures: samples.count { !$0.warmup && $0.outcome != .ok },
        disturbances: samples.count { !$0.warmup && $0.isDisturbed },
        savedSeconds: isReference ? nil : summary.flatMap { own in reference.map { $0.median - own.median } },
        modules: built.count, sources: built.tally(of: \.sources), lines: built.tally(of: \.lines),
        failedSamples: samples.filter { $0.outcome != .ok })
    }
  }
}
