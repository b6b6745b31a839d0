#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The processes of this machine.
package enum ProcessTable {
  /// The session of a process, by its leader's number; `nil` if there is no such process.
  package static func session(of process: ProcessID) -> ProcessID? {
    let session = getsid(process)
    return session == -1 ? nil : session
  }

  /// CPU time of one process with all its threads, without its children; `nil` if the process was reaped, and on macOS,
  /// which does not report it for other processes. It is much more precise than the ticks in `/proc`.
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
