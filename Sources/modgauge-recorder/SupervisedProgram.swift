import BuildTrace
import Platform

/// The program that is being run: a child of ours, and the leader of a session and of a process group.
struct SupervisedProgram {
  private let program: StartedProgram

  var id: ProcessID { program.id }

  /// Starts the program as the leader of a new session, with nothing to read.
  ///
  /// A name without a slash is looked up in `PATH`, any other from the folder where the program is to run.
  ///
  /// - Parameters:
  ///   - command: the program and its arguments.
  ///   - directory: where it is to run; `nil` for where we are.
  ///   - output, errors: where its standard output and error go.
  /// - Throws: `RecorderError` if the program cannot be started, or is not there.
  init(
    command: ArraySlice<RawWord>, directory: String?, output: FileDescriptor, errors: FileDescriptor
  ) throws(RecorderError) {
    guard let name = command.first else { throw .missingProgram }
    let nothing = try Descriptors.open("/dev/null", .readOnly, doing: "open '/dev/null'")
    defer { try? nothing.close() }
    var circumstances = StartedProgram.Circumstances()
    circumstances.streams = [(0, nothing), (1, output), (2, errors)]
    circumstances.leadsSession = true
    let home = try WorkingDirectory.enter(directory)
    defer { home?.comeBack() }
    do { program = try StartedProgram(words: command, in: circumstances) } catch {
      throw .cannotStart(program: String(cString: name), error)
    }
  }

  /// Whether it has ended, and can be reaped without waiting.
  var hasEnded: Bool { program.hasEnded }

  /// Its processes, for as long as it is not reaped.
  var session: ProcessSession { ProcessSession(ledBy: id) }

  /// CPU time of itself alone; `nil` where the system does not tell it of another process. What `reap` gives holds that of
  /// the processes that it waited for as well.
  var ownMicroseconds: Int? { ProcessTable.processorMicroseconds(of: id) }

  /// Sends a signal to its process group.
  func signalGroup(_ signal: ProcessSignal) { signal.send(toGroup: id) }

  /// Takes it off the system's list, once it has ended.
  func reap() throws(RecorderError) -> (status: ProcessEnd, usage: ResourceUsage) {
    try RecorderError.doing("wait for the program") { try program.wait() }
  }
}

/// Another folder to work in for a while. The program inherits it: `posix_spawn_file_actions_addchdir_np` is hidden from
/// Swift on Linux, and its errors could not be told from those of the program.
private struct WorkingDirectory {
  private let previous: FileDescriptor

  /// - Returns: the way back, `nil` if there is nowhere to go.
  static func enter(_ directory: String?) throws(RecorderError) -> Self? {
    guard let directory else { return nil }
    let previous = try Descriptors.open(".", .readOnly, doing: "open the current folder")
    try RecorderError.doing("enter the folder '\(directory)'") { try CurrentProcess.enter(directory) }
    return Self(previous: previous)
  }

  /// The paths of the record may be relative to it.
  func comeBack() {
    try? CurrentProcess.enter(previous)
    try? previous.close()
  }
}

extension Termination {
  init(_ status: ProcessEnd) {
    self =
      switch status {
      case .exited(let code): .exited(code: code)
      case .signalled(let number): .signalled(number: number)
      }
  }
}
