import BuildTrace

extension Supervisor {
  /// Makes a build between what prepares it and what cleans up after it.
  ///
  /// - Parameter turn: `nil` for a build that has the machine to itself; others take turns with the build alone.
  /// - Returns: what was measured of the build alone.
  /// - Throws: `FailedStep`, and what one run throws.
  func run(
    _ call: BuildCall, log: String, timeoutSeconds: Int?, environment: [String: String] = [:], options: [String] = [],
    turn: Turn? = nil
  ) async throws -> MeasuredBuild {
    if let prepare = call.prepare {
      try await step("prepare", prepare, call, log: log, timeoutSeconds: timeoutSeconds)
    }
    let build = try await run(
      call.words, log: log, timeoutSeconds: timeoutSeconds, environment: environment,
      options: options + Self.directory(call.directory), turn: turn)
    if let cleanup = call.cleanup {
      let cleanupLog = log + ".cleanup"
      do {
        try await step("cleanup", cleanup, call, log: cleanupLog, timeoutSeconds: timeoutSeconds)
      } catch let failure as FailedStep where build.supervised.termination == .exited(code: 0) {
        try FileTree.copy(cleanupLog, to: log)
        try FileTree.remove(cleanupLog)
        throw failure
      } catch is FailedStep {
        // The build's own failure is the one to tell of.
      }
      try FileTree.remove(cleanupLog)
    }
    return build
  }

  private func step(
    _ name: String, _ words: [String], _ call: BuildCall, log: String, timeoutSeconds: Int?
  ) async throws {
    let build = try await run(
      words, log: log, timeoutSeconds: timeoutSeconds, options: Self.directory(call.stepDirectory))
    if let failure = build.supervised.failure(timeoutSeconds: timeoutSeconds, of: "`\(name)`") {
      throw FailedStep(build: build.supervised, reason: failure)
    }
  }

  private static func directory(_ path: String?) -> [String] { path.map { ["--directory", $0] } ?? [] }
}
