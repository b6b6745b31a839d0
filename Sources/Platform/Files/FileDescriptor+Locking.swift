#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Who may hold a file's lock at the same time.
package enum FileLock: Sendable {
  case shared, exclusive
}

extension FileDescriptor {
  /// Takes the file's lock, in exchange for the one that is held through this descriptor. It is given back when the last
  /// copy of the descriptor is closed, as it is when the process ends.
  ///
  /// - Returns: `false` where others hold a lock that forbids it and it is not waited for.
  package func lock(_ lock: FileLock, waits: Bool) throws(Errno) -> Bool {
    let operation = (lock == .shared ? LOCK_SH : LOCK_EX) | (waits ? 0 : LOCK_NB)
    do {
      try Errno.check { flock(rawValue, operation) }
      return true
    } catch {
      guard error == .wouldBlock else { throw error }
      return false
    }
  }
}
