/// One process of a build, from its start to its end: a compiler, a driver or a linker.
///
/// All times are on the machine's monotonic clock, like those of `SupervisedBuild`.
package struct CompilerEvent: Equatable, Sendable {
  /// How the process was recorded.
  package enum Source: Equatable, Sendable {
    /// By a stand-in that started the process and waited for it: exact.
    case recorder
    /// By an observer that samples the running processes. The process started at most `resolutionNanoseconds` before
    /// its event's start and ended at most that long before its event's end; CPU time and memory are lower bounds, and
    /// its exit code is unknown.
    case observer(resolutionNanoseconds: Int)
  }

  package let source: Source

  /// The number of the process, or of the stand-in that started it. The system may reuse the number later in the same
  /// build.
  package let processID: Int

  /// The `processID` of the nearest recorded ancestor, such as the driver of a job. `nil` if there is none, as for
  /// processes that `swift build` itself starts.
  package let parentProcessID: Int?

  /// The time just before the process was started, in nanoseconds.
  package internal(set) var startNanoseconds: Int

  /// The time when the end of the process was noticed, in nanoseconds; never before the start.
  package internal(set) var endNanoseconds: Int

  /// CPU time in user mode of the process and of all descendants that were waited for, in microseconds. A driver's
  /// includes that of its jobs.
  package let userMicroseconds: Int

  /// CPU time in the kernel, of the same processes, in microseconds.
  package let systemMicroseconds: Int

  /// Peak resident memory of the largest *single* one of these processes, in bytes; `nil` if it is not known. For the
  /// lower bound on Linux, see `SupervisedBuild.peakBytes`.
  package let peakBytes: Int?

  /// How it ended; `nil` if that is not known.
  package let termination: Termination?

  /// The program's name, without its folder: `swift-frontend`.
  package let program: String

  package let job: Job

  package init(
    source: Source = .recorder, processID: Int, parentProcessID: Int?, startNanoseconds: Int, endNanoseconds: Int,
    userMicroseconds: Int, systemMicroseconds: Int, peakBytes: Int?, termination: Termination?, program: String,
    job: Job
  ) {
    self.source = source
    self.processID = processID
    self.parentProcessID = parentProcessID
    self.startNanoseconds = startNanoseconds
    self.endNanoseconds = endNanoseconds
    self.userMicroseconds = userMicroseconds
    self.systemMicroseconds = systemMicroseconds
    self.peakBytes = peakBytes
    self.termination = termination
    self.program = program
    self.job = job
  }

  /// Wall time from the start to the end, in nanoseconds.
  package var wallNanoseconds: Int { endNanoseconds - startNanoseconds }
}
