package import BuildAnalysis
import Documents

extension Calibration: Report {
  package static let renderings: [Rendering<Self>] = [.text(Text.calibration), .json { try $0.json() }]
}

extension Text {
  package static func calibration(_ calibration: Calibration, _ style: TextStyle = .plain) -> String {
    let machine = calibration.environment
    let facts =
      [
        "\(machine.cpu ?? "unknown processor"), \(Figures.counted(machine.cores, "core")); \(machine.compiler)",
        "clean \(calibration.configuration) builds of \(calibration.workspace): median "
          + "\(Figures.seconds(calibration.medianSeconds)), CV \(Figures.percent(calibration.coefficientOfVariation))",
        "false alarms: \(calibration.alarms) in \(Figures.counted(calibration.comparisons, "comparison")) of "
          + "\(Figures.counted(calibration.rounds, "round")), so \(range(calibration.alarmShare, minus: 0)) of all; "
          + "\(Figures.percent(calibration.promisedAlarmShare)) are promised",
        "itself ÷ itself: \(Figures.fixed(calibration.ratio.value, decimals: 3))"
          + (calibration.ratio.bounds.map(Figures.interval) ?? "")
          + " in \(Figures.counted(calibration.pairs, "pair"))",
        "scatter of the ratio within a round: \(range(calibration.deviation, minus: 0))",
      ] + (calibration.place.map { [place($0)] } ?? [])
    let detectable = calibration.detectable.table([
      .figures("rounds") { Figures.count($0.rounds) },
      .figures("slowdown detected with 80 % power") { range($0.ratio, minus: 1) },
    ])
    return (calibration.verdict.map { wrapped(words(of: $0), style) + "\n" } ?? "") + table(detectable, style) + "\n"
      + facts.map { wrapped($0, style) }.joined()
  }

  /// The slowdown that the planned rounds can detect according to the machine's calibration; empty without a
  /// calibration, or if the number of rounds is not fixed.
  static func calibration(_ run: Run) -> [String] {
    guard run.plan.stopping == nil, let calibration = run.calibration,
      let least = calibration.detectable(rounds: run.plan.rounds)
    else { return [] }
    return [
      "such rounds show a slowdown of \(Figures.percent(least.value - 1)) four times in five, by the calibration of "
        + calibration.date.prefix(10)
    ]
  }

  private static func place(_ estimate: Calibration.Estimate) -> String {
    let bounds = estimate.bounds
    let isBiased = bounds.map { $0.low > 1 || $0.high < 1 } ?? false
    let words =
      isBiased
      ? "the folder affects build times here; `compare --gate` swaps the folders before it fails"
      : "no difference between folders was detected"
    return "second folder ÷ first: \(Figures.fixed(estimate.value, decimals: 3))"
      + (bounds.map(Figures.interval) ?? "") + ", by which build was in it: \(words)"
  }

  /// For example `3.2 % (2.5 – 4.0 %)`, for shares, or for ratios minus 1.
  private static func range(_ estimate: Calibration.Estimate, minus base: Double) -> String {
    let value = Figures.percent(estimate.value - base)
    guard let bounds = estimate.bounds else { return value }
    return
      "\(value) (\(Figures.fixed((bounds.low - base) * 100, decimals: 1)) – \(Figures.percent(bounds.high - base)))"
  }

  private static func words(of verdict: NoiseLevel) -> String {
    switch verdict {
    case .quiet: "The machine was quiet."
    case .noisy: "The machine was noisy: on an idle one, smaller differences would be detected."
    case .unusable:
      "Other work disturbed too many rounds for these figures to be valid: calibrate again on an idle machine."
    }
  }
}

extension RunReport {
  /// What the machine's calibration says about a run's rounds, in one line; empty without one.
  static func calibration(_ findings: RunFindings) -> [Phrase] {
    let run = findings.run
    let rounds = run.plan.stopping == nil ? run.plan.rounds : findings.ending.rounds
    guard let calibration = run.calibration, let least = calibration.detectable(rounds: rounds) else { return [] }
    let alarms = calibration.alarmShare
    let interval = alarms.bounds.map {
      " (\(Figures.fixed($0.low * 100, decimals: 1)) – \(Figures.percent($0.high)) of all)"
    }
    return [
      "Calibrated on \(String(calibration.date.prefix(10))) with clean `\(calibration.configuration)` builds of "
        + "\(calibration.workspace): \(rounds) rounds show a slowdown of "
        + "\(Figures.percent(least.value - 1)) four times in five; builds vary by "
        + "\(Figures.percent(calibration.coefficientOfVariation)); compared with themselves they differed in "
        + "\(calibration.alarms) of \(calibration.comparisons) comparisons\(interval ?? "")."
    ]
  }
}

extension Calibration.Estimate {
  var bounds: (low: Double, high: Double)? { low.flatMap { low in high.map { (low, $0) } } }
}
