/// Regular files of at most 1 MiB, read in one call.
package enum SmallFile {
  /// In bytes; enough for ten thousand file names.
  private static let largest: Int = 1 << 20

  /// - Returns: `nil` if the path is not a regular file, cannot be read, or is larger.
  package static func contents(_ path: String) -> [UInt8]? {
    guard let file = try? FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking]) else {
      return nil
    }
    defer { try? file.close() }
    guard let status = try? FileStatus(of: file), status.kind == .file, status.bytes <= largest else { return nil }
    return try? file.read(atMost: status.bytes)
  }
}
