import ModuleGraph

extension Calibration {
  /// The numbers of rounds for which the detectable slowdown is listed.
  static let tabulatedRounds = [6, 8, 10, 15, 20, 30, 50]

  /// - Parameters:
  ///   - run: a run of two identical arms; its rounds are divided into consecutive comparisons.
  ///   - rounds: the number of rounds in each comparison. An incomplete comparison counts only for the scatter.
  ///   - swapped: the first round after the arms swapped folders; `nil` if they did not.
  ///   - date: when it was measured, in ISO 8601 and UTC.
  /// - Returns: `nil` if there is no complete comparison.
  /// - Complexity: that of the exact test for each comparison and for all pairs, and of 2,000 resamples.
  package init?(_ run: Run, rounds: Int, swappedFrom swapped: Int? = nil, date: String) {
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
    place = swapped.flatMap { Self.place(pairs, swappedFrom: $0) }
    medianSeconds = median
    cpuSeconds = findings.summaries.compactMap(\.cpuSeconds).median
    let work = run.arms.first.flatMap { run.work(of: $0) }
    (modules, lines) = (work?.modules, work?.lines)
    coefficientOfVariation = variation
    self.deviation = deviation
    detectable = Set(Self.tabulatedRounds + [rounds]).sorted().compactMap { Self.detectable(deviation, rounds: $0) }
    verdict = findings.quietness?.verdict
  }

  /// The smallest slowdown that this many rounds detect on this machine; `nil` under two rounds.
  package func detectable(rounds: Int) -> Estimate? { Self.detectable(deviation, rounds: rounds)?.ratio }

  /// Whether the calibration applies to a machine: one with the same processors, memory and compiler. Memory is
  /// rounded, because a kernel update slightly changes the reported size.
  package func speaks(for machine: Run.Machine) -> Bool { environment.calibrationKey == machine.calibrationKey }

  /// The seconds of the second and of the first arm, for each round in which both succeeded, ascending by round.
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

  /// - Returns: `nil` unless there are pairs from before and after the swap.
  private static func place(_ pairs: [(round: Int, pair: (Double, Double))], swappedFrom swapped: Int) -> Estimate? {
    let kept = pairs.filter { $0.round < swapped }.map(\.pair)
    let exchanged = pairs.filter { $0.round >= swapped }.map { ($0.pair.1, $0.pair.0) }
    guard !kept.isEmpty, !exchanged.isEmpty, let ratio = PairedRatio(strata: [kept, exchanged]) else { return nil }
    return Estimate(value: ratio.ratio, low: ratio.interval?.low, high: ratio.interval?.high)
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
  /// The key under which a machine's calibration is stored.
  package var calibrationKey: String {
    let memory = memoryBytes.map { "\(Int((Double($0) / Double(1 << 30)).rounded())) GiB" } ?? ""
    return [cpu ?? "", "\(cores)", memory, compiler].joined(separator: "\n")
  }
}
