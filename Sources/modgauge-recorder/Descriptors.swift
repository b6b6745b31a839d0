#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The file descriptors of this process.
enum Descriptors {
  /// Makes sure that 0, 1 and 2 are open, so that no file opened later takes their place, and that the program inherits
  /// no other.
  static func prepare() throws(RecorderError) {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      // The lowest free number is the one that is missing.
      _ = try open("/dev/null", O_RDWR, doing: "open '/dev/null'", inherited: true)
    }
    for entry in try Folder.entries(of: "/dev/fd") {
      if let descriptor = Int32(entry), descriptor > STDERR_FILENO { closeOnExec(descriptor) }
    }
  }

  /// Opens a file, by default not for the program to inherit; a new one can be read by all, and written by its owner.
  static func open(
    _ path: String, _ flags: Int32, doing: String, inherited: Bool = false
  ) throws(RecorderError) -> Int32 {
    while true {
      let descriptor = systemOpen(path, inherited ? flags : flags | O_CLOEXEC)
      if descriptor >= 0 { return descriptor }
      if errno != EINTR { throw .system(doing: doing, code: errno) }
    }
  }

  static func closeOnExec(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  /// Writes all of the text; `false` with `errno` set if that was not possible.
  static func write(_ text: String, to descriptor: Int32) -> Bool {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { systemWrite(descriptor, $0) }
      if count >= 0 {
        bytes = bytes.dropFirst(count)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// There is nowhere to say it if this fails.
  static func writeToStandardError(_ text: String) {
    _ = write(text, to: STDERR_FILENO)
  }
}

// The members above have the names of these functions, and would be found first.
private func systemOpen(_ path: String, _ flags: Int32) -> Int32 { open(path, flags, 0o644) }
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
