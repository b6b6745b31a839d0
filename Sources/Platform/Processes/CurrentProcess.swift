#if os(Linux)
  import CPlatform
#endif
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

  /// The number of the effective user, whose rights this process has.
  package static var userID: UInt32 { geteuid() }

  /// The path by which this program was started; of several hard links, the one that was used. It does not depend on
  /// `argv[0]`, which may lack the folder. Absolute on Linux; `nil` if the system does not report it.
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

  /// The current directory, absolute; `nil` if it was removed.
  package static var workingFolder: String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

  /// Changes the current directory.
  package static func enter(_ folder: String) throws(Errno) {
    try Errno.check { chdir(folder) }
  }

  package static func enter(_ folder: FileDescriptor) throws(Errno) {
    try Errno.check { fchdir(folder.rawValue) }
  }

  /// The limit on open file descriptors (`RLIMIT_NOFILE`).
  package static var mostOpenFiles: Int {
    var limit = rlimit()
    getrlimit(ResourceLimit.openFiles, &limit)
    return Int(clamping: limit.rlim_cur)
  }

  /// The value of an environment variable; `nil` if it is not set.
  package static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Sets an environment variable, which programs started from now on inherit. No other thread may read the environment
  /// at the same time.
  package static func setVariable(_ name: String, to value: String) {
    setenv(name, value, 1)
  }

  /// Removes an environment variable; the same applies.
  package static func removeVariable(_ name: String) {
    unsetenv(name)
  }

  /// The environment as C has it: `NAME=VALUE`, ended by `nil`.
  static var environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    #if canImport(Darwin)
      _NSGetEnviron().pointee
    #else
      environ
    #endif
  }

  /// The command line (`argv`) as bytes, since `CommandLine.arguments` replaces invalid UTF-8. The pointers are valid
  /// as long as the process lives.
  package static var arguments: [RawArgument] {
    UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)).compactMap { $0 }
  }

  /// Replaces this process by another program (`exec`), with this process's own command line.
  /// - Returns: why it failed; if it succeeds, it does not return.
  package static func become(_ program: String) -> Errno {
    execv(program, CommandLine.unsafeArgv)
    return .last
  }

  /// Ends this process, as C's `exit` does.
  package static func exit(_ code: Int32) -> Never {
    systemExit(code)
  }

  /// Ends this process at once, whatever its threads are doing (`_exit`).
  package static func exitAtOnce(_ code: Int32) -> Never {
    _exit(code)
  }

  /// The home folder of the effective user's account; `nil` if it has none.
  package static var accountHome: String? {
    var (account, found) = (passwd(), UnsafeMutablePointer<passwd>?.none)
    var buffer = [CChar](repeating: 0, count: 1 << 14)
    guard getpwuid_r(geteuid(), &account, &buffer, buffer.count, &found) == 0, found != nil else { return nil }
    return account.pw_dir.map { String(cString: $0) }
  }

  /// Exits as another process did: with its exit code, or by its signal, but without a core dump.
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
      // Some signals do not end a process by default.
      exit(128 + Int32(number))
    }
  }
}

extension CurrentProcess {
  /// Lets the heaps of threads grow by 64 MiB of address space, and keep what is freed. Call it before any thread is
  /// started.
  ///
  /// By default, glibc lets them grow by one page at a time. All asynchronous code runs in such threads: loading 10,000
  /// modules took 18,000 system calls.
  package static func growHeapsInLargeSteps() {
    #if os(Linux)
      grow_heaps_in_large_steps()
    #endif
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

/// `CurrentProcess.exit` shadows the C function of that name.
private func systemExit(_ code: Int32) -> Never { exit(code) }
