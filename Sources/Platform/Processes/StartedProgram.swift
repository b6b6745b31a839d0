#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  @preconcurrency import Glibc
#endif

/// A word of a command line as the system passes it: bytes that end with 0.
package typealias RawArgument = UnsafeMutablePointer<CChar>

/// A program that was started as a child of this process.
///
/// Until it is waited for, its number stays in use, even after it has ended, and so does that of the session or process
/// group that it leads. So a signal to that number cannot reach an unrelated process.
package struct StartedProgram: Sendable {
  package let id: ProcessID

  /// What a program gets besides its command line: descriptors, environment and signals.
  package struct Circumstances {
    /// Descriptors of the program by number, each a duplicate of one of this process. The program also inherits the
    /// other descriptors that are not close-on-exec.
    package var streams: [(number: Int32, source: FileDescriptor)] = []
    /// Whether the program leads its own session, with default signal actions.
    package var leadsSession = false
    /// The program's environment as `NAME=VALUE`; `nil` for that of this process.
    package var environment: [String]?
    /// The signals that are blocked in the program. `nil` for none, even if the calling thread blocks some, as
    /// Dispatch's threads do.
    var heldBackSignals: sigset_t?

    package init() {}
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - arguments: its command line, `argv[0]` included.
  ///   - path: the program; `nil` if the first word names it, by a path or by a name that is looked up in `PATH`.
  /// - Throws: `Errno` if it does not exist or cannot be started.
  package init(
    arguments: some Sequence<RawArgument>, path: String? = nil, in circumstances: Circumstances = Circumstances()
  ) throws(Errno) {
    let arguments = arguments.map(Optional.some) + [nil]
    guard let name = arguments[0] else { throw .invalidArgument }
    var actions = SpawnActions(circumstances.streams)
    defer { actions.destroy() }
    var attributes = SpawnAttributes(circumstances)
    defer { attributes.destroy() }
    var id: ProcessID = 0
    let code = Self.withVariables(circumstances.environment) { variables in
      if let path {
        posix_spawn(&id, path, &actions.actions, &attributes.attributes, arguments, variables)
      } else {
        posix_spawnp(&id, name, &actions.actions, &attributes.attributes, arguments, variables)
      }
    }
    guard code == 0 else { throw Errno(rawValue: code) }
    self.id = id
  }

  /// Starts a program with these arguments.
  ///
  /// - Parameter path: the program, by a path or by a name that is looked up in `PATH`, and its `argv[0]`.
  /// - Throws: `Errno` if it does not exist or cannot be started.
  package init(
    path: String, arguments: [String], in circumstances: Circumstances = Circumstances()
  ) throws(Errno) {
    let arguments = ([path] + arguments).compactMap { strdup($0) }
    defer { arguments.forEach { free($0) } }
    try self.init(arguments: arguments, in: circumstances)
  }

  private static func withVariables(
    _ environment: [String]?, _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>?) -> Int32
  ) -> Int32 {
    guard let environment else { return body(CurrentProcess.environment.map { UnsafePointer($0) }) }
    let variables = environment.map { strdup($0) } + [nil]
    defer { variables.forEach { free($0) } }
    return body(variables)
  }
}

extension StartedProgram {
  /// Whether it has ended, so that ``wait()`` returns at once.
  package var hasEnded: Bool {
    var info = siginfo_t()
    var result: Int32
    repeat {
      result = waitid(P_PID, id_t(id), &info, WEXITED | WNOHANG | WNOWAIT)
    } while result != 0 && errno == EINTR
    // `si_signo` is 0 if there is nothing to report.
    return result == 0 && info.si_signo == SIGCHLD
  }

  /// Waits until it has ended, and reaps it.
  ///
  /// - Returns: how it ended, and the resources used by it and by the processes that it waited for.
  @discardableResult
  package func wait() throws(Errno) -> (status: ProcessEnd, usage: ResourceUsage) {
    var status: Int32 = 0
    var usage = rusage()
    try Errno.check { wait4(id, &status, 0, &usage) }
    return (ProcessEnd(waitStatus: status), ResourceUsage(usage))
  }
}

/// What the child does before it executes the program. These calls can fail only for lack of memory.
private struct SpawnActions {
  #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
  #else
    var actions = posix_spawn_file_actions_t()
  #endif

  init(_ streams: [(number: Int32, source: FileDescriptor)]) {
    posix_spawn_file_actions_init(&actions)
    for (number, source) in streams { posix_spawn_file_actions_adddup2(&actions, source.rawValue, number) }
  }

  mutating func destroy() {
    posix_spawn_file_actions_destroy(&actions)
  }
}

private struct SpawnAttributes {
  #if canImport(Darwin)
    var attributes: posix_spawnattr_t?
  #else
    var attributes = posix_spawnattr_t()
  #endif

  #if canImport(Darwin)
    private static let newSession = Int32(POSIX_SPAWN_SETSID)
  #else
    /// `POSIX_SPAWN_SETSID` of glibc's and musl's `spawn.h`, which declare it only with `_GNU_SOURCE`.
    private static let newSession: Int32 = 0x80
  #endif

  init(_ circumstances: StartedProgram.Circumstances) {
    posix_spawnattr_init(&attributes)
    var mask = sigset_t()
    sigemptyset(&mask)
    if let held = circumstances.heldBackSignals { mask = held }
    posix_spawnattr_setsigmask(&attributes, &mask)
    var flags = Int32(POSIX_SPAWN_SETSIGMASK)
    if circumstances.leadsSession {
      flags |= Self.newSession
      setDefaultSignals(&flags)
    }
    posix_spawnattr_setflags(&attributes, Int16(truncatingIfNeeded: flags))
  }

  private mutating func setDefaultSignals(_ flags: inout Int32) {
    flags |= Int32(POSIX_SPAWN_SETSIGDEF)
    #if canImport(Darwin)
      flags |= Int32(POSIX_SPAWN_CLOEXEC_DEFAULT)
    #endif
    var signals = sigset_t()
    sigfillset(&signals)
    // The actions of these two cannot be changed, and some systems report an error for an attempt.
    sigdelset(&signals, SIGKILL)
    sigdelset(&signals, SIGSTOP)
    posix_spawnattr_setsigdefault(&attributes, &signals)
  }

  mutating func destroy() {
    posix_spawnattr_destroy(&attributes)
  }
}
