#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// CPU time and memory used by processes (`getrusage`).
package struct ResourceUsage: Sendable {
  package let userMicroseconds: Int
  package let systemMicroseconds: Int
  /// Peak resident memory of the largest single process.
  package let peakBytes: Int

  package var processorMicroseconds: Int { userMicroseconds + systemMicroseconds }

  /// The usage of this process with all its threads.
  package static var own: ResourceUsage? { ResourceUsage(who: 0) }

  /// The usage of the children that this process has waited for, and of the children that those waited for.
  package static var children: ResourceUsage? { ResourceUsage(who: -1) }

  /// - Parameter who: `RUSAGE_SELF` or `RUSAGE_CHILDREN`, whose types differ from one C library to another.
  private init?(who: Int32) {
    var usage = rusage()
    #if canImport(Glibc)
      let result = getrusage(__rusage_who_t(who), &usage)
    #else
      let result = getrusage(who, &usage)
    #endif
    guard result == 0 else { return nil }
    self.init(usage)
  }

  init(_ usage: rusage) {
    userMicroseconds = usage.ru_utime.microseconds
    systemMicroseconds = usage.ru_stime.microseconds
    // Darwin counts bytes, Linux KiB.
    #if canImport(Darwin)
      peakBytes = Int(usage.ru_maxrss)
    #else
      peakBytes = Int(usage.ru_maxrss) * 1024
    #endif
  }
}

extension timeval {
  fileprivate var microseconds: Int { Int(tv_sec) * 1_000_000 + Int(tv_usec) }
}
