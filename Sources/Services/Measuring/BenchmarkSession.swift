package import BuildAnalysis
package import BuildRunner
package import Documents
import Synchronization

/// A running benchmark: each measurement is written to the journal at once, and added to the run.
package final class BenchmarkSession: Sendable {
  private struct State {
    var run: Run
    var resumption: Resumption?
    var progress: BenchmarkProgress
    var wasStopped = false
  }

  private let folder: RunFolder
  private let state: Mutex<State>

  /// - Parameters:
  ///   - plan: with the samples of earlier sessions, if a run is resumed.
  ///   - resumption: the data needed to resume the run; absent for a run that cannot be resumed.
  package init(plan: Run, resumption: Resumption?, folder: RunFolder, isQuiet: Bool) {
    self.folder = folder
    state = Mutex(
      State(
        run: plan, resumption: resumption, progress: BenchmarkProgress(isQuiet: isQuiet, plan: plan.plan)))
  }

  /// Runs the benchmark until it is done, fails, or is interrupted by a signal.
  package func result<Executor: BuildExecutor>(
    of benchmark: Benchmark,
    preparing: @escaping @Sendable (@escaping (Benchmark.Event) throws -> Void) async throws -> Executor
  ) async -> Result<Void, any Error> {
    defer { state.withLock { $0.progress.finish() } }
    do {
      let journal = try openJournal()
      try await Interruption.cancelling {
        try await benchmark.run({ try self.note($0, in: journal) }, preparing: preparing)
      }
      if !state.withLock({ $0.wasStopped }) { try folder.resumption.remove() }
      return .success(())
    } catch {
      return .failure(error)
    }
  }

  /// The findings on the run so far, after its reports were written.
  package func finished() throws -> RunFindings {
    let findings = RunFindings(state.withLock { $0.run })
    try folder.write(findings)
    return findings
  }

  /// Opens the journal, after the files of an older run were removed. The resumption is written first, so that there is
  /// never a journal that cannot be resumed.
  private func openJournal() throws -> Journal {
    let (run, resumption) = state.withLock { ($0.run, $0.resumption) }
    if !run.samples.isEmpty { return try Journal(resuming: folder.journal) }
    try resumption.map(folder.resumption.write)
    return try Journal(path: folder.journal, head: try RunJournal.head(run))
  }

  private func note(_ event: Benchmark.Event, in journal: Journal) throws {
    state.withLock { $0.progress.show(event) }
    switch event {
    case .copied(let contents):
      let changes = state.withLock { $0.resumption?.changes(in: contents) ?? [] }
      guard changes.isEmpty else {
        throw UnfinishedRun.ResumeError.changed(changes.map { "`\($0)`" }, path: folder.path)
      }
      try remember { $0.contents = contents }
    case .resolved(let versions): try remember { $0.resolved[versions.package] = versions.text }
    case .built(let sample):
      state.withLock { $0.run.samples.append(sample) }
      try journal.append(try RunJournal.line(sample))
    case .stopping: state.withLock { $0.wasStopped = true }
    case .copying, .expecting, .deciding, .building, .notRecorded, .repeating, .skipping, .finishing:
      break
    }
  }

  private func remember(_ change: (inout Resumption) -> Void) throws {
    let resumption = state.withLock { state in
      state.resumption = state.resumption.map { resumption in
        var resumption = resumption
        change(&resumption)
        return resumption
      }
      return state.resumption
    }
    try resumption.map(folder.resumption.write)
  }
}
