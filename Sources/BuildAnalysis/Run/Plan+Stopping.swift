extension Run.Plan {
  /// The conditions under which a run ends before its last round.
  package struct Stopping: Sendable, Hashable, Codable {
    /// The target half-width of every confidence interval, as a share: 0.015 for ±1.5 %; `nil` if the run ends when its
    /// gate is decided.
    package var targetHalfWidth: Double?
    /// The maximum duration from the first build on, in seconds: no round is started that would exceed it; `nil` for no
    /// limit.
    package var budgetSeconds: Double?

    package init(targetHalfWidth: Double? = 0.015, budgetSeconds: Double? = nil) {
      self.targetHalfWidth = targetHalfWidth
      self.budgetSeconds = budgetSeconds
    }
  }

  /// `nil` if the number of rounds is fixed, or if a gate ends the run.
  package var stoppingRule: StoppingRule? {
    guard let stopping, let width = stopping.targetHalfWidth else { return nil }
    return StoppingRule(targetHalfWidth: width, maximumRounds: rounds, budgetSeconds: stopping.budgetSeconds)
  }

  /// The error probability of each of the run's confidence intervals.
  var alpha: Double { stopping == nil ? 0.05 : StoppingRule.alpha }
}
