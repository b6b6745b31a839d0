/// What `modgauge-recorder supervise` measured of one program, from just before its start to its end.
package struct SupervisedBuild: Equatable, Sendable {
  /// Why the supervisor ended the program before it was done; its JSON word is the raw value.
  package enum StopReason: String, CaseIterable, Sendable {
    /// The supervisor got SIGINT, SIGTERM, SIGHUP or SIGQUIT.
    case interrupted
    /// The time that the program was given ran out.
    case timeout
    /// The pipe on the supervisor's standard input closed: whoever asked for the build is gone, or wants it to end.
    case lifeline
  }

  /// When the program was about to be started, in nanoseconds of the machine's monotonic clock; comparable only with
  /// other values of that clock, until the machine starts again.
  package let startNanoseconds: Int

  /// When the program was seen to have ended, on the same clock.
  package let endNanoseconds: Int

  /// CPU time in user mode, of the program and of all descendants that were waited for, in microseconds.
  package let userMicroseconds: Int

  /// CPU time in the kernel, of the same processes, in microseconds.
  package let systemMicroseconds: Int

  /// CPU time of the program alone, in both modes, in microseconds; `nil` where the system does not tell it.
  package let ownMicroseconds: Int?

  /// Memory of the largest *single* one of these processes at its peak, in bytes.
  ///
  /// On Linux it is never less than the recorder's own, a few megabytes: a process inherits the mark when it is started.
  package let peakBytes: Int

  package let termination: Termination

  /// Why the program was stopped; `nil` if it ended by itself.
  package let stopped: StopReason?

  /// How many processes of the program's session outlived it and were ended by the supervisor.
  package let survivors: Int

  package init(
    startNanoseconds: Int, endNanoseconds: Int, userMicroseconds: Int, systemMicroseconds: Int,
    ownMicroseconds: Int? = nil, peakBytes: Int, termination: Termination, stopped: StopReason?, survivors: Int
  ) {
    self.startNanoseconds = startNanoseconds
    self.endNanoseconds = endNanoseconds
    self.userMicroseconds = userMicroseconds
    self.systemMicroseconds = systemMicroseconds
    self.ownMicroseconds = ownMicroseconds
    self.peakBytes = peakBytes
    self.termination = termination
    self.stopped = stopped
    self.survivors = survivors
  }

  /// Wall time from the start to the end, in nanoseconds.
  package var wallNanoseconds: Int { endNanoseconds - startNanoseconds }
}
