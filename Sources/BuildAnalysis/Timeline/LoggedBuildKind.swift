import BuildTrace

/// What a build that was read from a log did.
package enum LoggedBuildKind: String, Sendable, CaseIterable {
  /// Nothing of earlier builds was reused.
  case clean
  /// Something was compiled or linked, and something reused.
  case incremental
  /// Nothing was compiled or linked.
  case null

  /// - Parameters:
  ///   - jobs: the kinds of the steps that ran.
  ///   - logged: what the log repeats from earlier builds.
  init(jobs: some Sequence<Job.Kind>, _ logged: LoggedBuild) {
    let compiles = jobs.contains { ![.other, .plan].contains($0) }
    self = !compiles ? .null : logged.staleSteps > 0 || logged.isPartial ? .incremental : .clean
  }
}

extension BuildTrace {
  /// - Returns: `nil` if the build was not read from a log.
  package var loggedKind: LoggedBuildKind? {
    header.logged.map { LoggedBuildKind(jobs: events.lazy.map(\.job.kind), $0) }
  }
}

extension Timeline {
  /// - Returns: `nil` if the build was not read from a log.
  package var loggedKind: LoggedBuildKind? {
    logged.map { LoggedBuildKind(jobs: jobs.lazy.map(\.kind), $0) }
  }
}
