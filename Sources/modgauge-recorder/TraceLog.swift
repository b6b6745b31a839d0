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

  /// Whether the header demands that stand-ins close what they inherit.
  var closesInherited: Bool {
    let line = SmallFile.beginning(of: path)?.prefix { $0 != UInt8(ascii: "\n") }
    return line.map(BuildTrace.Header.closesInherited) ?? false
  }

  /// Appends an event in a single write, so that events of processes that end at the same time are not interleaved.
  func append(_ event: CompilerEvent) {
    // The file is not created, since it must begin with a header. It is opened without blocking, since it may be a pipe
    // without a reader.
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
