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
