/// Regular files of at most 1 MiB, read in one call.
package enum SmallFile {
  /// In bytes; enough for ten thousand file names.
  private static let largest: Int = 1 << 20

  /// - Returns: `nil` if the path is not a regular file, cannot be read, or is larger.
  package static func contents(_ path: String) -> [UInt8]? {
    reading(path) { file, bytes in bytes <= largest ? try? file.read(atMost: bytes) : nil }
  }

  /// At most so many bytes.
  /// - Returns: `nil` if the path is not a regular file, or cannot be read.
  package static func beginning(of path: String, bytes: Int = 4096) -> [UInt8]? {
    reading(path) { file, _ in try? file.read(atMost: bytes) }
  }

  private static func reading(_ path: String, _ read: (FileDescriptor, _ bytes: Int) -> [UInt8]?) -> [UInt8]? {
    guard let file = try? FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking]) else {
      return nil
    }
    defer { try? file.close() }
    guard let status = try? FileStatus(of: file), status.kind == .file else { return nil }
    return read(file, status.bytes)
  }
}
