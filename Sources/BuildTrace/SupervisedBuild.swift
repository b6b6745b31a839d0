/// The measurements of one program by `modgauge-recorder supervise`, from just before its start to its end.
package struct SupervisedBuild: Equatable, Sendable {
  /// Why the supervisor stopped the program. The raw values are the words in JSON.
  package enum StopReason: String, CaseIterable, Sendable {
    /// The supervisor received SIGINT, SIGTERM, SIGHUP or SIGQUIT.
    case interrupted
    /// The program's timeout expired.
    case timeout
    /// The pipe on the supervisor's standard input was closed: the caller has ended, or has stopped the build.
    case lifeline
    /// A process of a build that takes turns could not be halted.
    case unhalted
  }

  /// How a build took turns with others, and when.
  package struct Turns: Equatable, Sendable {
    package let means: HaltingMeans
    /// The times during which the build was halted, in nanoseconds of the same clock; ascending and disjoint.
    package let halts: [Range<Int>]

    package init(means: HaltingMeans, halts: [Range<Int>]) {
      self.means = means
      self.halts = halts
    }
  }

  /// The time just before the program was started, in nanoseconds of the machine's monotonic clock. It is comparable
  /// only with other values of that clock, until the machine is restarted.
  package let startNanoseconds: Int

  /// The time when the end of the program was noticed, on the same clock.
  package internal(set) var endNanoseconds: Int

  /// CPU time in user mode, of the program and of all descendants that were waited for, in microseconds.
  package let userMicroseconds: Int

  /// CPU time in the kernel, of the same processes, in microseconds.
  package let systemMicroseconds: Int

  /// CPU time of the program alone, in both modes, in microseconds; `nil` if the system does not report it.
  package let ownMicroseconds: Int?

  /// Peak resident memory of the largest *single* one of these processes, in bytes.
  ///
  /// On Linux, it is at least the memory of the recorder itself, a few megabytes, which a process inherits when it is
  /// started.
  package let peakBytes: Int

  package let termination: Termination

  /// Why the program was stopped; `nil` if it ended by itself.
  package let stopped: StopReason?

  /// How many processes of the program's session outlived it and were ended by the supervisor.
  package let survivors: Int

  /// `nil` for a build that does not take turns.
  package internal(set) var turns: Turns?

  /// CPU time of the supervisor and its observer until the record was made, in microseconds; `nil` in records of older
  /// versions.
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

  /// Wall time from start to end, in nanoseconds, without the halts.
  package var wallNanoseconds: Int { elapsedNanoseconds - (turns?.halts.reduce(0) { $0 + $1.count } ?? 0) }

  /// Wall time from start to end, in nanoseconds, with the halts.
  package var elapsedNanoseconds: Int { endNanoseconds - startNanoseconds }
}

/// How a build is halted during the turns of others. The raw values are the words in JSON.
package enum HaltingMeans: String, CaseIterable, Codable, Sendable {
  /// By freezing a control group of Linux, which halts all processes at once.
  case cgroup
  /// By sending SIGSTOP and SIGCONT to each process of the build's session.
  case signals
}
