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
    /// A process of a build that takes turns could not be halted.
    case unhalted
  }

  /// How a build takes turns with others: it was halted while they had theirs.
  package struct Turns: Equatable, Sendable {
    package let means: HaltingMeans
    /// When it was halted and when it went on, in nanoseconds of the same clock; rising, none overlaps another.
    package let halts: [Range<Int>]

    package init(means: HaltingMeans, halts: [Range<Int>]) {
      self.means = means
      self.halts = halts
    }
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

  /// `nil` for a build that ran without a halt.
  package let turns: Turns?

  /// CPU time of the supervisor itself, with what it observed, until the record was made, in microseconds; `nil` in
  /// records of older versions.
  package let supervisorMicroseconds: Int?

  package init(
    startNanoseconds: Int, endNanoseconds: Int, userMicroseconds: Int, systemMicroseconds: Int,
    ownMicroseconds: Int? = nil, peakBytes: Int, termination: Termination, stopped: StopReason?, survivors: Int,
    turns: Turns? = nil, supervisorMicroseconds: Int? = nil
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
    self.turns = turns
    self.supervisorMicroseconds = supervisorMicroseconds
  }

  /// Wall time from the start to the end, in nanoseconds, without the time for which the build was halted.
  package var wallNanoseconds: Int { elapsedNanoseconds - (turns?.halts.reduce(0) { $0 + $1.count } ?? 0) }

  /// Wall time from the start to the end, in nanoseconds, the turns of others included.
  package var elapsedNanoseconds: Int { endNanoseconds - startNanoseconds }
}

/// How a build is halted while others have their turns; its JSON word is the raw value.
package enum HaltingMeans: String, CaseIterable, Codable, Sendable {
  /// The freezer of a control group of Linux: all processes at one stroke.
  case cgroup
  /// SIGSTOP and SIGCONT to each process of the build's session.
  case signals
}
