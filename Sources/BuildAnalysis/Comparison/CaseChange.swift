/// The change of one arm in one scenario between two states.
package struct CaseChange: Sendable {
  package enum Measure: String, Sendable, Hashable, Codable, CaseIterable {
    case wall, cpu
  }

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
  package func figure(_ measure: Measure) -> FigureChange? { measure == .wall ? wall : cpu }

  /// What the pairs say about limits.
  let evidence: GateEvidence

  /// The figure that decides the verdict: CPU time if it alone shows a difference, otherwise wall time; `nil` if
  /// nothing could be compared.
  package var telling: (measure: Measure, change: FigureChange)? {
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

/// The samples of one case in both states.
struct SampleSeries {
  let base: [Sample]
  let head: [Sample]
  let isPaired: Bool

  /// - Parameter figure: must be positive; samples without it are omitted.
  func change(of figure: (Sample) -> Double?, alpha: Double) -> FigureChange? {
    guard isPaired else {
      return FigureChange(base: base.compactMap(figure), head: head.compactMap(figure), alpha: alpha)
    }
    return FigureChange(strata: strata(of: figure), alpha: alpha)
  }

  /// The shift of a positive figure on the scale of logarithms; `nil` if there are too few values.
  func shift(of figure: (Sample) -> Double?) -> LogShift? {
    guard isPaired else { return LogShift(from: base.compactMap(figure), to: head.compactMap(figure)) }
    return LogShift(logRatios: strata(of: figure).joined().map { logRatio($0.head, $0.base) })
  }

  /// The pairs of each machine, in the order of the machines.
  func strata(of figure: (Sample) -> Double?) -> [[(base: Double, head: Double)]] {
    let first = Dictionary(base.map { ($0.round, figure($0)) }, uniquingKeysWith: { first, _ in first })
    let pairs = head.reduce(into: [Int: [(base: Double, head: Double)]]()) { pairs, sample in
      guard let own = figure(sample), let other = first[sample.round] ?? nil else { return }
      pairs[sample.machine ?? 1, default: []].append((other, own))
    }
    return pairs.sorted { $0.key < $1.key }.map(\.value)
  }
}
