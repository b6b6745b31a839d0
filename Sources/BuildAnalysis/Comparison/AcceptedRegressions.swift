/// Slowdowns that a team has accepted. They are stored in the repository, so that a gate passes a change that contains
/// both the slowdown and its acceptance. Once the base contains the acceptance, it contains the slowdown as well.
package struct AcceptedRegressions: Sendable, Hashable, Codable {
  package struct Entry: Sendable, Hashable, Codable {
    /// The arm's name, which is the same in both states.
    package let arm: String
    package let scenario: Scenario
    /// `nil` for wall time.
    package let measure: TimeMeasure?
    /// As measured: 0.05 for 5 %.
    package let slowdown: Double
    package let reason: String

    package init(
      arm: String, scenario: Scenario, measure: TimeMeasure = .wall, slowdown: Double, reason: String
    ) {
      (self.arm, self.scenario, self.measure) = (arm, scenario, measure == .wall ? nil : measure)
      (self.slowdown, self.reason) = (slowdown, reason)
    }
  }

  /// In the order in which they were accepted.
  package var entries: [Entry]

  private enum CodingKeys: String, CodingKey {
    case entries = "accepted"
  }

  package init(_ entries: [Entry] = []) { self.entries = entries }

  /// The entries that another state does not have.
  package func subtracting(_ other: AcceptedRegressions) -> AcceptedRegressions {
    let known = Set(other.entries)
    return AcceptedRegressions(entries.filter { !known.contains($0) })
  }
}

extension GateDecision {
  /// The decision with accepted slowdowns marked as such: those that exceed the accepted slowdown by no more than the
  /// gate's limit.
  /// - Parameter accepted: the entries that the head has and the base does not have.
  package func accepting(_ accepted: AcceptedRegressions) -> GateDecision {
    var decision = self
    for index in decision.times.indices {
      let check = decision.times[index]
      guard let verdict = check.verdict, verdict.outcome == .failed else { continue }
      decision.times[index].acceptance =
        accepted.entries.last { entry in
          entry.arm == check.arm && entry.scenario == check.scenario
            && entry.measure ?? .wall == verdict.measure
            && (1 + verdict.slowdown) / (1 + entry.slowdown) - 1 <= check.limit.share
        }?.reason
    }
    return decision
  }

  /// Whether everything that fails the gate can be accepted: slowdowns, but neither counts nor failed builds.
  package var isAcceptable: Bool {
    brokenCases.isEmpty && counts.allSatisfy { $0.outcome != .failed } && !times.contains(where: \.isBroken)
  }

  /// The decision with all slowdowns that fail the gate accepted.
  package func accepting(for reason: String) -> GateDecision {
    var decision = self
    for index in decision.times.indices where decision.times[index].outcome == .failed {
      decision.times[index].acceptance = reason
    }
    return decision
  }

  /// The entries that accept all slowdowns that fail the gate. Failures of counted figures cannot be accepted.
  package func acceptances(for reason: String) -> [AcceptedRegressions.Entry] {
    times.filter { $0.outcome == .failed }.compactMap { check in
      check.verdict.map {
        AcceptedRegressions.Entry(
          arm: check.arm, scenario: check.scenario, measure: $0.measure, slowdown: $0.slowdown.rounded(decimals: 4),
          reason: reason)
      }
    }
  }
}
