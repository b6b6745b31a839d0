/// What may change from a base to a head before a gate turns red, as a configuration says it.
package struct GateSettings: Sendable, Hashable {
  /// How much slower builds may become, in wall or CPU time. The first that fits a case counts for its measure.
  package struct TimeLimit: Sendable, Hashable {
    /// `nil` for every arm.
    package var arm: String?
    /// A scenario, or `incremental` or `alone` for all of this kind.
    package var scenario: String
    package var measure: CaseChange.Measure
    /// A share: 0.03 for 3 %.
    package var share: Double
    package var seconds: Double

    package init(
      arm: String? = nil, scenario: String, measure: CaseChange.Measure = .wall, share: Double = 0, seconds: Double = 0
    ) {
      (self.arm, self.scenario, self.measure) = (arm, scenario, measure)
      (self.share, self.seconds) = (share, seconds)
    }
  }

  /// By how much a figure may grow that needs no statistics.
  package struct CountLimit: Sendable, Hashable {
    package var figure: CountChange.Figure
    package var growth: Int

    package init(_ figure: CountChange.Figure, growth: Int) { (self.figure, self.growth) = (figure, growth) }
  }

  /// Those of single arms first.
  package var times: [TimeLimit]
  package var counts: [CountLimit]

  package init(times: [TimeLimit] = [], counts: [CountLimit] = []) { (self.times, self.counts) = (times, counts) }

  package var isEmpty: Bool { times.isEmpty && counts.isEmpty }

  /// The figures that can be limited.
  package static let countedFigures: [CountChange.Figure] = [.rebuiltModules, .height, .criticalPathModules, .lines]

  /// The limits of a case, at most one for each measure; none for a case that the gate does not look at.
  /// - Parameter arm: the name in either state.
  package func limits(of arm: String, in scenario: Scenario) -> [TimeLimit] {
    let kind = String(scenario.rawValue.prefix { $0 != ":" })
    let fitting = times.filter { limit in
      (limit.arm == nil || limit.arm == arm) && [scenario.rawValue, kind].contains(limit.scenario)
    }
    return CaseChange.Measure.allCases.compactMap { measure in fitting.first { $0.measure == measure } }
  }

  /// How many comparisons of a run the gate decides on at once.
  package func comparisons(in run: Run) -> Int {
    run.arms.filter { $0.side == .head }.reduce(0) { count, arm in
      count
        + run.cases.filter { $0.arm == arm.name }.reduce(0) { $0 + limits(of: arm.plainName, in: $1.scenario).count }
    }
  }
}
