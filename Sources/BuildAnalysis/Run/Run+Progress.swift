/// How much of the plan is complete.
extension Run {
  /// The number of complete rounds from the first on: with a build of every case whose warm-up succeeded.
  var wholeRounds: Int {
    let expected = Set(livingCases)
    guard !expected.isEmpty else { return 0 }
    let made = Dictionary(grouping: samples.filter { !$0.warmup }, by: \.round)
    return (1...max(1, plan.rounds)).first { round in
      !expected.isSubset(of: (made[round] ?? []).map(\.case))
    }.map { $0 - 1 } ?? plan.rounds
  }

  /// The cases that were not lost by a failure of their last warm-up, or of the clean builds that they start from.
  package var livingCases: [Case] {
    var broken: Set<Case> = []
    for sample in samples where sample.warmup {
      if sample.outcome == .ok { broken.remove(sample.case) } else { broken.formUnion(lost(byFailureOf: sample.case)) }
    }
    return cases.filter { !broken.contains($0) }
  }

  /// The total duration of the sessions, each from the start of its first build to the end of its last one.
  package var secondsSoFar: Double {
    samples.map { $0.offsetSeconds + ($0.elapsedSeconds ?? $0.seconds ?? 0) }.max() ?? 0
  }
}
