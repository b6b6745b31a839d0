#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Operations on paths: queries, and changes of single directory entries.
package enum FileSystem {
  /// The absolute path without symbolic links (`realpath`).
  /// - Returns: `nil` if nothing exists at that path.
  package static func canonicalPath(of path: String) -> String? {
    guard let canonical = realpath(path, nil) else { return nil }
    defer { free(canonical) }
    return String(cString: canonical)
  }

  /// The target of a symbolic link, as it is stored.
  /// - Returns: `nil` if the path is not a symbolic link.
  package static func linkTarget(of path: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      let count = buffer.baseAddress.map { readlink(path, $0, buffer.count) } ?? -1
      return count < 0 ? nil : String(decoding: UnsafeRawBufferPointer(buffer)[..<count], as: UTF8.self)
    }
  }

  package struct Access: OptionSet, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static let write = Access(rawValue: W_OK)
    /// For a folder: the right to reach the files in it.
    package static let execute = Access(rawValue: X_OK)
  }

  /// Checks that this process has all of these rights.
  /// - Throws: `Errno` if it lacks one, or the path does not exist.
  package static func demand(_ access: Access, to path: String) throws(Errno) {
    try Errno.check { systemAccess(path, access.rawValue) }
  }

  /// Whether this process has all of these rights.
  package static func allows(_ access: Access, to path: String) -> Bool {
    systemAccess(path, access.rawValue) == 0
  }

  /// Renames a file, replacing a file that has the new name. Symbolic links are not followed.
  package static func rename(_ path: String, to other: String) throws(Errno) {
    try Errno.check { systemRename(path, other) }
  }

  /// Gives a file another name on the same volume (a hard link). Symbolic links are not followed on Linux.
  package static func link(_ path: String, as other: String) throws(Errno) {
    try Errno.check { systemLink(path, other) }
  }

  /// Creates a symbolic link.
  package static func makeLink(_ path: String, to target: String) throws(Errno) {
    try Errno.check { symlink(target, path) }
  }

  /// Removes a file, or a symbolic link itself, but not a folder.
  package static func removeFile(_ path: String) throws(Errno) {
    try Errno.check { unlink(path) }
  }

  /// Removes an empty folder; neither one with contents nor a symbolic link.
  package static func removeEmptyFolder(_ path: String) throws(Errno) {
    try Errno.check { rmdir(path) }
  }

  /// Creates one folder; the folder that contains it must exist.
  /// - Parameter permissions: the permission bits, without those in the process's umask.
  package static func makeFolder(_ path: String, permissions: UInt16) throws(Errno) {
    try Errno.check { mkdir(path, mode_t(permissions)) }
  }

  /// Whether the volume allows programs to be executed; `true` on macOS, which does not report it.
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

  /// The bytes that this user may still write to the volume of a file or folder.
  package static func freeBytes(at path: String) throws(Errno) -> Int {
    var volume = statvfs()
    try Errno.check { statvfs(path, &volume) }
    return Int(clamping: volume.f_bavail).multipliedReportingOverflow(by: Int(clamping: volume.f_frsize)).partialValue
  }

  /// Folders for temporary files that every Unix has, the best first.
  package static var temporaryFolders: [String] {
    var folders = ["/tmp", "/var/tmp"]
    #if canImport(Darwin)
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
      if confstr(_CS_DARWIN_USER_TEMP_DIR, &buffer, buffer.count) > 0 {
        folders.insert(String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self), at: 0)
      }
    #endif
    return folders
  }
}

// The members above shadow the C functions of these names.
private func systemAccess(_ path: String, _ rights: Int32) -> Int32 { access(path, rights) }
private func systemLink(_ path: String, _ other: String) -> Int32 { link(path, other) }
private func systemRename(_ path: String, _ other: String) -> Int32 { rename(path, other) }
