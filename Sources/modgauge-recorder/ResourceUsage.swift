import BuildTrace

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension Termination {
  /// What the macros `WTERMSIG` and `WEXITSTATUS` do, which Swift does not import.
  ///
  /// - Parameter waitStatus: of a process that has ended, as `wait4` gives it.
  init(waitStatus: Int32) {
    let signal = Int(waitStatus & 0x7F)
    self = signal == 0 ? .exited(code: Int(waitStatus >> 8 & 0xFF)) : .signalled(number: signal)
  }
}

extension timeval {
  var microseconds: Int { Int(tv_sec) * 1_000_000 + Int(tv_usec) }
}

extension rusage {
  /// The largest process, in bytes: Darwin counts these, Linux KiB.
  var peakBytes: Int {
    #if canImport(Darwin)
      Int(ru_maxrss)
    #else
      Int(ru_maxrss) * 1024
    #endif
  }
}
