package import BuildAnalysis

/// What makes the builds of a benchmark, one after the other or several at once in turns.
///
/// The loop (``Benchmark``) decides what is built when; this decides how, and brings about the state that a build starts
/// from. ``WorkspaceBuilds`` makes real ones.
package protocol BuildExecutor: Sendable {
  /// Makes one build.
  ///
  /// - Parameter session: which session of the run makes it; absent for the first.
  /// - Returns: the result, with all that belongs to it. A build that fails is a result like any other.
  /// - Throws: `BenchmarkError` where the build could not even be tried; `CancellationError`.
  mutating func build(_ build: Agenda.Build, session: Int?) async throws -> BuildResult

  /// Makes several builds at once, of which one at a time has its turn while the others are halted.
  ///
  /// - Parameters:
  ///   - builds: of different arms in the same scenario, at least two.
  ///   - seconds: about how long each of them takes alone; absent where nobody knows.
  /// - Returns: the results in the order of the builds.
  /// - Throws: as above; then none of the builds is left.
  mutating func build(
    inTurns builds: [Agenda.Build], lasting seconds: [Double?], session: Int?
  ) async throws -> [BuildResult]

  /// Called once, after the last build; not where one has thrown.
  mutating func finish() throws
}
