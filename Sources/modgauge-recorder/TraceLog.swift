import BuildTrace

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The file that stand-ins and the observer append their events to. Nothing that is wrong with it is any business of the build.
struct TraceLog {
  private let path: String

  init(path: String) {
    self.path = path
  }

  /// - Returns: `nil` where the environment names no file.
  init?() {
    guard let path = getenv(StandIns.fileVariable) else { return nil }
    self.path = String(cString: path)
  }

  /// Appends by one write, so that the events of processes that end together do not mix.
  func append(_ event: CompilerEvent) {
    // Not created, since its first line is the header; not waited for, should it be a pipe that nobody reads.
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return }
    signal(SIGPIPE, SIG_IGN)
    var line = event.jsonLine + "\n"
    _ = line.withUTF8 { write(descriptor, $0.baseAddress, $0.count) }
    close(descriptor)
  }
}
