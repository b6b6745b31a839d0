/// What is known of a build that was read from one of Xcode's activity logs.
///
/// Its events are steps of the log: their programs are the kinds of steps, such as `CompileC`, and the same process may
/// have run several of them.
package struct LoggedBuild: Equatable, Sendable {
  /// Whether the log says CPU times: from version 11 on. If not, those of events are 0, and unknown.
  package let hasCPUTimes: Bool
  /// Whether the dependencies between targets are known; a single target has none.
  package let hasDependencies: Bool
  /// Steps of earlier builds that the log repeats; they are not among the events.
  package let staleSteps: Int
  /// Steps whose results were fetched from a cache.
  package let cachedSteps: Int
  /// Steps whose times are missing or impossible; they are not among the events.
  package let untimedSteps: Int
  /// The wall time of tasks within the build service, which is no CPU time; `nil` if unknown.
  package let inProcessMicroseconds: Int?

  package init(
    hasCPUTimes: Bool, hasDependencies: Bool = true, staleSteps: Int = 0, cachedSteps: Int = 0, untimedSteps: Int = 0,
    inProcessMicroseconds: Int? = nil
  ) {
    self.hasCPUTimes = hasCPUTimes
    self.hasDependencies = hasDependencies
    self.staleSteps = staleSteps
    self.cachedSteps = cachedSteps
    self.untimedSteps = untimedSteps
    self.inProcessMicroseconds = inProcessMicroseconds
  }
}

extension LoggedBuild {
  func append(to line: inout JSONLine) {
    line.append("isLogged", true)
    line.append("hasCPUTimes", hasCPUTimes)
    line.append("hasDependencies", hasDependencies)
    line.append("staleSteps", staleSteps)
    line.append("cachedSteps", cachedSteps)
    line.append("untimedSteps", untimedSteps)
    if let inProcessMicroseconds { line.append("inProcessMicroseconds", inProcessMicroseconds) }
  }

  /// - Returns: `nil` for the header of a recorded build.
  init?(_ record: JSONObject) throws(TraceError) {
    guard try record.bool("isLogged") == true else { return nil }
    let counts = 0...(1 << 45)
    self.init(
      hasCPUTimes: try record.bool("hasCPUTimes") ?? false,
      hasDependencies: try record.bool("hasDependencies") ?? false,
      staleSteps: try record.integer("staleSteps", in: counts) ?? 0,
      cachedSteps: try record.integer("cachedSteps", in: counts) ?? 0,
      untimedSteps: try record.integer("untimedSteps", in: counts) ?? 0,
      inProcessMicroseconds: try record.integer("inProcessMicroseconds", in: counts))
  }
}
