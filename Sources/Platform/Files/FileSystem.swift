#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Names in the file system: what lies behind them, and changes of one name.
package enum FileSystem {
  /// The absolute path without symbolic links.
  /// - Returns: `nil` where there is nothing at that path.
  package static func canonicalPath(of path: String) -> String? {
    guard let canonical = realpath(path, nil) else { return nil }
    defer { free(canonical) }
    return String(cString: canonical)
  }

  /// What a symbolic link holds.
  /// - Returns: `nil` where there is none.
  package static func linkTarget(of path: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      let count = buffer.baseAddress.map { readlink(path, $0, buffer.count) } ?? -1
      return count < 0 ? nil : String(decoding: UnsafeRawBufferPointer(buffer)[..<count], as: UTF8.self)
    }
  }

  package struct Access: OptionSet, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static let read = Access(rawValue: R_OK)
    package static let write = Access(rawValue: W_OK)
    /// Of a folder: to reach what is in it.
    package static let execute = Access(rawValue: X_OK)
  }

  /// Makes sure that this process has all of these rights.
  package static func demand(_ access: Access, to path: String) throws(Errno) {
    try Errno.check { systemAccess(path, access.rawValue) }
  }

  package static func allows(_ access: Access, to path: String) -> Bool {
    systemAccess(path, access.rawValue) == 0
  }

  /// Gives a file another name, in place of what has that name, links not followed.
  package static func rename(_ path: String, to other: String) throws(Errno) {
    try Errno.check { systemRename(path, other) }
  }

  /// Takes a name from a file; a link is not followed. Folders are refused.
  package static func removeFile(_ path: String) throws(Errno) {
    try Errno.check { unlink(path) }
  }

  /// Makes one folder.
  /// - Parameter permissions: before the process's mask.
  package static func makeFolder(_ path: String, permissions: UInt16) throws(Errno) {
    try Errno.check { mkdir(path, mode_t(permissions)) }
  }

  /// Whether programs may be started from the volume that a path is on; macOS does not say, which counts as yes.
  package static func startsPrograms(from path: String) throws(Errno) -> Bool {
    var volume = statvfs()
    try Errno.check { statvfs(path, &volume) }
    #if canImport(Darwin)
      return true
    #else
      let noExecution: UInt = 8  // `ST_NOEXEC`
      return UInt(volume.f_flag) & noExecution == 0
    #endif
  }

  /// Folders for temporary files that every system of this kind has, the best first.
  package static var temporaryFolders: [String] {
    var folders = ["/tmp", "/var/tmp"]
    #if canImport(Darwin)
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
      if confstr(_CS_DARWIN_USER_TEMP_DIR, &buffer, buffer.count) > 0 { folders.insert(String(cString: buffer), at: 0) }
    #endif
    return folders
  }
}

// The members above have the names of these functions, and would be found first.
private func systemAccess(_ path: String, _ rights: Int32) -> Int32 { access(path, rights) }
private func systemRename(_ path: String, _ other: String) -> Int32 { rename(path, other) }
