package import BuildAnalysis
package import BuildRunner
import Workspace

/// Builds two states of a workspace in one session, and cases to confirm in another one.
package struct ComparisonSession {
  package let source: StateSource
  package let pair: StatePair
  package let method: BuildMethod
  package let place: MeasuringEnvironment
  package let keepsTraces: Bool

  /// - Parameters:
  ///   - run: without samples.
  ///   - isSwapped: whether the head has the first folders.
  /// - Returns: the measurements, after their reports were written.
  package func measure(_ run: Run, isSwapped: Bool) async throws -> RunFindings {
    try await measure(run, pair.subjects(isSwapped: isSwapped), in: place.folders)
  }

  /// Measures cases again: in fresh copies, with swapped folders, and in another order.
  /// - Parameters:
  ///   - run: the first session's, whose plan is the model.
  ///   - cases: under the names that arms have in either state.
  package func measureAgain(_ run: Run, only cases: [Case], rounds: Int) async throws -> RunFindings {
    let folders = try place.folders.confirmation()
    try await source.checkOutAgain(in: folders)
    let part = pair.only(cases)
    var plan = run.plan
    plan.scenarios = plan.scenarios.filter { scenario in cases.contains { $0.scenario == scenario } }
    plan.seed &+= 1
    (plan.rounds, plan.stopping) = (rounds, nil)
    var again = part.run(plan)
    again.calibration = run.calibration
    return try await measure(again, part.subjects(isSwapped: true), in: folders)
  }

  private func measure(
    _ run: Run, _ subjects: [BuildSubject], in folders: BenchmarkFolders
  ) async throws -> RunFindings {
    let session = BenchmarkSession(
      plan: run, resumption: nil, folder: RunFolder(path: folders.output), isQuiet: source.workspace.isQuiet)
    let (method, keepsTraces) = (method, keepsTraces)
    let outcome = await session.result(of: Benchmark(run)) { report in
      try await WorkspaceBuilds(
        of: subjects, for: run, by: method, in: folders, keepsTraces: keepsTraces, report)
    }
    let findings = try session.finished()
    try outcome.get()
    return findings
  }
}
