/// The limits of a gate as configured: how much figures may grow from a base to a head.
package struct GateSettings: Sendable, Hashable, Codable {
  /// How much slower builds may become, in wall or CPU time. For each case and measure, the first matching limit
  /// applies.
  package struct TimeLimit: Sendable, Hashable, Codable {
    /// `nil` for every arm.
    package var arm: String?
    /// A scenario, or `incremental` or `alone` for all scenarios of this kind.
    package var scenario: String
    /// `nil` for both: wall time where its evidence suffices, CPU time where only that does.
    package var measure: TimeMeasure?
    /// A share: 0.03 for 3 %.
    package var share: Double
    package var seconds: Double

    package init(
      arm: String? = nil, scenario: String, measure: TimeMeasure? = nil, share: Double = 0, seconds: Double = 0
    ) {
      (self.arm, self.scenario, self.measure) = (arm, scenario, measure)
      (self.share, self.seconds) = (share, seconds)
    }
  }

  /// How much a counted figure may grow.
  package struct CountLimit: Sendable, Hashable, Codable {
    package var figure: CountedFigure
    package var growth: Int

    package init(_ figure: CountedFigure, growth: Int) { (self.figure, self.growth) = (figure, growth) }
  }

  /// Limits of single arms come first.
  package var times: [TimeLimit]
  package var counts: [CountLimit]

  package init(times: [TimeLimit] = [], counts: [CountLimit] = []) { (self.times, self.counts) = (times, counts) }

  package var isEmpty: Bool { times.isEmpty && counts.isEmpty }

  package static let countedFigures: [CountedFigure] = [.rebuiltModules, .height, .criticalPathModules, .lines]

  /// The limits of a case, at most one for each measure; empty if the gate does not check the case.
  /// - Parameter arm: the arm's name, which is the same in both states.
  package func limits(of arm: String, in scenario: Scenario) -> [TimeLimit] {
    let fitting = fitting(arm, scenario)
    return [nil, .wall, .cpu].compactMap { measure in fitting.first { $0.measure == measure } }
  }

  /// All limits that are stated for a case, also those that another one replaces.
  private func fitting(_ arm: String, _ scenario: Scenario) -> [TimeLimit] {
    let kind = String(scenario.rawValue.prefix { $0 != ":" })
    return times.filter { limit in
      (limit.arm == nil || limit.arm == arm) && [scenario.rawValue, kind].contains(limit.scenario)
    }
  }

  /// The arms and scenarios that have a limit but that a run does not build, in the order of the limits, without
  /// duplicates.
  package func unchecked(in run: Run) -> [String] {
    let built = run.arms.filter { $0.side == .head }.flatMap { arm in
      run.cases.filter { $0.arm == arm.name }.flatMap { fitting(arm.plainName, $0.scenario) }
    }
    return times.filter { !built.contains($0) }.map { "\($0.scenario) of \($0.arm ?? "all arms")" }.reduce(into: []) {
      if !$0.contains($1) { $0.append($1) }
    }
  }

  /// The number of comparisons of a run that the gate decides on together.
  package func comparisons(in run: Run) -> Int {
    run.arms.filter { $0.side == .head }.reduce(0) { count, arm in
      count
        + run.cases.filter { $0.arm == arm.name }.reduce(0) { $0 + limits(of: arm.plainName, in: $1.scenario).count }
    }
  }
}

/// Which time of a build a change or a limit is about.
package enum TimeMeasure: String, Sendable, Hashable, Codable, CaseIterable {
  case wall, cpu
}

/// A figure of an arm that is counted, not measured.
package enum CountedFigure: String, Sendable, Hashable, Codable, CaseIterable {
  /// What an arm compiles according to the graph; lines and sources are omitted unless known exactly.
  case modules, sources, lines, dependencies
  /// The length of the longest dependency chain.
  case height
  /// The modules on the dependency chain with the most lines, and these lines, which more cores cannot shorten.
  case criticalPathModules = "critical-path-modules"
  case criticalPathLines = "critical-path-lines"
  /// The processes of recorded builds that compiled files, wrote or wrapped a module, or linked. The maximum over all
  /// rounds.
  case tasks
  /// The modules that builds compiled: all in a clean build (`compiledModules`), or again after a change
  /// (`rebuiltModules`). The maximum over all rounds.
  case compiledModules = "compiled-modules"
  case rebuiltModules = "rebuilt-modules"
  /// The files that builds recompiled after a change. The maximum over all rounds.
  case rebuiltFiles = "rebuilt-files"
}
