/// What is left to build of a run, round by round: warm-ups of whatever has builds to come, then the measured rounds,
/// then those of them again that something disturbed.
package struct Agenda: Sendable {
  /// One build, and its place.
  package struct Build: Sendable, Hashable {
    package let what: Case
    /// Counted from 1; 0 for a warm-up.
    package let round: Int
    /// The place within the round, counted from 1.
    package let position: Int
    /// Which making of the round: 2 or more where it is made again; absent for the first.
    package var attempt: Int?
    package var isWarmup: Bool { round == 0 }
  }

  /// With what has been built since.
  package private(set) var run: Run
  /// By round.
  private var made: [Int: Set<Case>] = [:]
  private var measuredCounts: [Case: Int] = [:]
  private var warmupCounts: [Case: Int] = [:]
  /// Those with rounds to come when the session began.
  private var unfinished: [Case] = []
  private var broken: Set<Case> = []
  private var warmups = 0
  private var round = 0

  /// - Parameter run: with the samples of earlier sessions, whose measured builds are not made again.
  package init(_ run: Run) {
    self.run = run
    for sample in run.samples where !sample.warmup { made[sample.round, default: []].insert(sample.case) }
    for build in made.values.joined() { measuredCounts[build, default: 0] += 1 }
    unfinished = run.cases.filter { [measuredCounts] in measuredCounts[$0, default: 0] < run.plan.rounds }
    // Any round may be made again.
    if retry() != nil || (run.plan.retries != nil && !unfinished.isEmpty) { unfinished = run.cases }
  }

  /// How many builds are left if none fails; `nil` where the run may end before its last round.
  package var count: Int? {
    guard run.plan.stopping == nil, run.plan.retries == nil else { return nil }
    return living.reduce(0) { count, build in
      count + run.plan.warmups - warmupCounts[build, default: 0] + run.plan.rounds - measuredCounts[build, default: 0]
    }
  }

  private var living: [Case] { unfinished.filter { !isBroken($0) } }

  /// The next round that has builds to come, in the order in which they are made.
  /// - Returns: `nil` at the end: no round is left, or the run has a reason to stop.
  /// - Complexity: O(cases); where rounds are not fixed, that of `Ending`.
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
      // What an earlier session has begun is ended first.
      guard !made.isEmpty || canGoOn else { break }
      round += 1
      let builds = builds(inRound: round).filter { !made.contains($0.what) && !isBroken($0.what) }
      if !builds.isEmpty { return builds }
    }
    return retry()
  }

  /// Adds what was measured.
  package mutating func note(_ sample: Sample) {
    run.samples.append(sample)
    if sample.warmup {
      warmupCounts[sample.case, default: 0] += 1
      if sample.outcome != .ok { broken.insert(sample.case) }
    } else if made[sample.round, default: []].insert(sample.case).inserted {
      measuredCounts[sample.case, default: 0] += 1
    }
  }

  /// Whether a warm-up of it has failed, so that it is not built any more.
  package func isBroken(_ build: Case) -> Bool { broken.contains(build) }

  /// How long a round's builds from some place on, and all rounds that may follow, take; `nil` while that is not known.
  package func remainingSeconds(_ builds: some Sequence<Build>, pace: Pace) -> Double? {
    let builds = Array(builds).filter { !isBroken($0.what) }
    let isWarmup = builds.first?.isWarmup ?? false
    guard let here = pace.seconds(for: builds.map(\.what), isWarmup: isWarmup),
      let warm = pace.seconds(for: living, isWarmup: true, repeated: isWarmup ? run.plan.warmups - warmups : 0),
      let rounds = pace.seconds(for: living, repeated: run.plan.rounds - round)
    else { return nil }
    let all = here + warm + rounds
    // A budget breaks no round in the middle.
    return run.plan.stopping?.budgetSeconds.map { max(here, min(all, $0 - run.secondsSoFar)) } ?? all
  }

  private var canGoOn: Bool { run.plan.stopping == nil || Ending(of: run, Measurements(run)).reason == .early }

  func builds(inRound round: Int, attempt: Int? = nil) -> [Build] {
    run.order(inRound: round).enumerated().map { Build(what: $1, round: round, position: $0 + 1, attempt: attempt) }
  }
}
