#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What the file system says of a file without reading it, by which one sees that it has changed since. A link is not
/// followed.
struct FileStamp: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case file, folder, link, other
  }

  let kind: Kind
  /// The bits that `chmod` sets.
  let permissions: UInt16
  private let bytes: Int
  private let number: UInt64
  /// Since 1970; this also moves when a file gets another one's time of modification.
  private let changedNanoseconds: Int

  /// - Returns: `nil` where there is nothing, or where it may not be looked at.
  init?(at path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    kind =
      switch UInt32(status.st_mode) & UInt32(S_IFMT) {
      case UInt32(S_IFREG): .file
      case UInt32(S_IFDIR): .folder
      case UInt32(S_IFLNK): .link
      default: .other
      }
    permissions = UInt16(truncatingIfNeeded: status.st_mode) & 0o7777
    bytes = Int(status.st_size)
    number = UInt64(status.st_ino)
    #if canImport(Darwin)
      let time = status.st_ctimespec
    #else
      let time = status.st_ctim
    #endif
    changedNanoseconds = Int(time.tv_sec) &* 1_000_000_000 &+ Int(time.tv_nsec)
  }
}
