package import BuildAnalysis
package import BuildRunner
import Synchronization

/// A running calibration: measurements are kept in memory, since they are of no use before the end.
package final class CalibrationSession: Sendable {
  private struct State {
    var run: Run
    var progress: BenchmarkProgress
    var round = 0
  }

  private let budgetSeconds: Double?
  private let state: Mutex<State>

  package init(plan: Run, budgetSeconds: Double?, isQuiet: Bool) {
    self.budgetSeconds = budgetSeconds
    state = Mutex(State(run: plan, progress: BenchmarkProgress(isQuiet: isQuiet, plan: plan.plan)))
  }

  /// Makes the builds until all are done, a signal arrives, or the time is used up.
  /// - Throws: what the benchmark throws; `CancellationError`.
  package func run<Executor: BuildExecutor>(
    _ benchmark: Benchmark,
    preparing: @escaping @Sendable (@escaping (Benchmark.Event) throws -> Void) async throws -> Executor
  ) async throws -> Run {
    defer { state.withLock { $0.progress.finish() } }
    do {
      try await Interruption.cancelling { try await benchmark.run({ try self.note($0) }, preparing: preparing) }
    } catch is BudgetSpent {}
    return state.withLock { $0.run }
  }

  private func note(_ event: Benchmark.Event) throws {
    try state.withLock { state in
      state.progress.show(event)
      switch event {
      case .building(_, let round, _, _, _): try checkBudget(&state, before: round)
      case .built(let sample): state.run.samples.append(sample)
      default: break
      }
    }
  }

  /// Only complete rounds count, and each needs warm-ups before it.
  private func checkBudget(_ state: inout State, before round: Int) throws {
    guard round != state.round else { return }
    state.round = round
    if let budgetSeconds, state.run.secondsSoFar >= budgetSeconds { throw BudgetSpent() }
  }

  private struct BudgetSpent: Error {}
}
