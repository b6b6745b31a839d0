#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  @preconcurrency import Glibc
#endif

extension SupervisedProgram {
  /// Starts the program as the leader of a new session, with nothing to read.
  ///
  /// A name without a slash is looked up in `PATH`, any other from the folder where the program is to run.
  ///
  /// - Parameters:
  ///   - command: the program and its arguments.
  ///   - directory: where it is to run; `nil` for where we are.
  ///   - output, errors: where its standard output and error go.
  /// - Throws: `RecorderError` if the program cannot be started, or not there.
  init(command: ArraySlice<RawWord>, directory: String?, output: Int32, errors: Int32) throws(RecorderError) {
    let nothing = try Descriptors.open("/dev/null", O_RDONLY, doing: "open '/dev/null'")
    defer { close(nothing) }
    var actions = SpawnActions()
    defer { actions.destroy() }
    actions.connect([STDIN_FILENO: nothing, STDOUT_FILENO: output, STDERR_FILENO: errors])
    var attributes = SpawnAttributes()
    defer { attributes.destroy() }
    let home = try WorkingDirectory.enter(directory)
    defer { home?.comeBack() }
    pid = try Self.spawn(command, actions: &actions, attributes: &attributes)
  }

  private static func spawn(
    _ command: ArraySlice<RawWord>, actions: inout SpawnActions, attributes: inout SpawnAttributes
  ) throws(RecorderError) -> pid_t {
    guard let program = command.first else { throw .missingProgram }
    var pid: pid_t = 0
    let code = posix_spawnp(
      &pid, program, &actions.actions, &attributes.attributes, command.map(Optional.some) + [nil], environment)
    guard code == 0 else { throw .cannotStart(program: String(cString: program), code: code) }
    return pid
  }

  private static var environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> {
    #if canImport(Darwin)
      _NSGetEnviron().pointee
    #else
      environ
    #endif
  }
}

/// Another folder to work in for a while. The program inherits it: `posix_spawn_file_actions_addchdir_np` is hidden from
/// Swift on Linux, and its errors could not be told from those of the program.
private struct WorkingDirectory {
  private let previous: Int32

  /// - Returns: the way back, `nil` if there is nowhere to go.
  static func enter(_ directory: String?) throws(RecorderError) -> Self? {
    guard let directory else { return nil }
    let previous = try Descriptors.open(".", O_RDONLY, doing: "open the current folder")
    guard chdir(directory) == 0 else { throw .system(doing: "enter the folder '\(directory)'", code: errno) }
    return Self(previous: previous)
  }

  /// The paths of the record may be relative to it.
  func comeBack() {
    _ = fchdir(previous)
    close(previous)
  }
}

/// What the child does before it becomes the program. The system's calls can fail only for lack of memory.
private struct SpawnActions {
  #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
  #else
    var actions = posix_spawn_file_actions_t()
  #endif

  init() {
    posix_spawn_file_actions_init(&actions)
  }

  mutating func connect(_ descriptors: KeyValuePairs<Int32, Int32>) {
    for (target, source) in descriptors { posix_spawn_file_actions_adddup2(&actions, source, target) }
  }

  mutating func destroy() {
    posix_spawn_file_actions_destroy(&actions)
  }
}

/// A session of its own, and signals as if nobody had touched them.
private struct SpawnAttributes {
  #if canImport(Darwin)
    var attributes: posix_spawnattr_t?
  #else
    var attributes = posix_spawnattr_t()
  #endif

  #if canImport(Darwin)
    private static let newSession = Int32(POSIX_SPAWN_SETSID)
  #else
    /// `POSIX_SPAWN_SETSID` in the `spawn.h` of glibc and of musl, which show it only to those who define `_GNU_SOURCE`.
    private static let newSession: Int32 = 0x80
  #endif

  init() {
    posix_spawnattr_init(&attributes)
    var flags = Self.newSession | Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
    #if canImport(Darwin)
      flags |= Int32(POSIX_SPAWN_CLOEXEC_DEFAULT)
    #endif
    posix_spawnattr_setflags(&attributes, Int16(truncatingIfNeeded: flags))
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    // Nothing can be set for these two, and some systems refuse to try.
    sigdelset(&signals, SIGKILL)
    sigdelset(&signals, SIGSTOP)
    posix_spawnattr_setsigdefault(&attributes, &signals)
  }

  mutating func destroy() {
    posix_spawnattr_destroy(&attributes)
  }
}
