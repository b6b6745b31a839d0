#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The program that signals are forwarded to. A signal handler can only reach globals; this one is set while no signal
/// can arrive.
private nonisolated(unsafe) var receiver: pid_t = 0

/// A child that runs in place of this process: with the same arguments, environment, streams, working directory and
/// process group. There can be one at a time.
package struct ForegroundProgram {
  private let program: StartedProgram

  /// Signals that may be sent to a compiler alone instead of its process group.
  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2]

  /// Starts the program with this process's own command line.
  package init(path: String) throws(Errno) {
    var all = sigset_t()
    sigfillset(&all)
    var previous = sigset_t()
    sigprocmask(SIG_SETMASK, &all, &previous)
    defer { sigprocmask(SIG_SETMASK, &previous, nil) }
    var circumstances = StartedProgram.Circumstances()
    circumstances.heldBackSignals = previous
    program = try StartedProgram(arguments: CurrentProcess.arguments, path: path, in: circumstances)
    receiver = program.id
    for number in Self.signals { Self.handOn(number) }
  }

  /// Forwards a signal to the program. An ignored signal is not forwarded, since the program ignores it as well; nor is
  /// a signal from a terminal, which sends it to the whole process group.
  private static func handOn(_ number: Int32) {
    var previous = sigaction()
    sigaction(number, nil, &previous)
    guard !previous.isIgnored else { return }
    var action = sigaction()
    action.set { number, info, _ in
      let code = errno
      // 0 and less: sent by a process, see sigaction(2).
      if receiver > 0, let info, info.pointee.si_code <= 0 || info.pointee.si_code == userCode {
        kill(receiver, number)
      }
      errno = code
    }
    action.sa_flags = SA_SIGINFO | SA_RESTART
    sigaction(number, &action, nil)
  }

  /// Waits until the program has ended, and reaps it.
  package func wait() throws(Errno) -> (status: ProcessEnd, usage: ResourceUsage) {
    let end = try program.wait()
    receiver = 0
    return end
  }
}

#if canImport(Darwin)
  private let userCode = SI_USER
#else
  private let userCode: Int32 = 0
#endif

extension sigaction {
  fileprivate typealias Handler =
    @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) ->
    Void

  fileprivate mutating func set(_ handler: @escaping Handler) {
    #if canImport(Darwin)
      __sigaction_u.__sa_sigaction = handler
    #elseif canImport(Musl)
      __sa_handler.sa_sigaction = handler
    #else
      __sigaction_handler.sa_sigaction = handler
    #endif
  }

  fileprivate var isIgnored: Bool {
    #if canImport(Darwin)
      let handler = __sigaction_u.__sa_handler
    #elseif canImport(Musl)
      let handler = __sa_handler.sa_handler
    #else
      let handler = __sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
