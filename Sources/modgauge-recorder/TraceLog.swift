import BuildTrace
import Platform

/// The file that stand-ins and the observer append events to. Its errors never affect the build.
struct TraceLog {
  private let path: String

  init(path: String) {
    self.path = path
  }

  /// - Returns: `nil` if the environment names no file.
  init?() {
    guard let path = CurrentProcess.variable(StandIns.fileVariable) else { return nil }
    self.path = path
  }

  /// Appends by a single write, so that events of processes that end together do not mix.
  func append(_ event: CompilerEvent) {
    // Not created, since its first line is the header; opened without blocking, in case it is a pipe without a reader.
    guard
      let file = try? FileDescriptor.open(
        path, .writeOnly, options: [.append, .closeOnExec, .nonBlocking, .noControllingTerminal])
    else { return }
    ProcessSignal.brokenPipe.ignore()
    var line = event.jsonLine + "\n"
    _ = line.withUTF8 { try? file.write(UnsafeRawBufferPointer($0)) }
    try? file.close()
  }
}
