/// A file that is read at once, if it is one and not large.
package enum SmallFile {
  /// In bytes; the names of ten thousand files.
  private static let largest: Int = 1 << 20

  /// - Returns: `nil` for what is no regular file, cannot be read, or is larger.
  package static func contents(_ path: String) -> [UInt8]? {
    guard let file = try? FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking]) else {
      return nil
    }
    defer { try? file.close() }
    guard let status = try? FileStatus(of: file), status.kind == .file, status.bytes <= largest else { return nil }
    return (try? file.read(atMost: status.bytes)) ?? []
  }
}
