import BuildAnalysis
import BuildRunner
import Synchronization
import Testing
import TestSupport

@testable import Services

/// How a calibration spends its time. The builds are scripted.
@Suite struct CalibrationSessionTests {
  /// Each build takes ten seconds of a clock that nothing else moves.
  private struct Builds: BuildExecutor {
    let clock: Clock
    let outcome: BuildMeasurement.Outcome

    mutating func build(_ build: Agenda.Build, session: Int?) async throws -> BuildResult {
      clock.now.withLock { $0 += .seconds(10) }
      return BuildResult(BuildMeasurement(seconds: 10, cpuSeconds: 15, peakBytes: 1 << 20, outcome: outcome))
    }

    mutating func finish() throws {}
  }

  private final class Clock: Sendable {
    let now = Mutex(ContinuousClock.now)
  }

  /// A warm-up and ten rounds of two arms.
  private func run(budgetSeconds: Double?, outcome: BuildMeasurement.Outcome = .ok) async throws -> Run {
    var plan = Run.example(rounds: 0)
    plan.arms = Array(plan.arms.prefix(2))
    (plan.samples, plan.plan.rounds, plan.plan.arms) = ([], 10, plan.arms.map(\.name))
    let clock = Clock()
    let benchmark = Benchmark(plan, failurePolicy: .stop, now: { clock.now.withLock { $0 } })
    return try await CalibrationSession(plan: plan, budgetSeconds: budgetSeconds, isQuiet: true).run(benchmark) { _ in
      Builds(clock: clock, outcome: outcome)
    }
  }

  @Test func `all rounds are made where time does not matter`() async throws {
    #expect(try await run(budgetSeconds: nil).samples.count == 22)
  }

  @Test(arguments: [(1.0, 2), (20, 2), (21, 4), (60, 6), (10000, 22)])
  func `no round is begun once the time is spent, and rounds are whole`(budget: Double, builds: Int) async throws {
    #expect(try await run(budgetSeconds: budget).samples.count == builds)
  }

  @Test func `a build that fails ends it`() async throws {
    #expect(try await run(budgetSeconds: nil, outcome: .failed).samples.count == 1)
  }
}
