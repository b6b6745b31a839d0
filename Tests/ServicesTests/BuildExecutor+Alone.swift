import BuildAnalysis
import BuildRunner

extension BuildExecutor {
  /// For scripts of plans without turns.
  mutating func build(
    inTurns builds: [Agenda.Build], lasting seconds: [Double?], session: Int?
  ) async throws -> [BuildResult] { [] }
}
