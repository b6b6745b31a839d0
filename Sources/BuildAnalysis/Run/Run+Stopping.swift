extension Run.Plan {
  /// What lets a run end before its last round.
  package struct Stopping: Sendable, Hashable, Codable {
    /// Every interval is to be as narrow as this, as a share: 0.015 for ±1.5 %.
    package var targetHalfWidth: Double
    /// No round is begun that would not end within so many seconds of the first build; absent where time does not matter.
    package var budgetSeconds: Double?

    package init(targetHalfWidth: Double = 0.015, budgetSeconds: Double? = nil) {
      self.targetHalfWidth = targetHalfWidth
      self.budgetSeconds = budgetSeconds
    }
  }

  /// `nil` where the rounds are fixed.
  package var stoppingRule: StoppingRule? {
    stopping.map {
      StoppingRule(
        targetHalfWidth: $0.targetHalfWidth, maximumRounds: rounds, budgetSeconds: $0.budgetSeconds)
    }
  }

  /// What the run's intervals are to miss at most, each by itself.
  var alpha: Double { stopping == nil ? 0.05 : StoppingRule.alpha }
}

/// How far a run came, and why no further round was made.
package struct Ending: Sendable, Hashable, Encodable {
  package enum Reason: String, Sendable, Encodable {
    /// As many rounds as were planned, or allowed.
    case rounds
    /// Every interval is narrow enough.
    case narrow
    /// The next round would not have ended within the budget.
    case budget
    /// The run was ended before, from outside or by a build that failed.
    case early
  }

  package let reason: Reason
  /// How many rounds are whole.
  package let rounds: Int
  /// The half-width of the widest interval, as a share; absent where one of them is, and where rounds are fixed.
  package let halfWidth: Double?
  /// From the first build's start to the last one's end, without the time between sessions.
  package let seconds: Double
}

extension Run {
  /// Follows from the plan and the samples, as it did for whoever made the builds.
  /// - Complexity: that of `comparisons`, and O(samples).
  package var ending: Ending {
    let rounds = wholeRounds
    let intervals = plan.stopping == nil ? [] : tellingIntervals
    let reason: Ending.Reason =
      switch reasonToStop(after: rounds, intervals) {
      case nil: .early
      case .narrow: .narrow
      case .rounds: .rounds
      case .budget: .budget
      }
    return Ending(
      reason: reason, rounds: rounds, halfWidth: StoppingRule.widest(intervals), seconds: secondsSoFar)
  }

  /// Whether to stop before the next round. The first one is made whatever the budget.
  private func reasonToStop(after rounds: Int, _ intervals: [Interval?]) -> StoppingRule.Reason? {
    guard rounds > 0 else { return nil }
    guard let rule = plan.stoppingRule else { return rounds >= plan.rounds ? .rounds : nil }
    return rule.reasonToStop(
      after: rounds, intervals: intervals, elapsedSeconds: secondsSoFar,
      nextRoundSeconds: Pace(self).seconds(for: livingCases) ?? 0)
  }

  /// How many of the first rounds have a build of every case, but of those whose warm-up failed.
  private var wholeRounds: Int {
    let expected = Set(livingCases)
    guard !expected.isEmpty else { return 0 }
    let made = Dictionary(grouping: samples.filter { !$0.warmup }, by: \.round)
    return (1...max(1, plan.rounds)).first { round in
      !expected.isSubset(of: (made[round] ?? []).map(\.case))
    }.map { $0 - 1 } ?? plan.rounds
  }

  /// The cases whose last warm-up did not fail.
  package var livingCases: [Case] {
    var broken: Set<Case> = []
    for sample in samples where sample.warmup {
      if sample.outcome == .ok { broken.remove(sample.case) } else { broken.insert(sample.case) }
    }
    return cases.filter { !broken.contains($0) }
  }

  /// The interval of each figure that the run is to tell: the ratio of a case to the reference's where there is one, else
  /// its median.
  private var tellingIntervals: [Interval?] {
    let living = livingCases
    let arms = Dictionary(grouping: living, by: \.scenario).mapValues { Set($0.map(\.arm)) }
    func isCompared(_ build: Case) -> Bool {
      let others = arms[build.scenario] ?? []
      return others.count > 1 && others.contains(reference?.name ?? "")
    }
    return living.filter { !isCompared($0) || $0.arm != reference?.name }.map { build in
      guard let reference, isCompared(build) else { return medianInterval(build) }
      return ratio(arm: build.arm, reference: reference.name, scenario: build.scenario)?.interval
    }
  }

  private func medianInterval(_ build: Case) -> Interval? {
    measured(arm: build.arm, scenario: build.scenario).compactMap(\.seconds).medianInterval(alpha: plan.alpha)
  }

  /// How long its sessions took, from the first build's start to the last one's end.
  package var secondsSoFar: Double { samples.map { $0.offsetSeconds + ($0.seconds ?? 0) }.max() ?? 0 }
}
