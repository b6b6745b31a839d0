import BuildAnalysis
import BuildRunner
import Configuration
import Documents
import Reports

/// What a gate builds, and until when.
extension CompareRequest {
  /// What a gate builds: what was named; by default the combined app, the arms with limits of their own, and where the
  /// time budget is known to allow it, the features whose modules changed. Never what is unchanged.
  func gated(
    _ pair: StatePair, _ settings: WorkspaceConfiguration, _ run: (StatePair) throws -> Run
  ) throws -> StatePair {
    guard arms.features.isEmpty, settings.roles.features == nil else { return pair.gated { _ in true } }
    let limited = Set(settings.gate.times.compactMap(\.arm))
    func isAlways(_ arm: Arm) -> Bool { arm.role == .combined || limited.contains(arm.name) }
    let touched = pair.gated { arm in
      isAlways(arm) || (arm.featureModules ?? []).contains { pair.changes?[$0] == .code }
    }
    var few = try run(touched)
    few.plan.rounds = Self.roundsToExpect
    let isKnown = FormerRuns(of: workspace.root).expectedDuration(of: few).map {
      $0.source != .calibration && $0.seconds < few.plan.stopping?.budgetSeconds ?? .infinity
    }
    return isKnown == true ? touched : pair.gated(where: isAlways)
  }

  /// The rounds after which most gates are decided.
  private static let roundsToExpect = 6

  /// Gives a run as many rounds as a gate needs.
  /// - Throws: `ServiceError`.
  /// - Parameter isShared: whether several machines make the rounds, none of which knows the others' samples.
  func makeDecidable(_ run: inout Run, _ settings: WorkspaceConfiguration, isShared: Bool) throws {
    let comparisons = settings.gate.comparisons(in: run)
    guard comparisons > 0 || !settings.gate.counts.isEmpty else {
      throw ServiceError("`gate:` has no limit for any of these builds. Select other scenarios, or add limits.")
    }
    let isChanged = run.plan.scenarios.contains { $0.module != nil && !$0.isModuleAlone }
    if settings.gate.counts.contains(where: { $0.figure == .rebuiltModules }), !isChanged {
      throw ServiceError(
        "`rebuilt-modules` of `gate:` needs a scenario that changes a module. Name one, as in "
          + "incremental:MODULE:CHANGE, or state it under `bench:`.")
    }
    for limit in settings.gate.unchecked(in: run) {
      Terminal.note(
        "warning: `gate:` limits \(limit), which this comparison does not build, so the limit has no effect")
    }
    run.plan.gate = settings.gate
    // What is counted needs one round.
    (run.plan.rounds, run.plan.stopping) =
      comparisons == 0 ? (rounds.rounds ?? 1, nil) : try rounds.ofGate(settings.bench, isShared: isShared)
  }

  /// What is built, until when, and how long that takes.
  func tellPlan(of run: Run) {
    if run.arms.isEmpty { return }
    if let warning = Text.sameCommit(run) { Terminal.note("warning: \(warning)") }
    let names = run.arms.filter { $0.side == .head }.map(\.plainName)
    let budget = run.plan.stopping?.budgetSeconds.map { ", \(Figures.roughly($0)) at most" } ?? ""
    let rounds = Figures.counted(run.plan.rounds, "round")
    let end = run.plan.stopping == nil ? rounds : "until the gate is decided\(budget)"
    let expected =
      FormerRuns(of: workspace.root).expectedDuration(of: run).map { "; expected duration: \($0.sentence)" } ?? ""
    Terminal.note("\(names.joined(separator: ", ")) in both states, \(end)\(expected); seed \(run.plan.seed)")
  }
}

extension RoundRequest {
  /// The rounds of a gate whose machines do not know each other's samples.
  private static let sharedRounds = 10
  private static let standardBudget = 15 * 60.0

  /// The number of rounds of a gate, and what ends it earlier: without a stated number, the decision, or a quarter of an
  /// hour.
  /// - Throws: `ServiceError` if the stated rounds are too few for any decision.
  fileprivate func ofGate(
    _ settings: BenchmarkSettings, isShared: Bool
  ) throws(ServiceError) -> (Int, Run.Plan.Stopping?) {
    let stated = rounds ?? (budgetSeconds == nil ? settings.rounds : nil)
    if let stated, stated < Gate.looks[0] {
      throw ServiceError(
        "\(Figures.counted(stated, "round")) cannot decide a gate: use \(Gate.looks[0]) or more, or leave the number out."
      )
    }
    if isShared { return (stated ?? Self.sharedRounds, nil) }
    if let stated, budgetSeconds == nil { return (stated, nil) }
    let budget = budgetSeconds ?? settings.timeBudget?.seconds ?? Self.standardBudget
    return (stated ?? Gate.looks[Gate.looks.count - 1], .init(targetHalfWidth: nil, budgetSeconds: budget))
  }
}
