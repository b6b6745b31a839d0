import BuildAnalysis
import BuildRunner
import Reports
import Synchronization

/// A benchmark on its way: what it measured goes into the journal at once, and into the run.
final class BenchmarkSession: Sendable {
  private struct State {
    var run: Run
    var progress: BenchmarkProgress
  }

  private let folder: RunFolder
  private let state: Mutex<State>

  init(plan: Run, folder: RunFolder, isQuiet: Bool) {
    self.folder = folder
    state = Mutex(State(run: plan, progress: BenchmarkProgress(isQuiet: isQuiet, rounds: plan.plan.rounds)))
  }

  /// Carries the benchmark out until it is done, fails, or a signal comes.
  func result(of benchmark: Benchmark) async -> Result<Void, any Error> {
    do {
      let journal = try Journal(path: folder.journal, head: try JSON.journalLine(state.withLock { $0.run }))
      try await Interruption.cancelling {
        try await benchmark.run { event in
          self.state.withLock { $0.progress.show(event) }
          guard case .built(let sample) = event else { return }
          self.state.withLock { $0.run.samples.append(sample) }
          try journal.append(try JSON.journalLine(sample))
        }
      }
      return .success(())
    } catch {
      return .failure(error)
    }
  }

  /// The run so far, after its reports were written.
  func finished() throws -> Run {
    let run = state.withLock { $0.run }
    try folder.write(run)
    return run
  }
}
