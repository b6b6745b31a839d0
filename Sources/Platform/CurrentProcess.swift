#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  @preconcurrency import Glibc
#endif

/// This process.
package enum CurrentProcess {
  package static var id: ProcessID { getpid() }

  /// Whose rights it has.
  package static var userID: UInt32 { geteuid() }

  /// Where its program lies under the name that it was started by: of several hard links the one that was used. It is
  /// not what the caller says, who may leave the folder out.
  package static var executablePath: String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX) + 1) { buffer in
      guard let path = buffer.baseAddress else { return nil }
      #if canImport(Darwin)
        var size = UInt32(buffer.count)
        guard _NSGetExecutablePath(path, &size) == 0 else { return nil }
      #else
        let length = readlink("/proc/self/exe", path, buffer.count - 1)
        guard length > 0 else { return nil }
        path[length] = 0
      #endif
      return String(cString: path)
    }
  }

  /// The folder that relative paths start from; `nil` where it was removed.
  package static var workingFolder: String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

  /// Makes a folder the one that relative paths start from.
  package static func enter(_ folder: String) throws(Errno) {
    try Errno.check { chdir(folder) }
  }

  package static func enter(_ folder: FileDescriptor) throws(Errno) {
    try Errno.check { fchdir(folder.rawValue) }
  }

  /// How many files it may have open at once.
  package static var mostOpenFiles: Int {
    var limit = rlimit()
    getrlimit(ResourceLimit.openFiles, &limit)
    return Int(clamping: limit.rlim_cur)
  }

  /// The value of a variable; `nil` where there is none.
  package static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Sets a variable, for programs that are started from now on as well. No other thread may look at variables meanwhile.
  package static func setVariable(_ name: String, to value: String) {
    setenv(name, value, 1)
  }

  static var environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> {
    #if canImport(Darwin)
      _NSGetEnviron().pointee
    #else
      environ
    #endif
  }

  /// The words that it was called with, as bytes: `CommandLine.arguments` repairs those that are not UTF-8. They live as
  /// long as the process.
  package static var words: [RawWord] {
    UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)).compactMap { $0 }
  }

  /// Becomes another program, with the words that it was called with itself.
  /// - Returns: why it cannot.
  package static func become(_ program: String) -> Errno {
    execv(program, CommandLine.unsafeArgv)
    return .last
  }

  /// Ends it.
  package static func exit(_ code: Int32) -> Never {
    systemExit(code)
  }

  /// Ends it in the way that another process ended, but without leaving a core.
  package static func exit(as status: ProcessEnd) -> Never {
    switch status {
    case .exited(let code): exit(Int32(code))
    case .signalled(let number):
      var none = rlimit(rlim_cur: 0, rlim_max: 0)
      setrlimit(ResourceLimit.core, &none)
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, Int32(number))
      ProcessSignal(rawValue: Int32(number)).restoreDefault()
      sigprocmask(SIG_UNBLOCK, &signals, nil)
      kill(id, Int32(number))
      // Some signals end nobody by default.
      exit(128 + Int32(number))
    }
  }
}

private enum ResourceLimit {
  #if canImport(Glibc)
    static let openFiles = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    static let core = __rlimit_resource_t(RLIMIT_CORE.rawValue)
  #else
    static let openFiles = RLIMIT_NOFILE
    static let core = RLIMIT_CORE
  #endif
}

/// The member above has the name of this function, and would be found first.
private func systemExit(_ code: Int32) -> Never { exit(code) }
