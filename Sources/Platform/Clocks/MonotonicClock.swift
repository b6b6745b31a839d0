#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A clock that cannot be set, and that stops while the machine sleeps.
package enum MonotonicClock {
  package static let nanosecondsPerSecond = 1_000_000_000

  /// Nanoseconds since an unspecified moment, which is the same for all processes until the machine is restarted.
  package static var nowNanoseconds: Int { nanoseconds(of: waking) }

  /// The same clock plus the time that the machine has slept since that moment.
  package static var nowWithSleepNanoseconds: Int { nanoseconds(of: withSleep) }

  /// Sleeps until ``nowNanoseconds`` is `end`. Signal handlers run in the meantime.
  package static func sleep(untilNanoseconds end: Int) {
    while case let left = end - nowNanoseconds, left > 0 {
      var time = timespec(tv_sec: left / nanosecondsPerSecond, tv_nsec: left % nanosecondsPerSecond)
      nanosleep(&time, nil)
    }
  }

  #if canImport(Darwin)
    // Darwin's CLOCK_MONOTONIC keeps running during sleep, unlike Linux's.
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
