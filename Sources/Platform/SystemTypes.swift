#if canImport(System)
  package import System
#else
  package import SystemPackage
#endif
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

// swift-system's types: from the SDK on macOS, from the package elsewhere. Targets that import `Platform` get the same
// types that Subprocess uses.

#if canImport(System)
  package typealias Errno = System.Errno
  package typealias FileDescriptor = System.FileDescriptor
  package typealias FilePath = System.FilePath
  package typealias FilePermissions = System.FilePermissions
#else
  package typealias Errno = SystemPackage.Errno
  package typealias FileDescriptor = SystemPackage.FileDescriptor
  package typealias FilePath = SystemPackage.FilePath
  package typealias FilePermissions = SystemPackage.FilePermissions
#endif

/// A process number, C's `pid_t`.
package typealias ProcessID = Int32

extension Errno {
  /// The error of the last failed call to the C library (`errno`).
  static var last: Errno { Errno(rawValue: errno) }

  /// Repeats a call to the C library while signals interrupt it.
  ///
  /// - Parameter call: returns -1 and sets `errno` if it fails.
  /// - Returns: what the call returned.
  @discardableResult
  static func check<Number: SignedInteger>(_ call: () -> Number) throws(Errno) -> Number {
    while true {
      let result = call()
      if result != -1 { return result }
      let error = Errno.last
      if error != .interrupted { throw error }
    }
  }
}
