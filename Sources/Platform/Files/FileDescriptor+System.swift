#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

// What swift-system has not, or not on macOS 15.
extension FileDescriptor {
  /// Waits until the disk has what was written.
  package func synchronize() throws(Errno) {
    try Errno.check { fsync(rawValue) }
  }

  /// Sets the bits that `chmod` sets, whatever the process's mask.
  package func setPermissions(_ permissions: UInt16) throws(Errno) {
    try Errno.check { fchmod(rawValue, mode_t(permissions)) }
  }

  /// - Parameter user: `nil` for the one that it has.
  package func setOwner(user: UInt32?, group: UInt32) throws(Errno) {
    try Errno.check { fchown(rawValue, user ?? .max, group) }
  }

  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// How many columns a terminal's window has; `nil` where it is none, or does not say.
  package var terminalColumns: Int? {
    var size = winsize()
    guard ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Whether it stands for an open file.
  package var isOpen: Bool { fcntl(rawValue, F_GETFD) != -1 }

  /// Keeps it from programs that are started from now on.
  package func closeOnExec() {
    _ = fcntl(rawValue, F_SETFD, FD_CLOEXEC)
  }

  /// From now on reading and writing waits, although the file was opened with `nonBlocking`.
  package func makeBlocking() throws(Errno) {
    let flags = try Errno.check { fcntl(rawValue, F_GETFL) }
    try Errno.check { fcntl(rawValue, F_SETFL, flags & ~O_NONBLOCK) }
  }

  /// Another number for the same open file, beyond those of the standard streams, and kept from programs.
  package func duplicateForOwnUse() throws(Errno) -> FileDescriptor {
    FileDescriptor(rawValue: try Errno.check { fcntl(rawValue, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) })
  }

  /// The two ends of a pipe, kept from programs that are started later.
  package static func pipeForOwnUse() throws(Errno) -> (readEnd: FileDescriptor, writeEnd: FileDescriptor) {
    var ends: [Int32] = [-1, -1]
    try Errno.check { systemPipe(&ends) }
    let (reading, writing) = (FileDescriptor(rawValue: ends[0]), FileDescriptor(rawValue: ends[1]))
    reading.closeOnExec()
    writing.closeOnExec()
    return (reading, writing)
  }

  /// Reads at most so many bytes, from where the file stands.
  package func read(atMost count: Int) throws -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = try read(into: UnsafeMutableRawBufferPointer(buffer))
    }
  }
}

extension FileDescriptor.OpenOptions {
  /// A terminal that is opened does not become the one whose keys send signals to this process.
  package static var noControllingTerminal: FileDescriptor.OpenOptions { .init(rawValue: O_NOCTTY) }
}

private func systemPipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 { pipe(ends) }
