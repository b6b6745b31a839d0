#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The machine's processes.
package enum ProcessTable {
  /// The session that a process belongs to, by its leader's number; `nil` where there is no such process.
  package static func session(of process: ProcessID) -> ProcessID? {
    let session = getsid(process)
    return session < 0 ? nil : session
  }

  /// CPU time of one process alone, all of its threads; `nil` where it has ended and been waited for, and on macOS, which
  /// does not tell it of other processes. Far more exact than what `/proc` tells.
  package static func processorMicroseconds(of process: ProcessID) -> Int? {
    #if canImport(Darwin)
      nil
    #else
      var clock = clockid_t()
      var time = timespec()
      guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else { return nil }
      return time.nanoseconds / 1000
    #endif
  }
}
