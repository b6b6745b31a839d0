package import BuildAnalysis

/// Builds arms round by round, and reports each measurement when it is made.
package struct Benchmark: Sendable {
  private let plan: Run
  private let failurePolicy: FailurePolicy
  private let now: @Sendable () -> ContinuousClock.Instant

  /// - Parameters:
  ///   - plan: the plan, and the samples of earlier sessions, whose builds are not repeated.
  ///   - now: the clock for the start of builds; tests replace it.
  package init(
    _ plan: Run, failurePolicy: FailurePolicy = .goOn,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.plan = plan
    self.failurePolicy = failurePolicy
    self.now = now
  }

  /// What happens to the other arms if a build fails.
  package enum FailurePolicy: String, Sendable, CaseIterable {
    case goOn = "continue"
    case stop
  }

  /// Events for whoever displays the progress.
  package enum Event: Sendable {
    case copying(to: String)
    /// A hash of the contents of each file in the copy.
    case copied(contents: [String: String])
    /// SwiftPM has resolved the dependencies of a package.
    case resolved(ResolvedVersions)
    /// The warm-ups are done.
    ///
    /// - seconds: the expected duration of all planned or allowed rounds, from the durations of the warm-ups.
    case expecting(seconds: Double)
    /// Whether the rounds take turns, and why; only if that was asked for.
    case deciding(TurnDecision)
    /// A build begins, or several at once in turns, of which `index` is the first one's. `count` is `nil` if the run
    /// may end before its last round. `remainingSeconds`, which includes this build, is `nil` until every case has been
    /// built once.
    case building([Case], round: Int, index: Int, count: Int?, remainingSeconds: Double?)
    case built(Sample)
    /// A round was disturbed and will be repeated.
    case repeating(round: Int)
    /// The build was measured, but its recording is missing or incomplete.
    case notRecorded(reason: String)
    /// The warm-up failed, so that the case is not measured, nor the others of the arm that would start from it.
    case skipping(Case, others: [Case])
    /// A build failed, and the policy is to stop then.
    case stopping
    /// There are no more builds, and their folders are removed.
    case finishing
  }

  /// Makes every build of the plan: warm-ups first, then the rounds, each in its own order.
  ///
  /// A failed build is a sample like any other. A case whose warm-up fails is not built again; if it is clean, the
  /// arm's cases that start from a finished build are not built at all.
  /// - Parameters:
  ///   - report: called in order, from this task. An error from it ends the benchmark.
  ///   - preparing: called first; returns the executor.
  /// - Throws: `BenchmarkError` if builds cannot be made at all; `CancellationError`.
  package func run<Executor: BuildExecutor>(
    _ report: @escaping (Event) throws -> Void,
    preparing: (@escaping (Event) throws -> Void) async throws -> Executor
  ) async throws {
    var executor = try await preparing(report)
    var course = Course(plan: plan, start: now() - .seconds(plan.secondsSoFar))
    while let round = course.agenda.nextRound() {
      guard try await make(round, &course, by: &executor, report) else { break }
    }
    try report(.finishing)
    try executor.finish()
  }

  /// The progress of a benchmark.
  private struct Course {
    var agenda: Agenda
    var pace: Pace
    let start: ContinuousClock.Instant
    let session: Int?
    /// The number of builds that this session has begun.
    var index = 0
    var isWarm = false

    init(plan: Run, start: ContinuousClock.Instant) {
      (agenda, pace) = (Agenda(plan), Pace(plan))
      self.start = start
      session = plan.nextSession
    }
  }

  /// - Returns: whether further rounds may follow.
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

  /// Called when the warm-ups are done.
  /// - Throws: `BenchmarkError.noTurns` if turns were required and are impossible.
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
      for resolved in result.resolved { try report(.resolved(resolved)) }
      if course.agenda.isBroken(sample.case), failurePolicy == .goOn {
        try report(.skipping(sample.case, others: course.agenda.casesOnTop(of: sample.case)))
      }
    }
    return samples
  }
}

extension Sample {
  /// The sample of a build's result.
  fileprivate init(_ build: Agenda.Build, _ result: BuildResult, session: Int?, offset: Duration) {
    self.init(
      arm: build.what.arm, scenario: build.what.scenario, round: build.round, position: build.position,
      warmup: build.isWarmup, session: session, attempt: build.attempt,
      offsetSeconds: (offset / .seconds(1)).roundedToMicroseconds, build: result.build)
    self.seconds = result.seconds?.roundedToMicroseconds
    self.elapsedSeconds = result.elapsedSeconds?.roundedToMicroseconds
    // A trace that cannot be read is told elsewhere.
    self.closesInherited = (try? result.recording?.get())?.header.closesInherited == true ? true : nil
  }
}

extension Run {
  /// The number of the next session; `nil` for the first.
  fileprivate var nextSession: Int? { samples.isEmpty ? nil : (samples.compactMap(\.session).max() ?? 1) + 1 }

  /// The duration of the last successful build of a case.
  fileprivate func lastSeconds(of build: Case) -> Double? {
    samples.last { $0.case == build && $0.outcome == .ok }?.seconds
  }
}

extension Double {
  /// More precise than the clocks that measure builds, and short in text.
  fileprivate var roundedToMicroseconds: Double { rounded(decimals: 6) }
}
