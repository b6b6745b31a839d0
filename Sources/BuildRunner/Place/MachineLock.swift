import Platform

/// The exclusive right to time builds on this machine, whatever the cache folder.
///
/// The kernel releases it when the process ends, however it ends.
package struct MachineLock: ~Copyable {
  package static let path = "/tmp/modgauge.lock"
  /// For tests only: the environment variable by which each cache folder has a lock of its own, so that tests which time
  /// nothing run side by side. A path is that of the lock instead.
  package static let testVariable = "MODGAUGE_TEST_LOCK"

  private let file: FileDescriptor

  /// - Parameters:
  ///   - holder: the message for others that want the lock meanwhile.
  ///   - path: tests use another path.
  ///   - whileBusy: called once if another one has the lock, which is then waited for; `nil` to throw instead.
  /// - Throws: `BenchmarkError.machineBusy` with the message of the present holder; `BenchmarkError.fileSystem` if the
  ///   file cannot be opened, locked or written.
  package init(
    holder: String, path: String = MachineLock.path, whileBusy: (@Sendable (_ holder: String) -> Void)? = nil
  ) async throws {
    let opened = try FileTree.doing("open", path) { try Self.open(path) }
    do {
      var isTold = false
      while try !Self.lock(opened, path) {
        let other = Self.words(in: opened)
        guard let whileBusy else { throw BenchmarkError.machineBusy(holder: other, lock: path) }
        if !isTold { whileBusy(other) }
        isTold = true
        try await Task.sleep(for: .milliseconds(500))
      }
      try Self.note(holder, in: opened, path)
    } catch {
      try? opened.close()
      throw error
    }
    file = opened
  }

  private static func lock(_ file: FileDescriptor, _ path: String) throws(BenchmarkError) -> Bool {
    try FileTree.doing("lock", path) { try file.lock(.exclusive, waits: false) }
  }

  private static func note(_ holder: String, in file: FileDescriptor, _ path: String) throws(BenchmarkError) {
    try FileTree.doing("write", path) {
      try file.resize(to: 0)
      _ = try file.writeAll(toAbsoluteOffset: 0, holder.utf8)
    }
  }

  deinit {
    try? file.close()
  }

  /// Opened without `O_CREAT` first: in a sticky folder, Linux refuses that for another user's file.
  private static func open(_ path: String) throws -> FileDescriptor {
    do { return try FileDescriptor.open(path, .readWrite, options: [.closeOnExec, .noFollow]) } catch let error as Errno
      where error == .noSuchFileOrDirectory
    {
      let file = try FileDescriptor.open(
        path, .readWrite, options: [.create, .closeOnExec, .noFollow],
        permissions: [.ownerReadWrite, .groupReadWrite, .otherReadWrite])
      try? file.setPermissions(0o666)
      return file
    }
  }

  private static func words(in file: FileDescriptor) -> String {
    let bytes = [UInt8](unsafeUninitializedCapacity: 512) { buffer, count in
      count = (try? file.read(fromAbsoluteOffset: 0, into: UnsafeMutableRawBufferPointer(buffer))) ?? 0
    }
    return bytes.isEmpty ? "purpose unknown" : String(decoding: bytes, as: UTF8.self)
  }
}
