import Platform

/// The file of the record. It is opened before the program starts, so that an unwritable path does not waste a build,
/// and renamed when it is complete, so that an incomplete record is never read.
struct RecordFile {
  private let path: String
  private let partialPath: String
  private let file: FileDescriptor

  /// Creates a temporary file, and removes the record of an earlier run.
  init(path: String) throws(RecorderError) {
    self.path = path
    partialPath = "\(path).\(CurrentProcess.id).partial"
    try Self.removeEarlier(path)
    file = try Descriptors.open(
      partialPath, .writeOnly, options: [.create, .truncate, .closeOnExec], doing: "write the record '\(path)'")
  }

  func write(_ line: String) throws(RecorderError) {
    do throws(RecorderError) {
      try RecorderError.doing("write the record '\(path)'") {
        try file.closeAfter { _ = try file.writeAll((line + "\n").utf8) }
        try FileSystem.rename(partialPath, to: path)
      }
    } catch {
      discard()
      throw error
    }
  }

  func discard() {
    try? FileSystem.removeFile(partialPath)
  }

  /// Removes an earlier record. Anything but a regular file is an error, since the rename would replace even a device.
  private static func removeEarlier(_ path: String) throws(RecorderError) {
    guard let status = try? FileStatus(of: path, followsLast: false) else { return }
    guard status.kind == .file else { throw .recordIsNoFile(path: path) }
    try RecorderError.doing("replace the record '\(path)'") { try FileSystem.removeFile(path) }
  }
}
