/// What may change from a base to a head before a gate turns red, as a configuration says it.
package struct GateSettings: Sendable, Hashable {
  /// How much slower builds may become. The first that fits a case counts.
  package struct TimeLimit: Sendable, Hashable {
    /// `nil` for every arm.
    package var arm: String?
    /// A scenario, or `incremental` or `alone` for all of this kind.
    package var scenario: String
    /// A share: 0.03 for 3 %.
    package var share: Double
    package var seconds: Double

    package init(arm: String? = nil, scenario: String, share: Double = 0, seconds: Double = 0) {
      (self.arm, self.scenario, self.share, self.seconds) = (arm, scenario, share, seconds)
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

  /// The limit of a case; `nil` for one that the gate does not look at.
  /// - Parameter arm: the name in either state.
  package func limit(of arm: String, in scenario: Scenario) -> TimeLimit? {
    let kind = String(scenario.rawValue.prefix { $0 != ":" })
    return times.first { limit in
      (limit.arm == nil || limit.arm == arm) && [scenario.rawValue, kind].contains(limit.scenario)
    }
  }

  /// How many comparisons of a run the gate decides on at once.
  package func comparisons(in run: Run) -> Int {
    run.arms.filter { $0.side == .head }.reduce(0) { count, arm in
      count + run.cases.count { $0.arm == arm.name && limit(of: arm.plainName, in: $0.scenario) != nil }
    }
  }
}
