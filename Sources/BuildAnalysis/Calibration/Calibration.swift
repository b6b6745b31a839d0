import ModuleGraph

/// What comparing a thing with itself says of a machine: how often it sees a difference where there is none, how much
/// builds scatter, and so how small a difference can be seen.
package struct Calibration: Sendable, Hashable, Codable {
  /// A figure, and its interval of 95 % or a little more where there is one.
  package struct Estimate: Sendable, Hashable, Codable {
    package var value: Double
    package var low: Double?
    package var high: Double?
  }

  /// The smallest slowdown, as a ratio, that so many rounds show four times in five.
  package struct Detectable: Sendable, Hashable, Codable {
    package let rounds: Int
    package let ratio: Estimate
  }

  /// When it was measured, in ISO 8601 and UTC.
  package var date: String
  package var environment: Run.Machine
  /// The name of the workspace that was built.
  package var workspace: String
  /// `debug` or `release`.
  package var configuration: String
  /// In each comparison.
  package var rounds: Int
  package var comparisons: Int
  /// Comparisons whose interval excludes 1 although nothing differed.
  package var alarms: Int
  /// The share of false alarms, with its exact interval.
  package var alarmShare: Estimate
  /// What the intervals of so many rounds promise to miss.
  package var promisedAlarmShare: Double
  /// All pairs at once: 1 should be within. Where it is not, a place in the round or on the disk is the faster one.
  package var ratio: Estimate
  package var pairs: Int
  package var medianSeconds: Double
  /// The median of CPU seconds; absent in calibrations of older versions, as the next two are.
  package var cpuSeconds: Double?
  /// How many modules a build compiles, and their lines; absent where nobody knows how many lines there are.
  package var modules: Int?
  package var lines: Int?
  /// The standard deviation of all builds as a share of their mean, drift included.
  package var coefficientOfVariation: Double
  /// The standard deviation of the logarithm of the ratio within a round, with the bootstrap's interval.
  package var deviation: Estimate
  /// For a few numbers of rounds, rising.
  package var detectable: [Detectable]
  /// How quiet the machine was; absent where nobody could see it.
  package var verdict: Quietness.Verdict?
}

extension Calibration {
  /// For how many rounds the smallest effect is told.
  static let tabulatedRounds = [6, 8, 10, 15, 20, 30, 50]

  /// - Parameters:
  ///   - run: of two arms that build the same, whose rounds are so many comparisons one after the other.
  ///   - rounds: in each comparison. What is left of an unfinished one counts for the scatter alone.
  ///   - date: when it was measured.
  /// - Returns: `nil` where there is no whole comparison.
  /// - Complexity: that of the exact test for each comparison and for all pairs, and of 2,000 resamples.
  package init?(_ run: Run, rounds: Int, date: String) {
    guard run.arms.count == 2 else { return nil }
    let findings = RunFindings(run)
    let pairs = Self.pairs(findings)
    let batches = Dictionary(grouping: pairs) { ($0.round - 1) / rounds }.values.filter { $0.count == rounds }
    let results = batches.compactMap { PairedRatio($0.map(\.pair)) }.filter { $0.interval != nil }
    let all = pairs.flatMap { [$0.pair.0, $0.pair.1] }
    let alarms = results.count { $0.interval.map { $0.low > 1 || $0.high < 1 } ?? false }
    guard let level = results.first?.interval?.level, let whole = PairedRatio(pairs.map(\.pair)),
      let median = all.median, let variation = all.coefficientOfVariation,
      let deviation = Self.deviation(of: pairs.map { logRatio($0.pair.0, $0.pair.1) }),
      let share = binomialInterval(count: alarms, of: results.count), results.count == batches.count
    else { return nil }
    self.date = date
    environment = run.environment
    workspace = run.workspace.name
    configuration = run.plan.configuration
    self.rounds = rounds
    comparisons = results.count
    self.alarms = alarms
    alarmShare = Estimate(value: Double(alarms) / Double(results.count), low: share.low, high: share.high)
    promisedAlarmShare = 1 - level
    ratio = Estimate(value: whole.ratio, low: whole.interval?.low, high: whole.interval?.high)
    self.pairs = pairs.count
    medianSeconds = median
    cpuSeconds = findings.summaries.compactMap(\.cpuSeconds).median
    let work = run.arms.first.flatMap { run.work(of: $0) }
    (modules, lines) = (work?.modules, work?.lines)
    coefficientOfVariation = variation
    self.deviation = deviation
    detectable = Set(Self.tabulatedRounds + [rounds]).sorted().compactMap { Self.detectable(deviation, rounds: $0) }
    verdict = findings.quietness?.verdict
  }

  /// The smallest slowdown that so many rounds show on this machine; `nil` under two rounds.
  package func detectable(rounds: Int) -> Estimate? { Self.detectable(deviation, rounds: rounds)?.ratio }

  /// Whether it speaks for a machine: the same processors, memory and compiler. A kernel's update, which changes the
  /// memory that it reports by a little, does not make it another machine.
  package func speaks(for machine: Run.Machine) -> Bool { environment.calibrationKey == machine.calibrationKey }

  /// The second arm and the first of each round in which both succeeded, rising.
  private static func pairs(_ findings: RunFindings) -> [(round: Int, pair: (Double, Double))] {
    let series = findings.run.arms.map { arm in
      Dictionary(
        findings.measured(Case(arm: arm.name, scenario: .clean)).compactMap { sample in
          sample.seconds.map { (sample.round, $0) }
        },
        uniquingKeysWith: { first, _ in first })
    }
    return series[0].keys.filter { series[1][$0] != nil }.sorted().compactMap { round in
      series[0][round].flatMap { first in series[1][round].map { (round: round, pair: ($0, first)) } }
    }
  }

  private static func deviation(of logRatios: [Double]) -> Estimate? {
    guard let value = logRatios.standardDeviation else { return nil }
    var generator = SeededGenerator(seed: 1)
    let interval = bootstrapInterval(of: logRatios, using: &generator) { $0.standardDeviation ?? 0 }
    return Estimate(value: value, low: interval?.low, high: interval?.high)
  }

  private static func detectable(_ deviation: Estimate, rounds: Int) -> Detectable? {
    guard let ratio = minimumDetectableRatio(deviation: deviation.value, pairs: rounds) else { return nil }
    return Detectable(
      rounds: rounds,
      ratio: Estimate(
        value: ratio, low: deviation.low.flatMap { minimumDetectableRatio(deviation: $0, pairs: rounds) },
        high: deviation.high.flatMap { minimumDetectableRatio(deviation: $0, pairs: rounds) }))
  }
}

extension Run.Machine {
  /// What a calibration is kept under.
  package var calibrationKey: String {
    let memory = memoryBytes.map { "\(Int((Double($0) / Double(1 << 30)).rounded())) GiB" } ?? ""
    return [cpu ?? "", "\(cores)", memory, compiler].joined(separator: "\n")
  }
}
