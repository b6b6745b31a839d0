#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The writing end of the pipe. A signal handler can only reach globals; this one is set before the handler is
/// installed, and never changed afterwards.
private nonisolated(unsafe) var writeEnd: Int32 = -1

/// Turns signals into bytes of a pipe, which can be polled. There can be one per process.
package struct SignalPipe {
  /// Becomes readable when a signal arrives.
  package let readEnd: FileDescriptor

  /// Installs handlers for these signals. Unblocks all signals, since the program that started this process may have
  /// blocked some.
  package init(_ signals: [ProcessSignal]) throws(Errno) {
    let ends = try FileDescriptor.pipeForOwnUse()
    // A full pipe must not block the handler; the bytes already in it wake the reader as well.
    for end in [ends.readEnd, ends.writeEnd] { _ = fcntl(end.rawValue, F_SETFL, O_NONBLOCK) }
    readEnd = ends.readEnd
    writeEnd = ends.writeEnd.rawValue
    for signal in signals { Self.install(signal.rawValue) }
    var none = sigset_t()
    sigemptyset(&none)
    sigprocmask(SIG_SETMASK, &none, nil)
  }

  private static func install(_ number: Int32) {
    let handler: @convention(c) (Int32) -> Void = { number in
      let code = errno
      var byte = UInt8(truncatingIfNeeded: number)
      _ = write(writeEnd, &byte, 1)
      errno = code
    }
    var action = sigaction()
    #if canImport(Darwin)
      action.__sigaction_u.__sa_handler = handler
    #elseif canImport(Musl)
      action.__sa_handler.sa_handler = handler
    #else
      action.__sigaction_handler.sa_handler = handler
    #endif
    action.sa_flags = SA_NOCLDSTOP | SA_RESTART
    sigaction(number, &action, nil)
  }

  /// The signals that have arrived since the last call.
  package func received() -> Set<ProcessSignal> {
    var signals: Set<ProcessSignal> = []
    while let numbers = try? readEnd.read(atMost: 64), !numbers.isEmpty {
      for number in numbers { signals.insert(ProcessSignal(rawValue: Int32(number))) }
    }
    return signals
  }
}
