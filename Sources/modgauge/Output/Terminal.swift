#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// The two standard streams: results on one, everything else on the other.
enum Terminal {
  static var showsOutput: Bool { isatty(STDOUT_FILENO) == 1 }
  static var showsErrors: Bool { isatty(STDERR_FILENO) == 1 }

  /// Writes a result. A reader that has gone away ends the process successfully.
  static func write(_ bytes: some Sequence<UInt8>) throws {
    do { try FileDescriptor.standardOutput.writeAll(bytes) } catch Errno.brokenPipe { exit(0) }
  }

  static func write(_ text: String) throws { try write(text.utf8) }

  /// Writes a line of progress, a warning or an error. Where nobody can read it, there is nobody to tell.
  static func complain(_ line: String, terminator: String = "\n") {
    _ = try? FileDescriptor.standardError.writeAll((line + terminator).utf8)
  }
}
