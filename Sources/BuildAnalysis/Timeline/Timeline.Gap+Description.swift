import ModuleGraph

extension Timeline.Gap {
  /// The reason as a clause, without a period.
  package var sentence: String {
    switch self {
    case .noEnd: "the end of the build was not recorded: it was interrupted or killed, or the machine stopped"
    case .failed: "the build failed; what had not been built by then is missing"
    case .stopped: "the build was stopped before its end"
    case .damagedTrace: "parts of the trace were lost"
    case .outsideOfBuild(let jobs):
      "\(Self.counted(jobs)) were outside the time of the build and \(jobs == 1 ? "was" : "were") cut: the clock jumped, or "
        + "they outlived it"
    case .startersMissing(let jobs):
      "parts of the trace were lost: the processes that started \(Self.counted(jobs)) are missing"
    case .impossibleTimes(let jobs):
      "the trace is damaged: \(Self.counted(jobs)) used more CPU time than the processors had"
    case .unknownDependencies:
      "the log does not say which targets depend on which: there is no critical path, and no gain is predicted"
    case .tangledDependencies:
      "too many targets depend on too many others through targets without steps: there is no critical path, and no gain is "
        + "predicted"
    }
  }

  private static func counted(_ jobs: Int) -> String { jobs.counted("process", "processes") }
}
