package import BuildAnalysis

/// Makes the builds of a benchmark, one after the other or several at once in turns.
///
/// The loop (``Benchmark``) decides which build is made when; the executor decides how, and prepares the state from
/// which a build starts. ``WorkspaceBuilds`` makes real builds.
package protocol BuildExecutor: Sendable {
  /// Makes one build.
  ///
  /// - Parameter session: the number of the run's session; `nil` for the first.
  /// - Returns: the complete result. A failed build is a result like any other.
  /// - Throws: `BenchmarkError` if the build could not be tried at all; `CancellationError`.
  mutating func build(_ build: Agenda.Build, session: Int?) async throws -> BuildResult

  /// Makes several builds at once, of which one at a time runs while the others are halted.
  ///
  /// - Parameters:
  ///   - builds: builds of different arms in the same scenario, at least two.
  ///   - seconds: about how long each of them takes alone; `nil` if it is not known.
  /// - Returns: the results in the order of the builds.
  /// - Throws: as above; none of the builds is then still running.
  mutating func build(
    inTurns builds: [Agenda.Build], lasting seconds: [Double?], session: Int?
  ) async throws -> [BuildResult]

  /// Called once after the last build, but not after an error.
  mutating func finish() throws
}
