/// A series of figures over time, with at most one figure for each run of a line.
package struct HistorySeries: Sendable, Hashable {
  package let arm: String
  package let scenario: Scenario
  /// The builder, arguments and environment variables, if any differ from plain `swift build`: these make figures
  /// incomparable. Empty for plain `swift build`.
  package let setup: String
  /// The module whose figures within that build the series holds; `nil` for the build as a whole.
  package let module: String?

  package init(arm: String, scenario: Scenario, setup: String = "", module: String? = nil) {
    self.arm = arm
    self.scenario = scenario
    self.setup = setup
    self.module = module
  }
}

/// A run's figures for a series: medians over its measured rounds.
package struct HistoryFigure: Sendable, Hashable {
  package let series: HistorySeries
  /// Wall time.
  package let seconds: Double
  package let cpuSeconds: Double?
  /// The number of rounds behind the medians.
  package let rounds: Int

  package init(series: HistorySeries, seconds: Double, cpuSeconds: Double?, rounds: Int) {
    self.series = series
    self.seconds = seconds
    self.cpuSeconds = cpuSeconds
    self.rounds = rounds
  }
}

extension Run {
  /// One for each case with a successful round that counts, in the order of the cases; then one for each module of the
  /// combined app's clean builds, if they were recorded, by decreasing CPU time. In a run of two states, those of the
  /// head, whose commit is the run's.
  package var historyFigures: [HistoryFigure] {
    let measurements = Measurements(self)
    let builds = cases.compactMap { build -> HistoryFigure? in
      let measured = measurements.measured(build)
      guard let series = series(of: build), let seconds = measured.compactMap(\.seconds).median else { return nil }
      return HistoryFigure(
        series: series, seconds: seconds, cpuSeconds: measured.compactMap(\.cpuSeconds).median, rounds: measured.count)
    }
    guard let combined = arms.first(where: { $0.role == .combined && $0.side != .base }) else { return builds }
    let clean = Case(arm: combined.name, scenario: .clean)
    let modules = ModuleSummary.all(of: clean, measurements.measured(clean)).filter { !$0.isTool }
    return builds
      + modules.map {
        HistoryFigure(
          series: HistorySeries(
            arm: combined.plainName, scenario: .clean, setup: setup(of: combined, in: .clean), module: $0.module),
          seconds: $0.seconds.median, cpuSeconds: $0.cpuSeconds.median, rounds: $0.rounds)
      }
  }

  /// The series to which the figures of a case belong; `nil` if the run has no such arm, and for the base of two states.
  package func series(of build: Case) -> HistorySeries? {
    arms.first { $0.name == build.arm && $0.side != .base }.map {
      HistorySeries(arm: $0.plainName, scenario: build.scenario, setup: setup(of: $0, in: build.scenario))
    }
  }

  private func setup(of arm: Arm, in scenario: Scenario) -> String {
    let environment = arm.environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let words = (arm.builder == Arm.swiftBuilder ? [] : [arm.builder]) + arm.arguments + environment
    return (words + (wasInTurns(Case(arm: arm.name, scenario: scenario)) ? ["in turns"] : [])).joined(separator: " ")
  }

  /// Whether the case was built in turns. If the plan leaves the choice to the machine, this is known only from builds:
  /// a case without builds counts as built in turns only if the plan demands turns.
  private func wasInTurns(_ build: Case) -> Bool {
    let built = samples.filter { !$0.warmup && $0.seconds != nil && $0.case == build }
    return built.isEmpty ? plan.turns == .on : built.contains { $0.turns != nil }
  }
}
