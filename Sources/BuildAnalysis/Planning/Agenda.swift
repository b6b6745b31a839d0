/// The remaining builds of a run, round by round: warm-ups of the cases with rounds left, then the measured rounds,
/// then repetitions of disturbed rounds.
package struct Agenda: Sendable {
  /// One build, and its place in the schedule.
  package struct Build: Sendable, Hashable {
    package let what: Case
    /// Counted from 1; 0 for a warm-up.
    package let round: Int
    /// The position within the round, counted from 1.
    package let position: Int
    /// The attempt of a repeated round, 2 or more; `nil` for the first.
    package var attempt: Int?
    package var isWarmup: Bool { round == 0 }

    package init(what: Case, round: Int, position: Int, attempt: Int? = nil) {
      (self.what, self.round, self.position, self.attempt) = (what, round, position, attempt)
    }
  }

  /// The run, with all samples so far.
  package private(set) var run: Run
  /// The cases whose measured build exists, by round.
  private var made: [Int: Set<Case>] = [:]
  private var measuredCounts: [Case: Int] = [:]
  private var warmupCounts: [Case: Int] = [:]
  /// The cases that had rounds left when the session began.
  private var unfinished: [Case] = []
  private var broken: Set<Case> = []
  private var warmups = 0
  private var round = 0

  /// - Parameter run: the run with the samples of earlier sessions, whose measured builds are not repeated.
  package init(_ run: Run) {
    self.run = run
    for sample in run.samples where !sample.warmup { made[sample.round, default: []].insert(sample.case) }
    for build in made.values.joined() { measuredCounts[build, default: 0] += 1 }
    unfinished = run.cases.filter { [measuredCounts] in measuredCounts[$0, default: 0] < run.plan.rounds }
    // Any round may be repeated.
    if retry() != nil || (run.plan.retries != nil && !unfinished.isEmpty) { unfinished = run.cases }
  }

  /// The number of builds left if none fails; `nil` if the number of rounds is not fixed.
  package var count: Int? {
    guard run.plan.stopping == nil, run.plan.retries == nil else { return nil }
    return living.reduce(0) { count, build in
      count + run.plan.warmups - warmupCounts[build, default: 0] + run.plan.rounds - measuredCounts[build, default: 0]
    }
  }

  private var living: [Case] { unfinished.filter { !isBroken($0) } }

  /// The builds of the next round, in the order in which they are to be made.
  /// - Returns: `nil` at the end: no round is left, or the stopping rule ends the run.
  /// - Complexity: O(cases); if the number of rounds is not fixed, that of `Ending`.
  package mutating func nextRound() -> [Build]? {
    while warmups < run.plan.warmups {
      guard canGoOn || retry() != nil else { return nil }
      warmups += 1
      let living = Set(living)
      let builds = builds(inRound: 0).filter { living.contains($0.what) }
      if !builds.isEmpty { return builds }
    }
    while round < run.plan.rounds {
      let made = made[round + 1] ?? []
      // A round that an earlier session began is finished first.
      guard !made.isEmpty || canGoOn else { break }
      round += 1
      let builds = builds(inRound: round).filter { !made.contains($0.what) && !isBroken($0.what) }
      if !builds.isEmpty { return builds }
    }
    return retry()
  }

  /// Records a measurement.
  package mutating func note(_ sample: Sample) {
    run.samples.append(sample)
    if sample.warmup {
      warmupCounts[sample.case, default: 0] += 1
      if sample.outcome != .ok { broken.formUnion(run.lost(byFailureOf: sample.case)) }
    } else if made[sample.round, default: []].insert(sample.case).inserted {
      measuredCounts[sample.case, default: 0] += 1
    }
  }

  /// Whether a warm-up of the case failed, so that it is no longer built; or that of the clean build from which it
  /// starts, or of the head with which it is compared.
  package func isBroken(_ build: Case) -> Bool { broken.contains(build) }

  /// The cases of an arm that are not built, since its clean build failed.
  package func casesOnTop(of build: Case) -> [Case] {
    run.lost(byFailureOf: build).filter { $0.arm == build.arm && $0 != build }
  }

  /// The expected duration of the given builds of a round and of all later rounds, in seconds; `nil` if unknown.
  package func remainingSeconds(_ builds: some Sequence<Build>, pace: Pace) -> Double? {
    let builds = Array(builds).filter { !isBroken($0.what) }
    let isWarmup = builds.first?.isWarmup ?? false
    guard let here = pace.seconds(for: builds.map(\.what), isWarmup: isWarmup),
      let warm = pace.seconds(for: living, isWarmup: true, repeated: isWarmup ? run.plan.warmups - warmups : 0),
      let rounds = pace.seconds(for: living, repeated: run.plan.rounds - round)
    else { return nil }
    let all = here + warm + rounds
    // A round in progress is finished even if it exceeds the budget.
    return run.plan.stopping?.budgetSeconds.map { max(here, min(all, $0 - run.secondsSoFar)) } ?? all
  }

  private var canGoOn: Bool { run.plan.stopping == nil || Ending(of: run, Measurements(run)).reason == .early }

  func builds(inRound round: Int, attempt: Int? = nil) -> [Build] {
    run.order(inRound: round).enumerated().map { Build(what: $1, round: round, position: $0 + 1, attempt: attempt) }
  }
}
