import Platform

/// The file descriptors of this process.
enum Descriptors {
  /// Opens 0, 1 and 2 if they are closed, so that no file opened later gets one of these numbers, and prevents the
  /// program from inheriting other descriptors.
  static func prepare() throws(RecorderError) {
    for stream in [FileDescriptor.standardInput, .standardOutput, .standardError] where !stream.isOpen {
      // `open` returns the lowest free number, which is the missing one.
      _ = try open("/dev/null", .readWrite, options: [], doing: "open '/dev/null'")
    }
    for descriptor in try RecorderError.doing("list '/dev/fd'", others) { descriptor.closeOnExec() }
  }

  /// Closes everything but the standard streams. What cannot be listed or closed stays open, since that may not affect the build.
  static func closeOthers() {
    for descriptor in (try? others()) ?? [] { try? descriptor.close() }
  }

  /// All open ones but the standard streams. One of them may have been open only for reading the list.
  private static func others() throws(Errno) -> [FileDescriptor] {
    try FolderListing.entries(of: "/dev/fd").compactMap { Int32($0.name) }
      .filter { $0 > FileDescriptor.standardError.rawValue }.map(FileDescriptor.init(rawValue:))
  }

  /// Opens a file, close-on-exec by default; a new one is readable by all and writable by its owner.
  static func open(
    _ path: String, _ mode: FileDescriptor.AccessMode, options: FileDescriptor.OpenOptions = .closeOnExec, doing: String
  ) throws(RecorderError) -> FileDescriptor {
    try RecorderError.doing(doing) {
      let permissions: FilePermissions? = options.contains(.create) ? [.ownerReadWrite, .groupRead, .otherRead] : nil
      return try FileDescriptor.open(path, mode, options: options, permissions: permissions)
    }
  }

  /// Opens the log that the program writes to. A pipe without a reader is an error, since opening it would block.
  static func openLog(_ path: String) throws(RecorderError) -> FileDescriptor {
    do {
      let log = try FileDescriptor.open(
        path, .writeOnly, options: [.create, .truncate, .append, .closeOnExec, .nonBlocking],
        permissions: [.ownerReadWrite, .groupRead, .otherRead])
      try log.makeBlocking()
      return log
    } catch {
      let isUnread = error as? Errno == .noSuchAddressOrDevice
      throw .system(doing: "write the log '\(path)'", reason: isUnread ? "this pipe has no reader" : "\(error)")
    }
  }

  /// Writes a text to standard error. Failures are ignored, since they cannot be reported anywhere.
  static func writeToStandardError(_ text: String) {
    _ = try? FileDescriptor.standardError.writeAll(text.utf8)
  }
}
