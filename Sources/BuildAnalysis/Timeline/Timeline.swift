package import BuildTrace
package import ModuleGraph

/// The analysis of one recorded build: when modules were built, their costs, and what they waited for.
///
/// All points in time are nanoseconds from the build's start.
package struct Timeline: Equatable, Sendable {
  /// A reason why the timeline does not show a complete build.
  package enum Gap: Hashable, Sendable {
    /// The end of the build was not recorded: it was killed, or is still running.
    case noEnd
    /// The build failed; what it did not build is missing.
    case failed
    /// The build was stopped from outside.
    case stopped
    /// Lines of the trace were lost.
    case damagedTrace
    /// This many processes were at least partly outside the build's time span, and were truncated or omitted: the clock
    /// jumped, or they outlived the build.
    case outsideOfBuild(jobs: Int)
    /// This many processes of a build that succeeded were started by processes that the trace does not contain.
    case startersMissing(jobs: Int)
    /// This many processes used more CPU time than all processors have in the time between their start and end.
    case impossibleTimes(jobs: Int)
    /// The log of the build does not say which modules depend on which, and nothing else was at hand that does.
    case unknownDependencies
    /// Modules depend on one another through modules that were not built, in more pairs than are followed.
    case tangledDependencies

    /// Whether it is not known which modules waited for which.
    var hidesDependencies: Bool { self == .unknownDependencies || self == .tangledDependencies }
  }

  /// The number of logical processors that the build could use.
  package let cores: Int
  /// The maximum number of processes that the builder runs at once; a driver and its compilers count as one.
  package let lanes: Int
  /// From 0 to the build's end, or to the last recorded process.
  package let span: Span
  /// What is known of a build that was read from a log; `nil` for a recorded one.
  package let logged: LoggedBuild?
  /// The phases of a build that was read from a log; `nil` for a recorded one.
  package let loggedPhases: LoggedPhases?
  /// What limited a build that was read from a log; `nil` for a recorded one.
  package let loggedLimits: LoggedLimits?
  /// CPU time of the whole build; `nil` if its end was not recorded, or a log does not say it.
  package let cpuMicroseconds: Int?
  /// How that CPU time was spent.
  package let cpuShares: CPUShares
  /// The number of processes that compiled files, wrote or wrapped a module, or linked; `nil` if some may not have been
  /// seen.
  package let taskCount: Int?
  /// CPU time of processes outside the build; `nil` if it was not read.
  package let otherProcessesCPUMicroseconds: Int?
  /// How long the machine slept during the build; `nil` if it was not read. Not included in any other time.
  package let sleptSeconds: Double?
  /// What each file costs by itself; `nil` if it was not measured. From another build than all other figures.
  package let fileCosts: FileCosts?

  /// Sorted by start, then by module.
  package let modules: [ModuleTiming]
  /// Sorted by start.
  package let jobs: [JobTiming]
  /// The part of a job's CPU time that made, or waited for, the shared preparation of the build's compilers; in
  /// microseconds, by the index of the job.
  package let preparationMicroseconds: [Int: Int]
  /// The phases that occurred, sorted by start.
  package let phases: [Phase]
  /// The time during which no recorded process ran, between the first compile and the end of the last job.
  package let unattributedNanoseconds: Int

  /// The number of working jobs (`JobTiming.working`) over time.
  package let busyJobs: StepFunction<Int>
  /// The number of cores used by recorded processes over time. The CPU time of each process is distributed evenly over
  /// the time that it worked.
  package let coresInUse: StepFunction<Double>

  package let unblocking: Unblocking
  package let criticalPath: CriticalPath
  /// Sorted by start.
  package let starvedWindows: [StarvedWindow]
  package let replay: Replay
  /// How much longer the build took since drivers left the place of `-emit-module` unused until another compiler ended, as they do by
  /// chance: predicted by a replay. `nil` if the replay is not accurate enough.
  package let unusedPlaceNanoseconds: Int?

  /// Modules that were built but are not in the graph, so that their dependencies are unknown; sorted.
  package let modulesNotInGraph: [BuiltModule]
  /// Modules of the graph with sources that were not compiled, sorted.
  package let modulesNotBuilt: [ModuleID]
  /// Empty for a complete build.
  package let gaps: [Gap]

  package var isComplete: Bool { gaps.isEmpty }

  /// Whether CPU times are known; if not, those of modules and jobs are 0.
  package var hasCPUTimes: Bool { logged?.hasCPUTimes ?? true }
}

extension Timeline {
  /// A difference between errors of replays that is not worth a word.
  private static let smallestDifference = 1e-4

  /// The error of the replay that the gains of modules come from; `nil` if none are predicted.
  package var gainError: Double? { modules.lazy.compactMap(\.predictedGain).first?.relativeError }

  /// ``gainError``, if that replay has another error than ``replay``: the shared preparation is apart in it.
  package var preparedReplayError: Double? {
    guard let gainError, let error = replay.relativeError else { return nil }
    return abs(gainError - error) < Self.smallestDifference ? nil : gainError
  }
}
