import BuildAnalysis
import BuildRunner
import Synchronization
import TestSupport

/// Builds that take no time: a script says what each of them gives, and a clock of its own how late it is then.
struct ScriptedBuilds: BuildExecutor {
  typealias Script = @Sendable (Agenda.Build) throws -> BuildResult

  let clock: ScriptedClock
  /// Told when the last build was made.
  let log: ScriptLog
  let script: Script

  mutating func build(_ build: Agenda.Build, session: Int?) async throws -> BuildResult {
    log.note(build)
    let result = try script(build)
    clock.advance(bySeconds: result.seconds ?? 0)
    return result
  }

  /// They take the time of all of them.
  mutating func build(
    inTurns builds: [Agenda.Build], lasting seconds: [Double?], session: Int?
  ) async throws -> [BuildResult] {
    log.note(together: builds, lasting: seconds)
    var results = try builds.map(script)
    let elapsed = results.reduce(0) { $0 + ($1.seconds ?? 0) }
    for index in results.indices { (results[index].turns, results[index].elapsedSeconds) = (.signals, elapsed) }
    clock.advance(bySeconds: elapsed)
    return results
  }

  mutating func finish() throws { log.finish() }
}

/// What a scripted executor was asked for.
final class ScriptLog: Sendable {
  private let state = Mutex<(builds: [Agenda.Build], finished: Int)>(([], 0))
  private let groups = Mutex<[(builds: [Agenda.Build], lasting: [Double?])]>([])

  /// What was made in turns.
  var together: [(builds: [Agenda.Build], lasting: [Double?])] { groups.withLock { $0 } }

  var builds: [Agenda.Build] { state.withLock { $0.builds } }
  /// How often it was told that no build follows.
  var finished: Int { state.withLock { $0.finished } }

  func note(_ build: Agenda.Build) { state.withLock { $0.builds.append(build) } }
  func note(together builds: [Agenda.Build], lasting seconds: [Double?]) {
    for build in builds { note(build) }
    groups.withLock { $0.append((builds, seconds)) }
  }
  func finish() { state.withLock { $0.finished += 1 } }
}

/// A clock that goes on only when it is told to.
final class ScriptedClock: Sendable {
  private let instant = Mutex(ContinuousClock.now)

  var now: ContinuousClock.Instant { instant.withLock { $0 } }

  func advance(bySeconds seconds: Double) { instant.withLock { $0 += .seconds(seconds) } }
}

/// One session of a benchmark whose builds are scripted: what it told, and what it measured.
struct ScriptedSession {
  private(set) var events: [Benchmark.Event] = []
  /// With the samples of earlier sessions.
  private(set) var run: Run
  /// Absent where the session came to its end.
  private(set) var error: (any Error)?
  let log = ScriptLog()

  /// - Parameters:
  ///   - run: the plan, and what earlier sessions have measured.
  ///   - end: after so many builds whoever is told of them throws.
  ///   - script: what a build gives; see ``BuildResult/scripted(seconds:)``.
  init(
    _ run: Run, failurePolicy: Benchmark.FailurePolicy = .goOn, endingAfter end: Int = .max,
    script: @escaping ScriptedBuilds.Script
  ) async {
    let clock = ScriptedClock()
    let told = Mutex<[Benchmark.Event]>([])
    do {
      try await Benchmark(run, failurePolicy: failurePolicy, now: { clock.now }).run(
        { event in
          let builds = told.withLock { told in
            told.append(event)
            return told.count { if case .built = $0 { true } else { false } }
          }
          if builds >= end { throw Interrupted() }
        }, preparing: { [log] _ in ScriptedBuilds(clock: clock, log: log, script: script) })
    } catch {
      self.error = error
    }
    events = told.withLock { $0 }
    self.run = run
    self.run.samples += events.compactMap { if case .built(let sample) = $0 { sample } else { nil } }
  }

  struct Interrupted: Error {}

  /// Every event in a few words, without figures.
  var words: [String] { events.map(\.words) }
}

extension BuildResult {
  static func scripted(seconds: Double = 1, otherShare: Double = 0) -> BuildResult {
    var result = BuildResult(
      BuildMeasurement(
        seconds: seconds, cpuSeconds: 1.5 * seconds, peakBytes: 300 << 20,
        noise: BuildNoise(otherShare: otherShare, stolenShare: 0)))
    result.systemSeconds = 0.25 * seconds
    return result
  }

  /// A build that failed, with the log that is kept then.
  static func scriptedFailure(log: String) -> BuildResult {
    var result = scripted()
    (result.outcome, result.reason, result.log) = (.failed, "the build exited with code 1", log)
    return result
  }
}

extension Benchmark.Event {
  /// Without figures.
  var words: String {
    switch self {
    case .copying: "copying"
    case .copied: "copied"
    case .resolved(let versions): "resolved \(versions.package)"
    case .expecting: "expecting"
    case .deciding(let decision): decision.takesTurns ? "in turns" : "alone"
    case .building(let builds, let round, let index, let count, _):
      "building \(builds.map(\.arm).joined(separator: " and ")) \(round) [\(index)/\(count.map { "\($0)" } ?? "?")]"
    case .built(let sample): "built \(sample.arm) \(sample.round) \(sample.outcome.rawValue)"
    case .repeating(let round): "repeating \(round)"
    case .notRecorded(let reason): "not recorded: \(reason)"
    case .skipping(let build, let others):
      "skipping \(build.arm)" + others.map { ", \($0.scenario.rawValue)" }.joined()
    case .stopping: "stopping"
    case .finishing: "finishing"
    }
  }
}

extension Run {
  /// A plan of three arms without a build.
  static func planned(
    rounds: Int, warmups: Int = 1, stopping: Plan.Stopping? = nil, retries: Int? = nil, turns: TurnTaking? = nil
  ) -> Run {
    var run = Run.example(rounds: 0)
    run.samples = []
    (run.plan.rounds, run.plan.warmups, run.plan.stopping, run.plan.retries) = (rounds, warmups, stopping, retries)
    run.plan.turns = turns
    return run
  }

  /// What is measured, without warm-ups: arm, round and attempt, in the order of the builds.
  var measuredPlaces: [String] {
    samples.filter { !$0.warmup }.map { "\($0.arm) \($0.round)" + ($0.attempt.map { ".\($0)" } ?? "") }
  }
}
