import BuildTrace

extension Supervisor {
  /// Makes a build between what prepares it and what cleans up after it.
  ///
  /// - Returns: what was charged for the build alone.
  /// - Throws: `FailedStep`, and what one run throws.
  func run(
    _ call: BuildCall, log: String, timeoutSeconds: Int?, environment: [String: String] = [:], options: [String] = []
  ) async throws -> SupervisedBuild {
    // What is known of the last build is to be known of the build.
    let beside = try Supervisor(recorder: recorder, recordPath: recordPath, temporaryFolder: temporaryFolder)
    if let prepare = call.prepare {
      try await beside.step("prepare", prepare, call, log: log, timeoutSeconds: timeoutSeconds)
    }
    let build = try await run(
      call.words, log: log, timeoutSeconds: timeoutSeconds, environment: environment,
      options: options + Self.directory(call.directory))
    if let cleanup = call.cleanup {
      let cleanupLog = log + ".cleanup"
      do {
        try await beside.step("cleanup", cleanup, call, log: cleanupLog, timeoutSeconds: timeoutSeconds)
      } catch let failure as FailedStep where build.termination == .exited(code: 0) {
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
    if let failure = build.failure(timeoutSeconds: timeoutSeconds, of: "`\(name)`") {
      throw FailedStep(build: build, reason: failure)
    }
  }

  private static func directory(_ path: String?) -> [String] { path.map { ["--directory", $0] } ?? [] }
}
