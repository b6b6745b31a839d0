/// What is known of a build that was read from one of Xcode's activity logs, or from a trace that SwiftPM wrote.
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
  /// Whether something of an earlier build must have been reused although no step says so.
  package let isPartial: Bool
  /// The numbers of warnings by the module that its compiler names; those of no module, and zeros, are missing.
  package let warnings: [String: Int]

  package init(
    hasCPUTimes: Bool, hasDependencies: Bool = true, staleSteps: Int = 0, cachedSteps: Int = 0, untimedSteps: Int = 0,
    inProcessMicroseconds: Int? = nil, isPartial: Bool = false, warnings: [String: Int] = [:]
  ) {
    (self.isPartial, self.warnings) = (isPartial, warnings)
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
    if isPartial { line.append("isPartial", true) }
    if !warnings.isEmpty {
      let sorted = warnings.sorted { $0.key < $1.key }
      line.append("warnedModules", sorted.map(\.key))
      line.append("warnings", sorted.map(\.value))
    }
    if let inProcessMicroseconds { line.append("inProcessMicroseconds", inProcessMicroseconds) }
  }

  /// - Returns: `nil` for the header of a recorded build.
  init?(_ record: JSONObject) throws(TraceError) {
    guard try record.bool("isLogged") == true else { return nil }
    let counts = 0...(1 << 45)
    let warned = zip(try record.strings("warnedModules") ?? [], try record.integers("warnings") ?? [])
    self.init(
      hasCPUTimes: try record.bool("hasCPUTimes") ?? false,
      hasDependencies: try record.bool("hasDependencies") ?? false,
      staleSteps: try record.integer("staleSteps", in: counts) ?? 0,
      cachedSteps: try record.integer("cachedSteps", in: counts) ?? 0,
      untimedSteps: try record.integer("untimedSteps", in: counts) ?? 0,
      inProcessMicroseconds: try record.integer("inProcessMicroseconds", in: counts),
      isPartial: try record.bool("isPartial") ?? false, warnings: Dictionary(warned) { first, _ in first })
  }
}
