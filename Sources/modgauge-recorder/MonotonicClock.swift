#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A clock that nobody can set, and that stands still while the machine sleeps.
enum MonotonicClock {
  static let nanosecondsPerSecond = 1_000_000_000

  /// Nanoseconds since some moment, the same one for all processes until the machine starts again.
  static var nowNanoseconds: Int {
    var time = timespec()
    #if canImport(Darwin)
      // Darwin's CLOCK_MONOTONIC goes on in sleep, unlike Linux's.
      clock_gettime(CLOCK_UPTIME_RAW, &time)
    #else
      clock_gettime(CLOCK_MONOTONIC, &time)
    #endif
    return Int(time.tv_sec) * nanosecondsPerSecond + Int(time.tv_nsec)
  }
}
