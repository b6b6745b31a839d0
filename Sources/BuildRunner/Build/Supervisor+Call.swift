import BuildTrace

extension Supervisor {
  /// Makes a build, with the commands before and after it.
  ///
  /// - Parameter turn: `nil` for a build that runs alone; only the build itself takes turns, not the commands.
  /// - Returns: the measurement of the build itself.
  /// - Throws: `FailedStep`, and what a single run throws.
  func run(
    _ call: BuildCall, log: String, timeoutSeconds: Int?, environment: [String: String] = [:], options: [String] = [],
    turn: Turn? = nil
  ) async throws -> MeasuredBuild {
    if let prepare = call.prepare {
      try await step("prepare", prepare, call, log: log, timeoutSeconds: timeoutSeconds)
    }
    let build = try await run(
      call.arguments, log: log, timeoutSeconds: timeoutSeconds, environment: environment,
      options: options + Self.directory(call.directory), turn: turn)
    if let cleanup = call.cleanup {
      let cleanupLog = log + ".cleanup"
      do {
        try await step("cleanup", cleanup, call, log: cleanupLog, timeoutSeconds: timeoutSeconds)
      } catch let failure as FailedStep where build.supervised.termination == .exited(code: 0) {
        try FileTree.copy(cleanupLog, to: log)
        try FileTree.removeOne(cleanupLog)
        throw failure
      } catch is FailedStep {
        // The build's own failure is the one to report.
      }
      try FileTree.removeOne(cleanupLog)
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
