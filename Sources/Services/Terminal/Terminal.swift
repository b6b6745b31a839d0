import Platform
package import Reports
import Workspace

/// The standard streams: results go to standard output, everything else to standard error.
package enum Terminal {
  package static var showsOutput: Bool { FileDescriptor.standardOutput.isTerminal }
  /// Whether a result's path leads to a terminal.
  package static func isTerminal(_ path: String) -> Bool {
    if path == "-" { return showsOutput }
    guard (try? FileStatus(of: path))?.kind == .characterDevice,
      let file = try? FileDescriptor.open(
        path, .writeOnly, options: [.closeOnExec, .nonBlocking, .noControllingTerminal])
    else { return false }
    defer { try? file.close() }
    return file.isTerminal
  }

  /// The assumed width if the window does not report it.
  package static let standardColumns = 80

  /// The capabilities of standard output.
  /// - Parameter isVerbose: whether details are shown that only some readers need.
  package static func style(isColored: Bool, isVerbose: Bool = false) -> TextStyle {
    guard showsOutput else { return .plain }
    return TextStyle(
      columns: FileDescriptor.standardOutput.terminalColumns ?? standardColumns, isStyled: isCapable,
      isColored: isColored && isCapable && (CurrentProcess.variable("NO_COLOR") ?? "").isEmpty, isVerbose: isVerbose)
  }

  /// Whether a terminal supports more than characters and lines.
  private static var isCapable: Bool { !["", "dumb"].contains(CurrentProcess.variable("TERM") ?? "") }

  /// The live line of standard error, if that is a terminal that supports it.
  package static let live: LiveLine? =
    FileDescriptor.standardError.isTerminal && isCapable
    ? LiveLine { _ = try? FileDescriptor.standardError.writeAll($0.utf8) } : nil

  package static var liveColumns: Int { FileDescriptor.standardError.terminalColumns ?? standardColumns }

  /// Writes a result. If the reader has closed the pipe, the process ends successfully.
  package static func write(_ bytes: some Sequence<UInt8>) throws {
    do { try FileDescriptor.standardOutput.writeAll(bytes) } catch let error as Errno where error == .brokenPipe {
      CurrentProcess.exit(0)
    } catch {
      throw ServiceError("Cannot write to standard output: \(FileReason.description(of: error)).")
    }
  }

  package static func write(_ text: String) throws { try write(text.utf8) }

  /// Writes a line of progress, a warning or an error. Failures are ignored.
  package static func note(_ line: String, terminator: String = "\n") {
    if let live { return live.write(above: line + terminator) }
    _ = try? FileDescriptor.standardError.writeAll((line + terminator).utf8)
  }
}
