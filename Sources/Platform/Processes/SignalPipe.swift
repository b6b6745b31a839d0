#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The writing end of the pipe. The handler can reach nothing that is not global; it is set before the handler is
/// installed and not changed after.
private nonisolated(unsafe) var writeEnd: Int32 = -1

/// Signals as bytes that can be waited for. There can be one in a process.
package struct SignalPipe {
  /// What can be read once a signal has come.
  package let readEnd: FileDescriptor

  /// Installs handlers for these signals. Whoever started this process may have held any of them back: none is from now
  /// on.
  package init(_ signals: [ProcessSignal]) throws(Errno) {
    let ends = try FileDescriptor.pipeForOwnUse()
    // A full pipe must not block the handler; what is already in it wakes us as well.
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

  /// The signals that have come since the call before.
  package func received() -> Set<ProcessSignal> {
    var signals: Set<ProcessSignal> = []
    while let numbers = try? readEnd.read(atMost: 64), !numbers.isEmpty {
      for number in numbers { signals.insert(ProcessSignal(rawValue: Int32(number))) }
    }
    return signals
  }
}
