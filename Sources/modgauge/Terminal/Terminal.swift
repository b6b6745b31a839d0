import Workspace

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
  /// Whether a result's place is a terminal.
  static func isTerminal(_ path: String) -> Bool {
    if path == "-" { return showsOutput }
    var status = stat()
    guard stat(path, &status) == 0, UInt32(status.st_mode) & UInt32(S_IFMT) == UInt32(S_IFCHR) else { return false }
    let file = open(path, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    defer { close(file) }
    return isatty(file) == 1
  }

  static var showsErrors: Bool { isatty(STDERR_FILENO) == 1 }

  /// Writes a result. A reader that has gone away ends the process successfully.
  static func write(_ bytes: some Sequence<UInt8>) throws {
    do { try FileDescriptor.standardOutput.writeAll(bytes) } catch Errno.brokenPipe { exit(0) } catch {
      throw Unwritable(reason: FileReason.words(error))
    }
  }

  /// Standard output that takes no more.
  private struct Unwritable: Error, CustomStringConvertible {
    let reason: String

    var description: String { "Cannot write to standard output: \(reason)." }
  }

  static func write(_ text: String) throws { try write(text.utf8) }

  /// Writes a line of progress, a warning or an error. Where nobody can read it, there is nobody to tell.
  static func note(_ line: String, terminator: String = "\n") {
    _ = try? FileDescriptor.standardError.writeAll((line + terminator).utf8)
  }
}
