package import BuildAnalysis

/// Builds arms against one another, round by round, and hands out each measurement as it is made.
package struct Benchmark: Sendable {
  private let plan: Run
  private let failurePolicy: FailurePolicy
  private let now: @Sendable () -> ContinuousClock.Instant

  /// - Parameters:
  ///   - plan: the plan, and the samples of earlier sessions, whose builds are not made again.
  ///   - now: the clock that tells when builds begin; the system's but in tests.
  package init(
    _ plan: Run, failurePolicy: FailurePolicy = .goOn,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.plan = plan
    self.failurePolicy = failurePolicy
    self.now = now
  }

  /// What becomes of the other arms when a build fails.
  package enum FailurePolicy: String, Sendable, CaseIterable {
    case goOn = "continue"
    case stop
  }

  /// What happens, for whoever shows it.
  package enum Event: Sendable {
    case copying(to: String)
    /// A hash of what each file of the copy holds.
    case copied(contents: [String: String])
    /// SwiftPM has settled on versions for a package.
    case resolved(ResolvedVersions)
    /// The warm-ups are done.
    ///
    /// - seconds: how long all the rounds that are planned, or allowed, will take, by what the warm-ups took.
    case expecting(seconds: Double)
    /// Whether the rounds take turns, and why; only where that was asked for.
    case deciding(TurnDecision)
    /// `count` is absent where the run may end before its last round, `remainingSeconds` until every case has been built
    /// once; that counts this build and all that may come after it.
    /// Several builds are made at once, in turns; `index` is the first one's.
    case building([Case], round: Int, index: Int, count: Int?, remainingSeconds: Double?)
    case built(Sample)
    /// Something disturbed a round, which is made again.
    case repeating(round: Int)
    /// The build was measured, but not recorded, or not wholly.
    case notRecorded(reason: String)
    /// The warm-up failed, so that the rounds are not tried.
    case skipping(Case)
    /// A build failed, and no other is wanted then.
    case stopping
  }

  /// Makes every build of the plan: warm-ups first, then the rounds, each in its own order.
  ///
  /// A build that fails is a sample like any other. A case whose warm-up fails is not built again.
  /// - Parameters:
  ///   - report: called in order, from this task. What it throws ends the benchmark.
  ///   - preparing: called first; gives what makes the builds.
  /// - Throws: `BenchmarkError` where builds cannot be made at all; `CancellationError`.
  package func run<Executor: BuildExecutor>(
    _ report: @escaping (Event) throws -> Void,
    preparing: (@escaping (Event) throws -> Void) async throws -> Executor
  ) async throws {
    var executor = try await preparing(report)
    var course = Course(plan: plan, start: now() - .seconds(plan.secondsSoFar))
    while let round = course.agenda.nextRound() {
      guard try await make(round, &course, by: &executor, report) else { break }
    }
    try executor.finish()
  }

  /// How far a benchmark has come.
  private struct Course {
    var agenda: Agenda
    var pace: Pace
    let start: ContinuousClock.Instant
    let session: Int?
    /// How many builds this session has begun.
    var index = 0
    var isWarm = false

    init(plan: Run, start: ContinuousClock.Instant) {
      (agenda, pace) = (Agenda(plan), Pace(plan))
      self.start = start
      session = plan.nextSession
    }
  }

  /// - Returns: whether other rounds may follow.
  private func make(
    _ round: [Agenda.Build], _ course: inout Course, by executor: inout some BuildExecutor,
    _ report: (Event) throws -> Void
  ) async throws -> Bool {
    if !course.isWarm, round.first?.isWarmup == false { try begin(round, &course, report) }
    if let first = round.first, first.attempt != nil { try report(.repeating(round: first.round)) }
    var rest = course.agenda.groups(round)[...]
    while let group = rest.first?.filter({ !course.agenda.isBroken($0.what) }) {
      let left = rest.joined()
      rest.removeFirst()
      guard let first = group.first else { continue }
      course.index += 1
      try report(
        .building(
          group.map(\.what), round: first.round, index: course.index,
          count: course.agenda.count.map { course.index - 1 + $0 },
          remainingSeconds: course.agenda.remainingSeconds(left, pace: course.pace)))
      course.index += group.count - 1
      let samples = try await makeGroup(group, &course, by: &executor, report)
      if failurePolicy == .stop, samples.contains(where: { $0.outcome != .ok }) {
        try report(.stopping)
        return false
      }
    }
    return true
  }

  /// The warm-ups are done.
  /// - Throws: `BenchmarkError.noTurns` where turns were asked for and cannot be taken.
  private func begin(_ round: [Agenda.Build], _ course: inout Course, _ report: (Event) throws -> Void) throws {
    course.isWarm = true
    let decision = course.agenda.run.turnDecision
    if case .refused(let reason) = decision { throw BenchmarkError.noTurns(reason) }
    if course.agenda.run.plan.turns != nil { try report(.deciding(decision)) }
    if let seconds = course.agenda.remainingSeconds(round, pace: course.pace) {
      try report(.expecting(seconds: seconds))
    }
  }

  /// Makes one build, or several in turns.
  private func makeGroup(
    _ group: [Agenda.Build], _ course: inout Course, by executor: inout some BuildExecutor,
    _ report: (Event) throws -> Void
  ) async throws -> [Sample] {
    let start = now()
    let results =
      group.count == 1
      ? [try await executor.build(group[0], session: course.session)]
      : try await executor.build(
        inTurns: group, lasting: group.map { course.agenda.run.lastSeconds(of: $0.what) }, session: course.session)
    let samples = zip(group, results).map {
      Sample($0, $1, session: course.session, offset: course.start.duration(to: start))
    }
    course.pace.note(samples, together: start.duration(to: now()) / .seconds(1))
    for (sample, result) in zip(samples, results) {
      course.agenda.note(sample)
      try report(.built(sample))
      if let reason = result.notRecorded { try report(.notRecorded(reason: reason)) }
      if let resolved = result.resolved { try report(.resolved(resolved)) }
      if course.agenda.isBroken(sample.case), failurePolicy == .goOn { try report(.skipping(sample.case)) }
    }
    return samples
  }
}

extension Sample {
  /// A build's result at its place in the run.
  fileprivate init(_ build: Agenda.Build, _ result: BuildResult, session: Int?, offset: Duration) {
    self.init(
      arm: build.what.arm, scenario: build.what.scenario, round: build.round, position: build.position,
      warmup: build.isWarmup, session: session, attempt: build.attempt,
      offsetSeconds: (offset / .seconds(1)).roundedToMicroseconds,
      seconds: result.seconds.roundedToMicroseconds, turns: result.turns,
      elapsedSeconds: result.elapsedSeconds?.roundedToMicroseconds, cpuSeconds: result.cpuSeconds,
      peakBytes: result.peakBytes,
      outcome: result.outcome, reason: result.reason, compiledModules: result.compiledModules, rebuilt: result.rebuilt,
      interfaceChanged: result.interfaceChanged, noise: result.noise, log: result.log, trace: result.recorded?.trace,
      modules: result.recorded?.modules, cpuShares: result.recorded?.cpuShares,
      linkSeconds: result.recorded?.linkSeconds, productBytes: result.productBytes,
      savedSecondsWithout: result.recorded?.savedSecondsWithout)
  }
}

extension Run {
  /// The session that goes on with it; absent for the first.
  fileprivate var nextSession: Int? { samples.isEmpty ? nil : (samples.compactMap(\.session).max() ?? 1) + 1 }

  /// What a case took when it was last built successfully.
  fileprivate func lastSeconds(of build: Case) -> Double? {
    samples.last { $0.case == build && $0.outcome == .ok }?.seconds
  }
}

extension Double {
  /// Finer than any clock that builds are measured with, and short to write.
  fileprivate var roundedToMicroseconds: Double { (self * 1e6).rounded() / 1e6 }
}
