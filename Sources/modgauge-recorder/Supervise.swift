import BuildTrace

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Runs one program to its end, whatever that is, leaves nothing of it running, and writes the record.
///
/// - Throws: `RecorderError` if there is no record: the program could not be started, or a file not be written.
func supervise(_ arguments: SuperviseArguments) throws(RecorderError) {
  try Descriptors.prepare()
  let record = try RecordFile(path: arguments.recordPath)
  do throws(RecorderError) {
    let log = try Descriptors.open(
      arguments.logPath, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, doing: "write the log '\(arguments.logPath)'")
    var supervisor = try Supervisor(arguments.command, output: log, errors: log)
    try record.write(try supervisor.run().jsonLine)
  } catch {
    record.discard()
    throw error
  }
}

/// Runs one program with our own standard output and error, leaves nothing of it running when it has ended or nobody
/// holds the lifeline any more, and ends as it did.
///
/// - Throws: `RecorderError` if it could not be started.
func run(_ command: SupervisedCommand) throws(RecorderError) -> Never {
  try Descriptors.prepare()
  let streams = try [STDOUT_FILENO, STDERR_FILENO].map { number throws(RecorderError) in
    let copy = fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    guard copy >= 0 else { throw .system(doing: "keep the standard streams", code: errno) }
    return copy
  }
  var supervisor = try Supervisor(command, output: streams[0], errors: streams[1])
  try supervisor.run().termination.imitate()
}

/// One run of a program, from its start on.
private struct Supervisor {
  private let program: SupervisedProgram
  private let startNanoseconds: Int
  private let timeoutNanoseconds: Int?
  private var wakeups: Wakeups
  private var observer: BuildObserver?

  /// Starts the program.
  init(_ command: SupervisedCommand, output: Int32, errors: Int32) throws(RecorderError) {
    wakeups = try Wakeups()
    timeoutNanoseconds = command.timeoutNanoseconds
    observer = try command.tracePath.map { path throws(RecorderError) in try BuildObserver(trace: path) }
    startNanoseconds = MonotonicClock.nowNanoseconds
    program = try SupervisedProgram(
      command: command.words, directory: command.directory, output: output, errors: errors)
    observer?.begin(session: program.pid)
  }

  mutating func run() throws(RecorderError) -> SupervisedBuild {
    do {
      return try buildToItsEnd()
    } catch {
      // Nobody would watch it any more.
      program.signalGroup(SIGKILL)
      throw error
    }
  }

  private mutating func buildToItsEnd() throws(RecorderError) -> SupervisedBuild {
    let stopped = try waitForEndOrReason()
    if stopped != nil { try stop() }
    let endNanoseconds = MonotonicClock.nowNanoseconds
    observer?.finish(at: endNanoseconds)
    // Those of a program that was stopped have had their SIGINT.
    let survivors = try Session(id: program.pid).end(gently: stopped == nil)
    observer?.finishSurvivors()
    let ownMicroseconds = program.ownMicroseconds
    let (termination, usage) = try program.reap()
    return SupervisedBuild(
      startNanoseconds: startNanoseconds, endNanoseconds: endNanoseconds,
      userMicroseconds: usage.ru_utime.microseconds, systemMicroseconds: usage.ru_stime.microseconds,
      ownMicroseconds: ownMicroseconds, peakBytes: usage.peakBytes, termination: termination, stopped: stopped,
      survivors: survivors)
  }

  /// Waits until the program has ended, or should: then says why.
  private mutating func waitForEndOrReason() throws(RecorderError) -> SupervisedBuild.StopReason? {
    let deadline = timeoutNanoseconds.map { startNanoseconds + $0 }
    while !program.hasEnded {
      let wakeup = try wakeups.next(deadline: deadline, observer: &observer)
      if let reason = SupervisedBuild.StopReason(wakeup), !program.hasEnded { return reason }
    }
    return nil
  }

  /// Ends the program, first politely: only SIGINT makes `swift build` end its compilers itself.
  private mutating func stop() throws(RecorderError) {
    program.signalGroup(SIGINT)
    if try hasEnded(within: Session.graceNanoseconds) { return }
    program.signalGroup(SIGKILL)
    guard try hasEnded(within: Session.killNanoseconds) else { throw .wouldNotEnd(processes: [program.pid]) }
  }

  private mutating func hasEnded(within nanoseconds: Int) throws(RecorderError) -> Bool {
    let deadline = MonotonicClock.nowNanoseconds + nanoseconds
    while !program.hasEnded {
      if try wakeups.next(deadline: deadline, observer: &observer).contains(.deadline) { return program.hasEnded }
    }
    return true
  }
}

extension SupervisedBuild.StopReason {
  fileprivate init?(_ wakeup: Wakeup) {
    if wakeup.contains(.stopSignal) {
      self = .interrupted
    } else if wakeup.contains(.lifelineClosed) {
      self = .lifeline
    } else if wakeup.contains(.deadline) {
      self = .timeout
    } else {
      return nil
    }
  }
}
