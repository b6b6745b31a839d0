#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Signals that arrive only while the main thread waits for them, so that none is missed.
package struct HeldSignals {
  /// What was blocked before.
  private var others = sigset_t()

  /// Holds signals back. Threads that are started later must block them, too, as those of Dispatch do.
  package init(_ signals: [ProcessSignal]) {
    var held = sigset_t()
    sigemptyset(&held)
    for signal in signals { sigaddset(&held, signal.rawValue) }
    sigprocmask(SIG_BLOCK, &held, &others)
  }

  /// Waits until another thread ends this process.
  /// - Parameter notice: is called after each signal that had a handler.
  package func wait(_ notice: () -> Void) -> Never {
    var others = others
    while true {
      sigsuspend(&others)
      notice()
    }
  }
}
