import Platform

/// The file descriptors of this process.
enum Descriptors {
  /// Makes sure that 0, 1 and 2 are open, so that no file opened later takes their place, and that the program inherits
  /// no other.
  static func prepare() throws(RecorderError) {
    for stream in [FileDescriptor.standardInput, .standardOutput, .standardError] where !stream.isOpen {
      // The lowest free number is the one that is missing.
      _ = try open("/dev/null", .readWrite, options: [], doing: "open '/dev/null'")
    }
    let entries = try RecorderError.doing("list '/dev/fd'") { try FolderListing.entries(of: "/dev/fd") }
    for number in entries.compactMap({ Int32($0.name) }) where number > FileDescriptor.standardError.rawValue {
      FileDescriptor(rawValue: number).closeOnExec()
    }
  }

  /// Opens a file, by default not for the program to inherit; a new one can be read by all, and written by its owner.
  static func open(
    _ path: String, _ mode: FileDescriptor.AccessMode, options: FileDescriptor.OpenOptions = .closeOnExec, doing: String
  ) throws(RecorderError) -> FileDescriptor {
    try RecorderError.doing(doing) {
      let permissions: FilePermissions? = options.contains(.create) ? [.ownerReadWrite, .groupRead, .otherRead] : nil
      return try FileDescriptor.open(path, mode, options: options, permissions: permissions)
    }
  }

  /// Opens the log that a program writes to. A pipe that nobody reads is refused: to open it would wait for a reader.
  static func openLog(_ path: String) throws(RecorderError) -> FileDescriptor {
    do {
      let log = try FileDescriptor.open(
        path, .writeOnly, options: [.create, .truncate, .append, .closeOnExec, .nonBlocking],
        permissions: [.ownerReadWrite, .groupRead, .otherRead])
      try log.makeBlocking()
      return log
    } catch {
      let isUnread = error as? Errno == .noSuchAddressOrDevice
      throw .system(doing: "write the log '\(path)'", reason: isUnread ? "nobody reads this pipe" : "\(error)")
    }
  }

  /// There is nowhere to say it if this fails.
  static func writeToStandardError(_ text: String) {
    _ = try? FileDescriptor.standardError.writeAll(text.utf8)
  }
}
