#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file's metadata (`stat`). If two values of one file are equal, the file has not changed between them.
///
/// swift-system's `Stat` needs macOS 27.
package struct FileStatus: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case file, folder, link, characterDevice, other
  }

  /// Equal for two paths if and only if they lead to the same file.
  package struct Identity: Hashable, Sendable {
    package let device: UInt64
    package let number: UInt64

    package init(device: UInt64, number: UInt64) {
      self.device = device
      self.number = number
    }
  }

  /// The file's owner and group, by number.
  package struct Owner: Hashable, Sendable {
    package let user: UInt32
    package let group: UInt32

    package init(user: UInt32, group: UInt32) {
      self.user = user
      self.group = group
    }
  }

  package let kind: Kind
  /// The permission bits, as `chmod` sets them.
  package let permissions: UInt16
  package let owner: Owner
  package let identity: Identity
  package let bytes: Int
  /// When the contents last changed (`mtime`), since 1970.
  package let modifiedNanoseconds: Int
  /// When contents or metadata last changed (`ctime`), since 1970; unlike `mtime`, it cannot be set.
  package let changedNanoseconds: Int

  package init(
    kind: Kind, permissions: UInt16, owner: Owner, identity: Identity, bytes: Int, modifiedNanoseconds: Int,
    changedNanoseconds: Int
  ) {
    self.kind = kind
    self.permissions = permissions
    self.owner = owner
    self.identity = identity
    self.bytes = bytes
    self.modifiedNanoseconds = modifiedNanoseconds
    self.changedNanoseconds = changedNanoseconds
  }

  /// - Parameter followsLast: whether a symbolic link at the end of the path is followed.
  package init(of path: String, followsLast: Bool = true) throws(Errno) {
    var status = stat()
    try Errno.check { followsLast ? stat(path, &status) : lstat(path, &status) }
    self.init(status)
  }

  package init(of file: FileDescriptor) throws(Errno) {
    var status = stat()
    try Errno.check { fstat(file.rawValue, &status) }
    self.init(status)
  }

  private init(_ status: stat) {
    kind =
      switch UInt32(status.st_mode) & UInt32(S_IFMT) {
      case UInt32(S_IFREG): .file
      case UInt32(S_IFDIR): .folder
      case UInt32(S_IFLNK): .link
      case UInt32(S_IFCHR): .characterDevice
      default: .other
      }
    permissions = UInt16(truncatingIfNeeded: status.st_mode) & 0o7777
    owner = Owner(user: status.st_uid, group: status.st_gid)
    identity = Identity(device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino))
    bytes = Int(status.st_size)
    #if canImport(Darwin)
      let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (modified, changed) = (status.st_mtim, status.st_ctim)
    #endif
    modifiedNanoseconds = modified.nanoseconds
    changedNanoseconds = changed.nanoseconds
  }
}
