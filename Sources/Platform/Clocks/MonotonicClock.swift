#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A clock that nobody can set, and that stands still while the machine sleeps.
package enum MonotonicClock {
  package static let nanosecondsPerSecond = 1_000_000_000

  /// Nanoseconds since some moment, the same one for all processes until the machine starts again.
  package static var nowNanoseconds: Int { nanoseconds(of: waking) }

  /// The same, but with the time that the machine slept since that moment.
  package static var nowWithSleepNanoseconds: Int { nanoseconds(of: withSleep) }

  /// Lets the time pass. Signals are handled meanwhile.
  package static func sleep(untilNanoseconds end: Int) {
    while case let left = end - nowNanoseconds, left > 0 {
      var time = timespec(tv_sec: left / nanosecondsPerSecond, tv_nsec: left % nanosecondsPerSecond)
      nanosleep(&time, nil)
    }
  }

  #if canImport(Darwin)
    // Darwin's CLOCK_MONOTONIC goes on in sleep, unlike Linux's.
    private static let (waking, withSleep) = (CLOCK_UPTIME_RAW, CLOCK_MONOTONIC_RAW)
  #else
    private static let (waking, withSleep) = (CLOCK_MONOTONIC, CLOCK_BOOTTIME)
  #endif

  private static func nanoseconds(of clock: clockid_t) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return time.nanoseconds
  }
}

extension timespec {
  var nanoseconds: Int { Int(tv_sec) &* MonotonicClock.nanosecondsPerSecond &+ Int(tv_nsec) }
}
