#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The file that gets the record: opened before the program starts, so that no build is run in vain, and given its name
/// when it is complete, so that nobody reads half a record.
struct RecordFile {
  private let path: String
  private let partialPath: String
  private let descriptor: Int32

  /// Opens the file under a name of its own, and removes the record of an earlier run.
  init(path: String) throws(RecorderError) {
    self.path = path
    partialPath = "\(path).\(getpid()).partial"
    try Self.removeEarlier(path)
    descriptor = try Descriptors.open(
      partialPath, O_WRONLY | O_CREAT | O_TRUNC, doing: "write the record '\(path)'")
  }

  func write(_ line: String) throws(RecorderError) {
    guard Descriptors.write(line + "\n", to: descriptor), close(descriptor) == 0, rename(partialPath, path) == 0 else {
      let code = errno
      discard()
      throw .system(doing: "write the record '\(path)'", code: code)
    }
  }

  /// Leaves no record.
  func discard() {
    unlink(partialPath)
  }

  /// A rename would replace whatever is there, a device as well.
  private static func removeEarlier(_ path: String) throws(RecorderError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .recordIsNoFile(path: path) }
    guard unlink(path) == 0 else { throw .system(doing: "replace the record '\(path)'", code: errno) }
  }
}
