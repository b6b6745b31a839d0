import Platform
import Workspace

/// The two standard streams: results on one, everything else on the other.
enum Terminal {
  static var showsOutput: Bool { FileDescriptor.standardOutput.isTerminal }
  /// Whether a result's place is a terminal.
  static func isTerminal(_ path: String) -> Bool {
    if path == "-" { return showsOutput }
    guard (try? FileStatus(of: path))?.kind == .characterDevice,
      let file = try? FileDescriptor.open(
        path, .writeOnly, options: [.closeOnExec, .nonBlocking, .noControllingTerminal])
    else { return false }
    defer { try? file.close() }
    return file.isTerminal
  }

  static var showsErrors: Bool { FileDescriptor.standardError.isTerminal }

  /// Writes a result. A reader that has gone away ends the process successfully.
  static func write(_ bytes: some Sequence<UInt8>) throws {
    do { try FileDescriptor.standardOutput.writeAll(bytes) } catch let error as Errno where error == .brokenPipe {
      CurrentProcess.exit(0)
    } catch {
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
