/// How far a run got, and why it ended.
package struct Ending: Sendable, Hashable, Encodable {
  package enum Reason: String, Sendable, Encodable {
    /// All planned or allowed rounds were made.
    case rounds
    /// Every confidence interval is narrow enough.
    case narrow
    /// The next round would have exceeded the time budget.
    case budget
    /// The gate is decided, so that no more rounds are needed.
    case decided
    /// The rounds that are allowed would not decide the gate, by far.
    case hopeless
    /// The run ended earlier: it was interrupted, or a build failed.
    case early
  }

  package let reason: Reason
  /// The number of complete rounds.
  package let rounds: Int
  /// The half-width of the widest confidence interval, as a share; `nil` if an interval is missing, or if the number of
  /// rounds is fixed.
  package let halfWidth: Double?
  /// The time from the start of the first build to the end of the last one, without pauses between sessions.
  package let seconds: Double
}

extension Ending {
  /// Derived from the plan and the samples alone, with the engine's own stopping rule, so that it always agrees with
  /// the engine.
  /// - Complexity: that of the comparisons, and O(samples).
  init(of run: Run, _ measurements: Measurements) {
    let rounds = run.wholeRounds
    let intervals = run.plan.stoppingRule == nil ? [] : Self.tellingIntervals(of: run, measurements)
    let reason: Reason =
      switch Self.reasonToStop(run, after: rounds, intervals, measurements) {
      case nil: .early
      case .narrow: .narrow
      case .rounds: .rounds
      case .budget: .budget
      case .decided: .decided
      case .hopeless: .hopeless
      }
    self.init(
      reason: reason, rounds: rounds, halfWidth: StoppingRule.widest(intervals), seconds: run.secondsSoFar)
  }

  /// Why to stop before the next round; `nil` to continue. The first round is made regardless of the budget;
  /// where nothing is built, there is none.
  private static func reasonToStop(
    _ run: Run, after rounds: Int, _ intervals: [Interval?], _ measurements: Measurements
  ) -> StoppingRule.Reason? {
    guard rounds > 0 else { return run.arms.isEmpty ? .decided : nil }
    guard let rule = run.plan.stoppingRule else {
      guard let stopping = run.plan.stopping, let gate = run.plan.gate else {
        return rounds >= run.plan.rounds ? .rounds : nil
      }
      return GateProgress(of: run, measurements, gate).reasonToStop(after: rounds, budget: stopping.budgetSeconds)
    }
    return rule.reasonToStop(
      after: rounds, intervals: intervals, elapsedSeconds: run.secondsSoFar,
      nextRoundSeconds: Pace(run).seconds(for: run.livingCases) ?? 0)
  }

  /// The confidence interval of each figure that the run has to determine: the ratio of a case to the reference if
  /// there is one, otherwise the median.
  static func tellingIntervals(of run: Run, _ measurements: Measurements) -> [Interval?] {
    let (living, alpha) = (run.livingCases, run.plan.alpha)
    let arms = Dictionary(run.arms.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let all = Set(living)
    /// The same case of the arm that it is compared with.
    func reference(of build: Case) -> (arm: Arm, build: Case)? {
      arms[build.arm].flatMap(run.reference(of:)).flatMap { arm in
        let build = Case(arm: arm.name, scenario: build.scenario)
        return all.contains(build) ? (arm, build) : nil
      }
    }
    let references = Set(living.compactMap { reference(of: $0)?.build })
    return living.filter { !references.contains($0) }.map { build in
      guard let other = reference(of: build) else {
        return measurements.measured(build).compactMap(\.seconds).medianInterval(alpha: alpha)
      }
      return PairedRatio(of: build, to: other.arm, measurements, alpha: alpha)?.interval
    }
  }
}
