import CMath

/// A gate's decision on a comparison.
package struct GateDecision: Sendable, Hashable {
  package typealias Outcome = Gate.Verdict.Outcome

  /// One arm in one scenario.
  package struct TimeCheck: Sendable, Hashable {
    package let arm: String
    package let scenario: Scenario
    package let limit: GateSettings.TimeLimit
    /// `nil` if the two could not be compared.
    package let verdict: Gate.Verdict?
    /// The verdict of this session together with a new one that repeated the measurement of a slowdown; `nil` if there
    /// was none.
    package fileprivate(set) var confirmation: Gate.Verdict?
    /// Why a slowdown is accepted; `nil` if it is not.
    package var acceptance: String?
    /// Whether the head does not build, which no limit allows.
    package let isBroken: Bool
    fileprivate let evidence: GateEvidence

    /// If a confirming session was made, a slowdown fails the check only if both sessions together show it.
    package var outcome: Outcome {
      if isBroken { return .failed }
      guard let verdict else { return .unresolved }
      if verdict.outcome == .failed, acceptance != nil { return .passed }
      return verdict.outcome == .failed ? confirmation?.outcome ?? .failed : verdict.outcome
    }

    package var isUnconfirmed: Bool {
      verdict?.outcome == .failed && confirmation == nil && acceptance == nil && !isBroken
    }
    package var `case`: Case { Case(arm: arm, scenario: scenario) }
  }

  /// A check of a counted figure, which needs no statistics.
  package struct CountCheck: Sendable, Hashable {
    package let arm: String
    package let change: CountChange
    /// The largest allowed increase.
    package let growth: Int

    package var outcome: Outcome {
      change.difference.map { $0 > growth ? .failed : .passed } ?? .unresolved
    }
  }

  /// In the order of the comparison.
  package var times: [TimeCheck]
  package let counts: [CountCheck]
  /// The cases without a limit of time whose head does not build.
  package let brokenCases: [Case]

  /// The arms that were not built, since both states build them from the same.
  package let unchanged: [Run.Unchanged]

  /// Failed if any check failed or anything of the head does not build; otherwise unresolved if any is unresolved or
  /// there is nothing to check.
  package var outcome: Outcome {
    if !brokenCases.isEmpty { return .failed }
    let all = times.map(\.outcome) + counts.map(\.outcome)
    if all.contains(.failed) { return .failed }
    return all.contains(.unresolved) || (all.isEmpty && unchanged.isEmpty) ? .unresolved : .passed
  }
}

extension GateDecision {
  package init(on comparison: RunComparison, _ settings: GateSettings) {
    let limited = comparison.cases.flatMap { change in
      settings.limits(of: change.arm, in: change.scenario).map { (change: change, limit: $0) }
    }
    let gate = Gate(checks: limited.count)
    times = limited.map { change, limit in
      TimeCheck(
        arm: change.arm, scenario: change.scenario, limit: limit, verdict: gate.verdict(on: change.evidence, limit),
        isBroken: !change.failures.head.isEmpty, evidence: change.evidence)
    }
    unchanged = comparison.head.run.unchanged ?? []
    counts = settings.counts.flatMap { Self.checks($0, in: comparison) }
    let checked = Set(times.map(\.case))
    brokenCases = comparison.cases.filter { !$0.failures.head.isEmpty && !checked.contains($0.case) }.map(\.case)
  }

  /// One check for each arm and scenario in which the figure is known; if there is none, an unresolved one.
  private static func checks(_ limit: GateSettings.CountLimit, in comparison: RunComparison) -> [CountCheck] {
    let known = comparison.arms.flatMap { arm in
      arm.counts.filter { $0.figure == limit.figure }.map {
        CountCheck(arm: arm.arm, change: $0, growth: limit.growth)
      }
    }
    guard known.isEmpty, let arm = comparison.arms.first?.arm else { return known }
    let unknown = CountChange(figure: limit.figure, scenario: nil, base: nil, head: nil)
    return [CountCheck(arm: arm, change: unknown, growth: limit.growth)]
  }

  /// The cases whose slowdown another session must confirm; without duplicates, in the order of the checks.
  package var unsettled: [Case] { times.filter(\.isUnconfirmed).map(\.case).uniqued }

  /// Whether a slowdown is red without a second session.
  package var isObvious: Bool { times.contains { $0.isUnconfirmed && $0.verdict?.isObvious == true } }

  /// The largest number of pairs of an unconfirmed slowdown; 0 if there is none.
  package var pairsToConfirm: Int { times.filter(\.isUnconfirmed).compactMap { $0.verdict?.pairs }.max() ?? 0 }

  /// The decision with the evidence of a confirming session, which uses fresh copies, swapped folders and another order.
  ///
  /// A slowdown stays one if both sessions together show it, and the new one by itself is not within the limit.
  package func confirmed(by comparison: RunComparison) -> GateDecision {
    let gate = Gate(checks: times.count)
    var confirmed = self
    for index in confirmed.times.indices where confirmed.times[index].isUnconfirmed {
      let check = confirmed.times[index]
      // A session that could not compare the two confirms nothing.
      guard let new = comparison.cases.first(where: { $0.case == check.case })?.evidence,
        let measure = check.verdict?.measure,
        let alone = new.figure(measure).flatMap({ ModeratedShift($0, of: measure) }),
        var both = gate.verdict(on: check.evidence.adding(new), check.limit)
      else {
        confirmed.times[index].confirmation = check.verdict?.doubted(.notCompared)
        continue
      }
      if exp(alone.mean) - 1 <= both.threshold { both = both.doubted(.contradicted) }
      confirmed.times[index].confirmation = both
    }
    return confirmed
  }
}

extension GateDecision {
  /// The decision where no further session is made here: a slowdown that is not confirmed is neither red nor green, unless it
  /// is obvious.
  package func awaitingConfirmation() -> GateDecision {
    var decision = self
    for index in decision.times.indices
    where decision.times[index].isUnconfirmed && decision.times[index].verdict?.isObvious != true {
      decision.times[index].confirmation = decision.times[index].verdict?.doubted(.unconfirmed)
    }
    return decision
  }
}

extension RunFindings {
  /// The time budget in seconds with which the gate would probably have been decided; `nil` if the budget did not end the
  /// rounds, or if that is not known.
  package func budgetNeeded(by decision: GateDecision) -> Double? {
    let open = decision.times.filter { $0.outcome == .unresolved }.map(\.verdict)
    guard ending.reason == .budget, !open.isEmpty, let round = Pace(run).seconds(for: run.livingCases) else {
      return nil
    }
    let needed = open.compactMap { $0?.pairsNeeded }
    guard needed.count == open.count, let pairs = needed.max() else { return nil }
    let isSlower = open.contains { $0.map { $0.slowdown > $0.threshold && !$0.isFarBeyondLimit } ?? false }
    let more = Double(max(0, pairs - ending.rounds)) + (isSlower ? run.roundsToConfirm(pairs) : 0)
    return run.secondsSoFar + round * more
  }
}
