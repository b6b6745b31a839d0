/// How far the rounds so far decide a gate.
struct GateProgress {
  private let run: Run
  private let verdicts: [Gate.Verdict?]

  /// - Complexity: O(samples).
  init(of run: Run, _ measurements: Measurements, _ settings: GateSettings) {
    let noise = MachineNoise(of: run, measurements)
    let limited = run.arms.filter { $0.side == .head }.flatMap { arm in
      run.livingCases.filter { $0.arm == arm.name }.flatMap { build in
        settings.limits(of: arm.plainName, in: build.scenario).map { (arm: arm, scenario: build.scenario, limit: $0) }
      }
    }
    let gate = Gate(checks: limited.count)
    verdicts = limited.map { check in
      guard let base = run.reference(of: check.arm) else { return nil }
      let sides = [base, check.arm].map { measurements.measured(Case(arm: $0.name, scenario: check.scenario)) }
      let series = SampleSeries(base: sides[0], head: sides[1], isPaired: true)
      return gate.verdict(on: GateEvidence(series, noise: noise), check.limit)
    }
    self.run = run
  }

  /// Why to stop before the next round; `nil` to continue.
  ///
  /// One red check turns the gate red, whatever the others say. A budget contains the session that would confirm a
  /// slowdown, unless one is so large that it needs none.
  func reasonToStop(after rounds: Int, budget: Double?) -> StoppingRule.Reason? {
    if rounds >= run.plan.rounds { return .rounds }
    let known = verdicts.compactMap(\.self)
    let isLook = Gate.looks.contains(rounds)
    if isLook, known.contains(where: { $0.outcome == .failed }) || verdicts.allSatisfy({ $0?.outcome == .passed }) {
      return .decided
    }
    guard let budget, let next = Pace(run).seconds(for: run.livingCases) else { return nil }
    let isSlower = known.contains { $0.slowdown > $0.threshold } && !known.contains { $0.isFarBeyondLimit }
    let reserve = isSlower ? next * run.roundsToConfirm(rounds + 1) : 0
    let left = budget - run.secondsSoFar - reserve
    if left < next { return .budget }
    let most = Double(rounds) + left / max(next, 1e-9)
    let isHopeless = known.contains { $0.outcome == .unresolved && Double($0.pairsNeeded ?? .max) > Self.factor * most }
    return isLook && rounds >= Self.roundsForHope && isHopeless ? .hopeless : nil
  }

  /// The number of pairs that is needed is itself an estimate from few pairs.
  private static let factor = 3.0
  private static let roundsForHope = 4
}

extension Run {
  /// How many rounds a session takes that confirms a slowdown of this many pairs, with its warm-ups.
  func roundsToConfirm(_ pairs: Int) -> Double { Double(plan.warmups + Gate.roundsToConfirm(pairs)) }

  /// Whether the time budget, or a tenth more, holds a session that confirms a slowdown of this many pairs.
  package func hasTimeToConfirm(_ pairs: Int) -> Bool {
    guard let budget = plan.stopping?.budgetSeconds, let round = Pace(self).seconds(for: livingCases) else {
      return true
    }
    return secondsSoFar + round * roundsToConfirm(pairs) <= 1.1 * budget
  }
}
