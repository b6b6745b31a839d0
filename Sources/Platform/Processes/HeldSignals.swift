#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Signals that arrive only while the main thread waits for them, so that none is missed.
package struct HeldSignals {
  /// What else is blocked.
  private var others = sigset_t()

  /// Holds signals back. Threads that are started later must block them, too, as those of Dispatch do.
  package init(_ signals: [ProcessSignal]) {
    var held = sigset_t()
    sigemptyset(&held)
    for signal in signals { sigaddset(&held, signal.rawValue) }
    sigprocmask(SIG_BLOCK, &held, &others)
    // The program that started this one may have blocked them.
    for signal in signals { sigdelset(&others, signal.rawValue) }
  }

  /// Waits until a signal arrives that has a handler.
  package func wait() {
    var others = others
    sigsuspend(&others)
  }

  /// The same for a limited time.
  package func wait(atMostNanoseconds nanoseconds: Int) {
    var others = others
    let second = MonotonicClock.nanosecondsPerSecond
    var time = timespec(tv_sec: nanoseconds / second, tv_nsec: nanoseconds % second)
    pselect(0, nil, nil, nil, &time, &others)
  }
}
