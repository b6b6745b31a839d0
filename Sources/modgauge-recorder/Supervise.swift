import BuildTrace
import Platform

/// Runs one program to its end, whatever that is, leaves nothing of it running, and writes the record.
///
/// - Throws: `RecorderError` if there is no record: the program could not be started, or a file not be written.
func supervise(_ arguments: SuperviseArguments) throws(RecorderError) {
  try Descriptors.prepare()
  let record = try RecordFile(path: arguments.recordPath)
  do throws(RecorderError) {
    let log = try Descriptors.openLog(arguments.logPath)
    var supervisor = try Supervisor(arguments.command, output: log, errors: log)
    try record.write(try supervisor.run().build.jsonLine)
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
  let (output, errors) = try RecorderError.doing("keep the standard streams") {
    (try FileDescriptor.standardOutput.duplicateForOwnUse(), try FileDescriptor.standardError.duplicateForOwnUse())
  }
  var supervisor = try Supervisor(command, output: output, errors: errors)
  CurrentProcess.exit(as: try supervisor.run().status)
}

/// One run of a program, from its start on.
private struct Supervisor {
  private let program: SupervisedProgram
  private let startNanoseconds: Int
  private let timeoutNanoseconds: Int?
  private var wakeups: Wakeups
  private var observer: BuildObserver?

  /// Starts the program.
  init(_ command: SupervisedCommand, output: FileDescriptor, errors: FileDescriptor) throws(RecorderError) {
    wakeups = try Wakeups()
    timeoutNanoseconds = command.timeoutNanoseconds
    observer = try command.tracePath.map { path throws(RecorderError) in try BuildObserver(trace: path) }
    startNanoseconds = MonotonicClock.nowNanoseconds
    program = try SupervisedProgram(
      command: command.words, directory: command.directory, output: output, errors: errors)
    observer?.begin(session: program.id)
  }

  mutating func run() throws(RecorderError) -> (build: SupervisedBuild, status: ProcessEnd) {
    do {
      return try buildToItsEnd()
    } catch {
      // Nobody would watch it any more.
      program.signalGroup(.kill)
      throw error
    }
  }

  private mutating func buildToItsEnd() throws(RecorderError) -> (build: SupervisedBuild, status: ProcessEnd) {
    let stopped = try waitForEndOrReason()
    if stopped != nil { try stop() }
    let endNanoseconds = MonotonicClock.nowNanoseconds
    observer?.finish(at: endNanoseconds)
    // Those of a program that was stopped have had their SIGINT.
    let survivors: Int
    do { survivors = try program.session.end(gently: stopped == nil) } catch { throw RecorderError(error) }
    observer?.finishSurvivors()
    let ownMicroseconds = program.ownMicroseconds
    let (status, usage) = try program.reap()
    let build = SupervisedBuild(
      startNanoseconds: startNanoseconds, endNanoseconds: endNanoseconds, userMicroseconds: usage.userMicroseconds,
      systemMicroseconds: usage.systemMicroseconds, ownMicroseconds: ownMicroseconds, peakBytes: usage.peakBytes,
      termination: Termination(status), stopped: stopped, survivors: survivors)
    return (build, status)
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
    program.signalGroup(.interrupt)
    if try hasEnded(within: ProcessSession.graceNanoseconds) { return }
    program.signalGroup(.kill)
    guard try hasEnded(within: ProcessSession.killNanoseconds) else { throw .wouldNotEnd(processes: [program.id]) }
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
