import BuildAnalysis

/// The chart of one scenario: a bar for each median with its interval, and a dot for each sample.
struct BarChart: Sendable {
  struct Bar: Sendable {
    let row: CaseFindings
    /// The samples of measured rounds that succeeded and count.
    let samples: [Sample]

    var isReference: Bool { row.isReference }
    /// The confidence interval of the median; `nil` for fewer than six rounds.
    var interval: ClosedRange<Double>? { row.summary?.interval }
  }

  let scenario: Scenario
  let bars: [Bar]
  /// The ticks from 0 to the end of the axis, in seconds, ascending.
  let ticks: [Double]

  var greatest: Double { Self.greatest(of: ticks) }

  /// The end of an axis with these ticks, by which places on it are divided.
  static func greatest(of ticks: [Double]) -> Double { max(ticks.last ?? 1, 1e-9) }

  /// The offset of a round's dot from the middle of its bar, so that equal times do not overlap.
  static func offset(ofRound round: Int) -> Int { [-7, 3, -3, 7, -5, 5, -1][abs(round) % 7] }

  /// One for each measured scenario, except for modules that are built alone.
  static func all(of findings: RunFindings) -> [BarChart] {
    findings.run.plan.scenarios.filter { !$0.isModuleAlone }.compactMap { scenario in
      let rows = findings.cases.filter { $0.scenario == scenario }
      let bars = rows.map { Bar(row: $0, samples: findings.measured($0.case)) }
      let lengths = bars.flatMap { bar -> [Double] in
        bar.samples.compactMap(\.seconds) + [bar.interval?.upperBound ?? 0]
      }
      let greatest = lengths.max() ?? 0
      return greatest > 0 ? BarChart(scenario: scenario, bars: bars, ticks: ticks(to: greatest)) : nil
    }
  }

  /// Ticks at round steps, four to eight of which cover the range.
  static func ticks(to greatest: Double) -> [Double] {
    var power = 1e-6
    while power * 10 <= greatest / 4 { power *= 10 }
    let step = [1, 2, 5, 10].map { $0 * power }.first { greatest / $0 <= 6 } ?? power
    return (0...Int((greatest / step).rounded(.up))).map { Double($0) * step }
  }

  /// The label of a tick: `0.5 s`, `12 s`.
  static func label(_ tick: Double) -> String {
    let decimals = (0...6).first { places in
      let scaled = (0..<places).reduce(tick) { value, _ in value * 10 }
      return abs(scaled - scaled.rounded()) < 1e-6 * max(1, scaled)
    }
    return Figures.fixed(tick, decimals: decimals ?? 6)
  }
}
