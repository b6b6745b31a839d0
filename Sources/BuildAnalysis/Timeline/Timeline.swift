package import ModuleGraph

/// One recorded build, understood: what was built when, what it cost, and what it waited for.
///
/// All times are in nanoseconds from the build's start.
package struct Timeline: Equatable, Sendable {
  /// Why the time line is not that of a whole build.
  package enum Gap: Hashable, Sendable {
    /// The end of the build was not recorded: it was killed, or is still running.
    case noEnd
    /// The build failed; what had not been built by then is missing.
    case failed
    /// The build was stopped from outside.
    case stopped
    /// Lines of the trace were lost.
    case damagedTrace
    /// So many processes lay outside the build's time, and were cut or left out: the clock jumped, or they outlived it.
    case outsideOfBuild(jobs: Int)
  }

  /// Logical processors that the build could use.
  package let cores: Int
  /// How many processes the builder starts at once; a driver and its compilers are one.
  package let lanes: Int
  /// From 0 to the build's end, or to the last process that was seen.
  package let span: Span
  /// Of the whole build; `nil` where its end was not recorded.
  package let cpuMicroseconds: Int?
  /// What of it went where.
  package let cpuShares: CPUShares
  /// CPU time of processes that were not the build's meanwhile; `nil` where nobody asked the system.
  package let otherProcessesCPUMicroseconds: Int?
  /// For how long the machine slept meanwhile, which no other time counts; `nil` where nobody asked.
  package let sleptSeconds: Double?

  /// By start, then by module.
  package let modules: [ModuleTiming]
  /// By start.
  package let jobs: [JobTiming]
  /// By start; those that do not occur are missing.
  package let phases: [Phase]
  /// Between the first compile and the end of the last job, in how much time no recorded process ran.
  package let unattributedNanoseconds: Int

  /// How many jobs worked (`JobTiming.working`).
  package let busyJobs: StepFunction<Int>
  /// How many cores recorded processes used; the CPU time of each is spread evenly over the time that it worked.
  package let coresInUse: StepFunction<Double>

  package let unblocking: Unblocking
  package let criticalPath: CriticalPath
  /// By start.
  package let starvedWindows: [StarvedWindow]
  package let replay: Replay

  /// Modules that were built and are not in the graph, sorted; what they depend on is not known.
  package let modulesNotInGraph: [BuiltModule]
  /// Modules of the graph with sources that this build did not compile, sorted.
  package let modulesNotBuilt: [ModuleID]
  /// Empty for a whole build.
  package let gaps: [Gap]

  package var isComplete: Bool { gaps.isEmpty }
}
