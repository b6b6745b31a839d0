/// One process of a build from its start to its end: a compiler, a driver, a linker.
///
/// All times are of the machine's monotonic clock, like those of `SupervisedBuild`.
package struct CompilerEvent: Equatable, Sendable {
  /// Who saw the process.
  package enum Source: Equatable, Sendable {
    /// A stand-in that started the process and waited for it: exact.
    case recorder
    /// Somebody who looked at the running processes now and then. The process started at most `resolutionNanoseconds`
    /// before its event's start, and ended at most so much before its event's end; CPU time and memory are lower
    /// bounds, and nobody knows how it ended.
    case observer(resolutionNanoseconds: Int)
  }

  package let source: Source

  /// The number of the process, or of the stand-in that took its place. The system may give it to another process later
  /// in the same build.
  package let processID: Int

  /// The `processID` of the event from whose process this one descends: a job's driver. `nil` where none was recorded
  /// above it, as for what `swift build` starts itself.
  package let parentProcessID: Int?

  /// When it was about to be started, in nanoseconds.
  package let startNanoseconds: Int

  /// When it was seen to have ended, in nanoseconds, never before the start.
  package let endNanoseconds: Int

  /// CPU time in user mode, of the process and of all descendants that were waited for, in microseconds: that of a
  /// driver holds its jobs'.
  package let userMicroseconds: Int

  /// CPU time in the kernel, of the same processes, in microseconds.
  package let systemMicroseconds: Int

  /// Memory of the largest *single* one of these processes at its peak, in bytes; `nil` where it was not seen. See
  /// `SupervisedBuild.peakBytes` for small ones.
  package let peakBytes: Int?

  /// How it ended; `nil` where that was not seen.
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
