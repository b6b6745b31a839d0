import Platform

/// Copies files with their permissions, sharing blocks if the file system supports it.
struct FileCopier: ~Copyable {
  private var folders: Set<String> = []
  #if !canImport(Darwin)
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
    /// Until the file system refuses it once, since the answer stays the same between two places.
    private var sharesBlocks = true
  #endif

  #if !canImport(Darwin)
    deinit { buffer.deallocate() }
  #endif

  /// Copies a file, replacing what is there. Missing folders are created.
  /// - Returns: `false` if the source no longer exists.
  mutating func copyFile(
    _ source: String, to destination: String, permissions: UInt16
  ) throws(BenchmarkError) -> Bool {
    try makeFolder(of: destination)
    try Self.makeRoom(destination)
    return try FileTree.doing("copy", source) { try copyBytes(source, destination, permissions) }
  }

  /// Creates a symbolic link with another target, replacing what is there.
  mutating func makeLink(_ destination: String, to target: String) throws(BenchmarkError) {
    try makeFolder(of: destination)
    try Self.makeRoom(destination)
    try FileTree.doing("make the link", destination) {
      try FileSystem.makeLink(destination, to: target)
    }
  }

  /// A file of an earlier copy is replaced; a folder only if modgauge has made it.
  private static func makeRoom(_ path: String) throws(BenchmarkError) {
    if (try? FileStatus(of: path, followsLast: false))?.kind == .folder {
      try FileTree.remove(path)
    } else {
      try FileTree.removeOne(path)
    }
  }

  private mutating func makeFolder(of path: String) throws(BenchmarkError) {
    let folder = String(path[..<(path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.endIndex)])
    if folders.insert(folder).inserted { try FileTree.makeFolder(folder) }
  }

  #if canImport(Darwin)
    private func copyBytes(_ source: String, _ destination: String, _ permissions: UInt16) throws -> Bool {
      do { try FileCloning.copy(source, to: destination) } catch {
        guard error == .noSuchFileOrDirectory else { throw error }
        return false
      }
      return true
    }
  #else
    private mutating func copyBytes(_ source: String, _ destination: String, _ permissions: UInt16) throws -> Bool {
      let input: FileDescriptor
      do {
        input = try .open(source, .readOnly, options: [.closeOnExec, .noFollow, .nonBlocking])
      } catch let error as Errno where error == .noSuchFileOrDirectory { return false }
      return try input.closeAfter {
        let output = try FileDescriptor.open(
          destination, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
          permissions: FilePermissions(rawValue: .init(permissions | 0o200)))
        try output.closeAfter {
          sharesBlocks = sharesBlocks && FileCloning.share(input, with: output)
          if !sharesBlocks { try pump(input, into: output) }
          // Restores the permissions that the umask removed.
          try output.setPermissions(permissions)
        }
        return true
      }
    }

    private func pump(_ input: FileDescriptor, into output: FileDescriptor) throws {
      while case let count = try input.read(into: buffer), count > 0 {
        try output.writeAll(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      }
    }
  #endif
}
