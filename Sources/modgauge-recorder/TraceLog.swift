import BuildTrace
import Platform

/// The file that stand-ins and the observer append their events to. Nothing that is wrong with it is any business of the build.
struct TraceLog {
  private let path: String

  init(path: String) {
    self.path = path
  }

  /// - Returns: `nil` where the environment names no file.
  init?() {
    guard let path = CurrentProcess.variable(StandIns.fileVariable) else { return nil }
    self.path = path
  }

  /// Appends by one write, so that the events of processes that end together do not mix.
  func append(_ event: CompilerEvent) {
    // Not created, since its first line is the header; not waited for, should it be a pipe that nobody reads.
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
