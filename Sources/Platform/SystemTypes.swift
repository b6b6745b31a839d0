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

// swift-system's types, which macOS has in its SDK and other systems take from the package. Whoever imports `Platform`
// gets the ones that Subprocess uses as well.

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

/// The number of a process, C's `pid_t`.
package typealias ProcessID = Int32

extension Errno {
  /// Why the last call to the C library failed.
  static var last: Errno { Errno(rawValue: errno) }

  /// Calls the C library until no signal interrupts it.
  ///
  /// - Parameter call: gives -1 where it fails, and sets `errno`.
  /// - Returns: what it gave.
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
