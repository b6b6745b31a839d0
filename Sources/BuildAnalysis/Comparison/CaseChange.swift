/// The change of one arm in one scenario between two states.
package struct CaseChange: Sendable {
  /// The arm's name, which is the same in both states.
  package let arm: String
  package let scenario: Scenario
  /// Seconds of wall time; `nil` if one state has no successful round.
  package let wall: FigureChange?
  /// Seconds of CPU time; `nil` if they are not known.
  package let cpu: FigureChange?
  /// Median wall time of each state in seconds; `nil` if no round succeeded.
  package let medians: (base: Double?, head: Double?)
  /// Failed builds, including warm-ups.
  package let failures: (base: [Sample], head: [Sample])
  /// Changes by module; `nil` if the builds of one state were not recorded.
  package let modules: ModuleChanges?
  /// Changes of the critical path and of waiting times; `nil` if the builds of one state were not recorded.
  package let schedule: ScheduleChange?

  package var `case`: Case { Case(arm: arm, scenario: scenario) }

  /// `nil` if the two could not be compared.
  package func figure(_ measure: TimeMeasure) -> FigureChange? { measure == .wall ? wall : cpu }

  /// What the pairs say about limits.
  let evidence: GateEvidence

  /// The figure that decides the verdict: CPU time if it alone shows a difference, otherwise wall time; `nil` if
  /// nothing could be compared.
  package var telling: (measure: TimeMeasure, change: FigureChange)? {
    if let cpu, [.slower, .faster].contains(cpu.verdict), wall?.isDifferent != true { return (.cpu, cpu) }
    return wall.map { (.wall, $0) }
  }
}

extension FigureChange {
  /// Whether a difference was shown.
  package var isDifferent: Bool { verdict == .slower || verdict == .faster }
}

extension CaseChange {
  /// - Parameter isPaired: whether rounds with the same number form a pair.
  init(_ build: Case, from base: ComparisonSide, to head: ComparisonSide, isPaired: Bool) {
    let series = SampleSeries(base: base.measured(build), head: head.measured(build), isPaired: isPaired)
    let alpha = max(base.run.plan.alpha, head.run.plan.alpha)
    self.init(
      arm: build.arm, scenario: build.scenario,
      wall: series.change(of: \.seconds, alpha: alpha), cpu: series.change(of: \.cpuSeconds, alpha: alpha),
      medians: (series.base.compactMap(\.seconds).median, series.head.compactMap(\.seconds).median),
      failures: (base.failed(build), head.failed(build)),
      modules: ModuleChanges(series), schedule: ScheduleChange(series, alpha: alpha),
      evidence: GateEvidence(series, noise: head.findings.quietness))
  }
}
