import BuildTrace
import Platform

/// The running program: a child of this process, and the leader of a session and of a process group.
struct SupervisedProgram {
  private let program: StartedProgram

  var id: ProcessID { program.id }

  /// Starts the program as the leader of a new session, with an empty standard input.
  ///
  /// A name without a slash is looked up in `PATH`; any other path is relative to the program's working directory.
  ///
  /// - Parameters:
  ///   - command: the program and its arguments.
  ///   - directory: its working directory; `nil` for that of this process.
  ///   - output, errors: its standard output and error.
  /// - Throws: `RecorderError` if the program does not exist or cannot be started.
  init(
    command: ArraySlice<RawArgument>, directory: String?, output: FileDescriptor, errors: FileDescriptor
  ) throws(RecorderError) {
    guard let name = command.first else { throw .missingProgram }
    let nothing = try Descriptors.open("/dev/null", .readOnly, doing: "open '/dev/null'")
    defer { try? nothing.close() }
    var circumstances = StartedProgram.Circumstances()
    circumstances.streams = [(0, nothing), (1, output), (2, errors)]
    circumstances.leadsSession = true
    let home = try WorkingDirectory.enter(directory)
    defer { home?.comeBack() }
    do { program = try StartedProgram(arguments: command, in: circumstances) } catch {
      throw .cannotStart(program: String(cString: name), error)
    }
  }

  /// Whether it has ended, so that `reap` does not wait.
  var hasEnded: Bool { program.hasEnded }

  /// The processes of the program; valid until the program is reaped.
  var session: ProcessSession { ProcessSession(ledBy: id) }

  /// The program's CPU time without its children; `nil` if the system does not report it. The usage that `reap` returns
  /// includes the processes that the program waited for.
  var ownMicroseconds: Int? { ProcessTable.processorMicroseconds(of: id) }

  /// Sends a signal to its process group.
  func signalGroup(_ signal: ProcessSignal) { signal.send(toGroup: id) }

  /// Waits until the program has ended, and removes its entry from the process table.
  func reap() throws(RecorderError) -> (status: ProcessEnd, usage: ResourceUsage) {
    try RecorderError.doing("wait for the program") { try program.wait() }
  }
}

/// A temporary change of the working directory, which the program inherits. `posix_spawn_file_actions_addchdir_np` is
/// not visible to Swift on Linux, and its errors could not be distinguished from those of starting the program.
private struct WorkingDirectory {
  private let previous: FileDescriptor

  /// - Returns: a value that restores the previous directory; `nil` if `directory` is `nil`.
  static func enter(_ directory: String?) throws(RecorderError) -> Self? {
    guard let directory else { return nil }
    let previous = try Descriptors.open(".", .readOnly, doing: "open the current folder")
    try RecorderError.doing("enter the folder '\(directory)'") { try CurrentProcess.enter(directory) }
    return Self(previous: previous)
  }

  /// Restores the previous directory, to which the record's path may be relative.
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
