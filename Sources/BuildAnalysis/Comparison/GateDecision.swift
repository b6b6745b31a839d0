/// A gate's decision on a comparison.
package struct GateDecision: Sendable, Hashable {
  package typealias Outcome = Gate.Verdict.Outcome

  /// One arm in one scenario, in wall or CPU time.
  package struct TimeCheck: Sendable, Hashable {
    package let arm: String
    package let scenario: Scenario
    package let limit: GateSettings.TimeLimit
    /// `nil` if the two could not be compared.
    package fileprivate(set) var verdict: Gate.Verdict?
    /// The verdict of a separate session that repeated the measurement of a slowdown; `nil` if there was none.
    package var confirmation: Gate.Verdict?
    /// Whether builds became faster by more than the smallest detectable change.
    package let isImproved: Bool
    /// The result of a separate session that repeated the measurement of an improvement; `nil` if there was none.
    package var improvement: FigureChange?
    /// Why a slowdown is accepted; `nil` if it is not.
    package var acceptance: String?
    /// Whether the head does not build, which no limit allows.
    package let isBroken: Bool

    /// If a confirming session was made, a slowdown fails the check only if that session shows it too.
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

    /// Whether both check the same case and measure.
    func isSame(as other: TimeCheck) -> Bool { `case` == other.case && limit.measure == other.limit.measure }
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

  /// Failed if any check failed or anything of the head does not build; otherwise unresolved if any is unresolved or
  /// there are no checks.
  package var outcome: Outcome {
    if !brokenCases.isEmpty { return .failed }
    let all = times.map(\.outcome) + counts.map(\.outcome)
    if all.contains(.failed) { return .failed }
    return all.contains(.unresolved) || all.isEmpty ? .unresolved : .passed
  }
}

extension GateDecision {
  package init(on comparison: RunComparison, _ settings: GateSettings) {
    self.init(on: comparison, settings) { _ in true }
  }

  /// - Parameter isAsked: decides which checks to make.
  private init(on comparison: RunComparison, _ settings: GateSettings, where isAsked: (TimeCheck) -> Bool) {
    let checks = comparison.cases.flatMap { change in
      settings.limits(of: change.arm, in: change.scenario).map { limit in
        let figure = change.figure(limit.measure)
        let check = TimeCheck(
          arm: change.arm, scenario: change.scenario, limit: limit, isImproved: figure?.isImproved ?? false,
          isBroken: !change.failures.head.isEmpty)
        return (check: check, figure: figure)
      }
    }.filter { isAsked($0.check) }
    var verdicts = Gate().verdicts(
      on: checks.compactMap { check, figure in
        figure.map { Gate.Candidate($0, smallestShare: check.limit.share, smallestSeconds: check.limit.seconds) }
      })[...]
    times = checks.map { check, figure in
      var check = check
      check.verdict = figure == nil ? nil : verdicts.popFirst()
      return check
    }
    counts = settings.counts.flatMap { Self.checks($0, in: comparison) }
    let checked = Set(checks.map(\.check.case))
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

  /// The cases that another session must confirm: slowdowns, and improvements before anyone relies on them.
  package var unsettled: [Case] {
    Self.cases(of: times.filter { $0.isUnconfirmed || ($0.isImproved && $0.improvement == nil) })
  }

  /// Without duplicates, in the order of the checks.
  private static func cases(of checks: [TimeCheck]) -> [Case] {
    var seen: Set<Case> = []
    return checks.map(\.case).filter { seen.insert($0).inserted }
  }

  /// The decision after a confirming session, which uses fresh copies, swapped folders and another order.
  package func confirmed(by comparison: RunComparison, _ settings: GateSettings) -> GateDecision {
    let open = times.filter(\.isUnconfirmed)
    let other = GateDecision(on: comparison, settings) { check in open.contains { $0.isSame(as: check) } }
    var confirmed = self
    for index in confirmed.times.indices where confirmed.times[index].isUnconfirmed {
      let check = other.times.first { $0.isSame(as: confirmed.times[index]) }
      // A session that could not compare the two confirms nothing.
      confirmed.times[index].confirmation = check?.verdict ?? .unknown
    }
    for index in confirmed.times.indices where confirmed.times[index].isImproved {
      let check = confirmed.times[index]
      confirmed.times[index].improvement =
        comparison.cases.first { $0.case == check.case }?.figure(check.limit.measure)
    }
    return confirmed
  }
}

extension GateDecision {
  /// The decision where no further session is made here: a slowdown that is not confirmed is neither red nor green.
  package func awaitingConfirmation() -> GateDecision {
    var decision = self
    for index in decision.times.indices where decision.times[index].isUnconfirmed {
      decision.times[index].confirmation = .awaited
    }
    return decision
  }
}

extension Gate.Verdict {
  /// The verdict of a session that is still to be made.
  fileprivate static let awaited = Gate.Verdict(
    outcome: .unresolved, slowdown: 0, threshold: 0, limit: .share, adjustedP: nil, doubt: .unconfirmed)

  /// The verdict on a case that could not be compared.
  fileprivate static let unknown = Gate.Verdict(
    outcome: .unresolved, slowdown: 0, threshold: 0, limit: .share, adjustedP: nil, doubt: .notCompared)
}

extension FigureChange {
  /// Whether it became faster by more than the smallest detectable change.
  fileprivate var isImproved: Bool {
    verdict == .faster && 1 / ratio > minimumDetectable ?? .infinity
  }
}
