/// Disturbed rounds are repeated after all others, since a disturbance may outlast its round.
extension Agenda {
  /// The builds of the next repetition of a round; `nil` if none is needed.
  ///
  /// A repetition that an earlier session began is finished first. Next is the round with the fewest repetitions; if
  /// there is a tie, the earliest.
  /// - Complexity: O(samples); with a budget, additionally that of `Ending`.
  func retry() -> [Build]? {
    if let rest = unfinishedRetry { return rest }
    guard run.retries.count < run.plan.retries ?? 0,
      run.plan.stopping == nil || Ending(of: run, Measurements(run)).reason != .budget
    else {
      return nil
    }
    let attempts = Dictionary(run.retries.map { ($0.round, $0.attempt) }, uniquingKeysWith: max)
    let rounds = MachineNoise(of: run, Measurements(run))?.disturbedRounds ?? []
    return rounds.min { (attempts[$0] ?? 1, $0) < (attempts[$1] ?? 1, $1) }.map { round in
      builds(inRound: round, attempt: (attempts[round] ?? 1) + 1).filter { !isBroken($0.what) }
    }
  }

  private var unfinishedRetry: [Build]? {
    guard let last = run.retries.last else { return nil }
    let made = Set(
      run.samples.filter { !$0.warmup && $0.round == last.round && $0.attempt == last.attempt }.map(\.case))
    let rest = builds(inRound: last.round, attempt: last.attempt).filter {
      !made.contains($0.what) && !isBroken($0.what)
    }
    return rest.isEmpty ? nil : rest
  }
}

extension Run {
  /// One repetition of a round.
  struct Retry: Hashable {
    let round: Int
    /// Counted from 2, since attempt 1 is the original.
    let attempt: Int
  }

  /// The repetitions in the order in which they began.
  var retries: [Retry] {
    var retries: [Retry] = []
    for sample in samples where !sample.warmup {
      guard let attempt = sample.attempt else { continue }
      let retry = Retry(round: sample.round, attempt: attempt)
      if retries.last != retry { retries.append(retry) }
    }
    return retries
  }
}
