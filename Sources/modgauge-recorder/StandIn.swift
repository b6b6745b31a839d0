import BuildTrace

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The recorder under another program's name, in a shadow toolchain: it runs the real program as if it were that, and
/// tells afterwards what it cost.
struct StandIn {
  private let name: String
  private let realPath: String

  /// - Returns: `nil` where the program goes by its own name.
  init?() {
    guard let path = Self.ownPath, let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    name = String(path[path.utf8.index(after: slash)...])
    guard StandIns.programs.contains(name) else { return nil }
    realPath = "\(path[..<slash])/\(StandIns.realPrograms)/\(name)"
  }

  /// Where this program lies under the name that it was started by; not what the caller says, which may lack the folder.
  private static var ownPath: String? {
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

  /// Runs the real program and ends as it did.
  func run() -> Never {
    guard let log = TraceLog() else {
      execv(realPath, CommandLine.unsafeArgv)
      Self.giveUp(realPath, code: errno)
    }
    let parent = getenv(StandIns.parentVariable).flatMap { Int(String(cString: $0)) }
    // Not the child's own number, and not that of its parent: a driver with a single job becomes its frontend.
    setenv(StandIns.parentVariable, String(getpid()), 1)
    let start = MonotonicClock.nowNanoseconds
    let child: ForegroundProgram
    do { child = try ForegroundProgram(path: realPath) } catch { Self.giveUp(realPath, code: error.code) }
    // While it runs, this costs no time.
    let job = Job(program: name, words: Self.words, contents: SmallFile.contents)
    let end = child.wait()
    TestDelay()?.pass(after: job)
    log.append(
      CompilerEvent(
        processID: Int(getpid()), parentProcessID: parent, startNanoseconds: start,
        endNanoseconds: MonotonicClock.nowNanoseconds, userMicroseconds: end.usage.ru_utime.microseconds,
        systemMicroseconds: end.usage.ru_stime.microseconds, peakBytes: end.usage.peakBytes,
        termination: end.termination, program: name, job: job))
    end.termination.imitate()
  }

  private static var words: [String] {
    UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)).dropFirst().compactMap {
      $0.map { String(cString: $0) }
    }
  }

  /// As a shell does where there is no such program, or one that cannot be run.
  private static func giveUp(_ path: String, code: Int32) -> Never {
    let error = RecorderError.cannotStart(program: path, code: code)
    Descriptors.writeToStandardError("modgauge-recorder: error: \(error)\n")
    exit(code == ENOENT ? 127 : 126)
  }
}

extension Termination {
  /// Ends this process in the same way.
  func imitate() -> Never {
    switch self {
    case .exited(let code): exit(Int32(code))
    case .signalled(let number):
      // The program has left its core; ours would take its place.
      var none = rlimit(rlim_cur: 0, rlim_max: 0)
      setrlimit(coreLimit, &none)
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, Int32(number))
      signal(Int32(number), SIG_DFL)
      sigprocmask(SIG_UNBLOCK, &signals, nil)
      kill(getpid(), Int32(number))
      // Some signals end nobody by default.
      exit(128 + Int32(number))
    }
  }

  #if canImport(Glibc)
    private var coreLimit: Int32 { Int32(RLIMIT_CORE.rawValue) }
  #else
    private var coreLimit: Int32 { RLIMIT_CORE }
  #endif
}
