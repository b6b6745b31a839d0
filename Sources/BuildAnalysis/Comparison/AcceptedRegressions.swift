/// Slowdowns that a team has accepted. They stand in the repository, so that a gate passes a change that brings both the
/// slowdown and its acceptance; once the base has the acceptance, it has the slowdown as well.
package struct AcceptedRegressions: Sendable, Hashable {
  package struct Entry: Sendable, Hashable, Codable {
    /// The arm's name in either state.
    package let arm: String
    package let scenario: Scenario
    /// `nil` for wall time.
    package let measure: CaseChange.Measure?
    /// As it was measured: 0.05 for 5 %.
    package let slowdown: Double
    package let reason: String

    package init(
      arm: String, scenario: Scenario, measure: CaseChange.Measure = .wall, slowdown: Double, reason: String
    ) {
      (self.arm, self.scenario, self.measure) = (arm, scenario, measure == .wall ? nil : measure)
      (self.slowdown, self.reason) = (slowdown, reason)
    }
  }

  /// In the order in which they were accepted.
  package var entries: [Entry]

  package init(_ entries: [Entry] = []) { self.entries = entries }

  /// Those that another state has not.
  package func subtracting(_ other: AcceptedRegressions) -> AcceptedRegressions {
    let known = Set(other.entries)
    return AcceptedRegressions(entries.filter { !known.contains($0) })
  }
}

extension GateDecision {
  /// The same with slowdowns passed that were accepted: the head is slower than it was accepted to be by no more than
  /// the gate's limit.
  /// - Parameter accepted: those that the head has and the base has not.
  package func accepting(_ accepted: AcceptedRegressions) -> GateDecision {
    var decision = self
    for index in decision.times.indices {
      let check = decision.times[index]
      guard let verdict = check.verdict, verdict.outcome == .failed else { continue }
      decision.times[index].acceptance =
        accepted.entries.last { entry in
          entry.arm == check.arm && entry.scenario == check.scenario
            && entry.measure ?? .wall == check.limit.measure
            && (1 + verdict.slowdown) / (1 + entry.slowdown) - 1 <= check.limit.share
        }?.reason
    }
    return decision
  }

  /// What it takes to accept the slowdowns that make it red; those of counted figures cannot be.
  package func acceptances(for reason: String) -> [AcceptedRegressions.Entry] {
    times.filter { $0.outcome == .failed }.compactMap { check in
      check.verdict.map {
        AcceptedRegressions.Entry(
          arm: check.arm, scenario: check.scenario, measure: check.limit.measure,
          slowdown: ($0.slowdown * 1e4).rounded() / 1e4, reason: reason)
      }
    }
  }
}
