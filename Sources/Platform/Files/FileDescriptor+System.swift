#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

// Operations that swift-system lacks, at least on macOS 15.
extension FileDescriptor {
  /// Waits until all written data are on the disk (`fsync`).
  package func synchronize() throws(Errno) {
    try Errno.check { fsync(rawValue) }
  }

  /// Sets the permission bits (`fchmod`); the process's umask does not apply.
  package func setPermissions(_ permissions: UInt16) throws(Errno) {
    try Errno.check { fchmod(rawValue, mode_t(permissions)) }
  }

  /// Changes the owner and the group (`fchown`).
  /// - Parameter user: `nil` keeps the current owner.
  package func setOwner(user: UInt32?, group: UInt32) throws(Errno) {
    try Errno.check { fchown(rawValue, user ?? .max, group) }
  }

  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// The width of a terminal's window in columns; `nil` if it is not a terminal, or does not report it.
  package var terminalColumns: Int? {
    var size = winsize()
    guard ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Whether the descriptor is open.
  package var isOpen: Bool { fcntl(rawValue, F_GETFD) != -1 }

  /// Sets close-on-exec: programs started from now on do not inherit the descriptor.
  package func closeOnExec() {
    _ = fcntl(rawValue, F_SETFD, FD_CLOEXEC)
  }

  /// Makes reads and writes block again after the file was opened with `nonBlocking`.
  package func makeBlocking() throws(Errno) {
    let flags = try Errno.check { fcntl(rawValue, F_GETFL) }
    try Errno.check { fcntl(rawValue, F_SETFL, flags & ~O_NONBLOCK) }
  }

  /// A duplicate of the descriptor with a number above the standard streams, close-on-exec.
  package func duplicateForOwnUse() throws(Errno) -> FileDescriptor {
    FileDescriptor(rawValue: try Errno.check { fcntl(rawValue, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) })
  }

  /// The two ends of a new pipe, both close-on-exec.
  package static func pipeForOwnUse() throws(Errno) -> (readEnd: FileDescriptor, writeEnd: FileDescriptor) {
    var ends: [Int32] = [-1, -1]
    try Errno.check { systemPipe(&ends) }
    let (reading, writing) = (FileDescriptor(rawValue: ends[0]), FileDescriptor(rawValue: ends[1]))
    reading.closeOnExec()
    writing.closeOnExec()
    return (reading, writing)
  }

  /// Reads once from the current offset, at most `count` bytes; empty at the end of the file.
  package func read(atMost count: Int) throws -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = try read(into: UnsafeMutableRawBufferPointer(buffer))
    }
  }
}

extension FileDescriptor.OpenOptions {
  /// `O_NOCTTY`: a terminal that is opened does not become this process's controlling terminal.
  package static var noControllingTerminal: FileDescriptor.OpenOptions { .init(rawValue: O_NOCTTY) }
}

private func systemPipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 { pipe(ends) }
