#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// How a file is locked: shared, or exclusively for one holder.
package enum FileLock: Sendable {
  case shared, exclusive
}

extension FileDescriptor {
  /// Takes an advisory lock (`flock`), replacing the one that is held through this descriptor. It is released when the
  /// last duplicate of the descriptor is closed; the system closes those of a process when the process ends.
  ///
  /// - Parameter waits: whether to wait until the lock is free.
  /// - Returns: `false` if it does not wait and another process holds a conflicting lock.
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
