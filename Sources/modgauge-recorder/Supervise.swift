import BuildTrace
import Platform

/// Runs one program until it has ended or must be stopped, ends its remaining processes, and writes the record.
///
/// - Throws: `RecorderError` if there is no record: the program could not be started, or a file could not be written.
func supervise(_ arguments: SuperviseArguments) throws(RecorderError) {
  try Descriptors.prepare()
  let record = try RecordFile(path: arguments.recordPath)
  do throws(RecorderError) {
    let log = try Descriptors.openLog(arguments.logPath)
    var supervisor = try Supervision(arguments.command, output: log, errors: log)
    try record.write(try supervisor.run().build.jsonLine)
  } catch {
    record.discard()
    throw error
  }
}

/// Runs one program with this process's standard output and error. When the program has ended or the lifeline is
/// closed, ends its remaining processes, and exits in the same way as the program.
///
/// - Throws: `RecorderError` if it could not be started.
func run(_ command: SupervisedCommand) throws(RecorderError) -> Never {
  try Descriptors.prepare()
  let (output, errors) = try RecorderError.doing("keep the standard streams") {
    (try FileDescriptor.standardOutput.duplicateForOwnUse(), try FileDescriptor.standardError.duplicateForOwnUse())
  }
  var supervisor = try Supervision(command, output: output, errors: errors)
  CurrentProcess.exit(as: try supervisor.run().status)
}

/// One run of a program, from its start.
private struct Supervision {
  private let program: SupervisedProgram
  private let startNanoseconds: Int
  private let timeoutNanoseconds: Int?
  private var wakeups: Wakeups
  private var observer: BuildObserver?
  /// `nil` if the program is never halted.
  private var turns: HaltedTurns?

  /// Starts the program.
  init(_ command: SupervisedCommand, output: FileDescriptor, errors: FileDescriptor) throws(RecorderError) {
    wakeups = try Wakeups()
    timeoutNanoseconds = command.timeoutNanoseconds
    observer = try command.tracePath.map { path throws(RecorderError) in try BuildObserver(trace: path) }
    turns = try command.turns.map { way throws(RecorderError) in try HaltedTurns(means: way.means) }
    if turns != nil { try wakeups.waitForTurn() }
    (program, startNanoseconds) = try Self.start(command, turns, output: output, errors: errors)
    observer?.begin(session: program.id)
  }

  private static func start(
    _ command: SupervisedCommand, _ turns: HaltedTurns?, output: FileDescriptor, errors: FileDescriptor
  ) throws(RecorderError) -> (SupervisedProgram, startNanoseconds: Int) {
    func started() throws(RecorderError) -> (SupervisedProgram, startNanoseconds: Int) {
      let now = MonotonicClock.nowNanoseconds
      let program = try SupervisedProgram(
        command: command.arguments, directory: command.directory, output: output, errors: errors)
      return (program, now)
    }
    guard let turns else { return try started() }
    return try turns.including(started)
  }

  mutating func run() throws(RecorderError) -> (build: SupervisedBuild, status: ProcessEnd) {
    do {
      return try buildToItsEnd()
    } catch {
      // After this error, nothing supervises the program.
      turns?.resume(program.session)
      program.signalGroup(.kill)
      _ = try? program.session.end(gently: false)
      _ = turns?.endStrays()
      throw error
    }
  }

  private mutating func buildToItsEnd() throws(RecorderError) -> (build: SupervisedBuild, status: ProcessEnd) {
    let stopped = try waitForEndOrReason()
    // Only SIGKILL ends a halted process.
    turns?.resume(program.session)
    if stopped != nil { try stop() }
    let endNanoseconds = MonotonicClock.nowNanoseconds
    observer?.finish(at: endNanoseconds)
    // A program that was stopped has already received SIGINT.
    var survivors: Int
    do { survivors = try program.session.end(gently: stopped == nil) } catch { throw RecorderError(error) }
    survivors += turns?.endStrays() ?? 0
    observer?.finishSurvivors()
    let ownMicroseconds = program.ownMicroseconds
    let (status, usage) = try program.reap()
    let build = SupervisedBuild(
      startNanoseconds: startNanoseconds, endNanoseconds: endNanoseconds, userMicroseconds: usage.userMicroseconds,
      systemMicroseconds: usage.systemMicroseconds, ownMicroseconds: ownMicroseconds, peakBytes: usage.peakBytes,
      termination: Termination(status), stopped: stopped, survivors: survivors, turns: turns?.told,
      supervisorMicroseconds: ResourceUsage.own?.processorMicroseconds)
    return (build, status)
  }

  /// Waits until the program has ended or must be stopped.
  /// - Returns: the reason to stop it; `nil` if it has ended.
  private mutating func waitForEndOrReason() throws(RecorderError) -> SupervisedBuild.StopReason? {
    while !program.hasEnded {
      let wakeup = try nextWakeup()
      if let reason = SupervisedBuild.StopReason(wakeup), !program.hasEnded { return reason }
      if try take(wakeup) == .unhalted { return .unhalted }
    }
    return nil
  }

  /// Waits for the next event. While the program is halted, it is not observed, and its timeout does not run.
  private mutating func nextWakeup() throws(RecorderError) -> Wakeup {
    if turns?.isHalted == true {
      var blind: BuildObserver?
      return try wakeups.next(deadline: nil, observer: &blind)
    }
    let deadline = timeoutNanoseconds.map { startNanoseconds + (turns?.haltedNanoseconds ?? 0) + $0 }
    return try wakeups.next(deadline: deadline, observer: &observer)
  }

  /// Halts or resumes a program that takes turns as the lifeline requests, and confirms a halt.
  /// - Returns: `.unhalted` if the program cannot be halted; otherwise `nil`.
  private mutating func take(_ wakeup: Wakeup) throws(RecorderError) -> SupervisedBuild.StopReason? {
    // Without turns, nothing would be halted, and standard output may be the program's own.
    if wakeup.contains(.halt), turns != nil, !program.hasEnded {
      do throws(RecorderError) { try turns?.halt(program.session) } catch {
        guard case .wouldNotHalt = error else { throw error }
        return .unhalted
      }
      TurnMessage.tellHalted()
    }
    if wakeup.contains(.turn) { turns?.resume(program.session) }
    return nil
  }

  /// Stops the program by SIGINT, so that `swift build` ends its compilers itself, and if that fails, by SIGKILL.
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
