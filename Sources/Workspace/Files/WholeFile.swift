#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// Writes a file whole or not at all: the one way in which anything of ours reaches a path.
///
/// Links are followed, also those that lead to nothing yet. A regular file is replaced by a rename and keeps its
/// permissions, and its owner where the system allows that. Anything else (a device, a pipe, an open file of this process
/// such as `/dev/fd/63`) is written into.
package enum WholeFile {
  /// - Throws: `FileFailure`; a regular file is what it was then, and nothing else is left behind.
  package static func write(_ bytes: some Sequence<UInt8>, to path: String) throws(FileFailure) {
    do {
      switch try FilePlace(of: path) {
      case .descriptor(let number): try FileDescriptor(rawValue: number).writeAll(bytes)
      case .stream(let path): try writeInto(path, bytes)
      case .new(let path): try replace(path, bytes, like: nil)
      case .file(let path, let status): try replace(path, bytes, like: status)
      }
    } catch Errno.brokenPipe {
      // The reader of a pipe has had enough.
    } catch { throw FileFailure(error) }
  }

  /// Finds out whether a file could be written.
  package static func check(_ path: String) throws(FileFailure) {
    do {
      switch try FilePlace(of: path) {
      case .descriptor, .stream: return
      case .new(let path), .file(let path, _):
        guard access(PartialFile.folder(of: path), W_OK | X_OK) == 0 else { throw Errno(rawValue: errno) }
      }
    } catch { throw FileFailure(error) }
  }

  private static func writeInto(_ path: String, _ bytes: some Sequence<UInt8>) throws {
    let file = try FileDescriptor.open(
      FilePath(path), .writeOnly, options: [.truncate, .closeOnExec, FileDescriptor.OpenOptions(rawValue: O_NOCTTY)])
    try file.closeAfter { _ = try file.writeAll(bytes) }
  }

  private static func replace(_ path: String, _ bytes: some Sequence<UInt8>, like former: stat?) throws {
    let partial = try PartialFile(beside: path, permissions: former == nil ? 0o666 : 0o600)
    do {
      // A disk that is full, or far away, may say so only when the file is closed.
      try partial.file.closeAfter {
        if let former { partial.take(permissionsOf: former) }
        _ = try partial.file.writeAll(bytes)
      }
      guard rename(partial.path, path) == 0 else { throw Errno(rawValue: errno) }
    } catch {
      unlink(partial.path)
      throw error
    }
  }
}

/// A file that is open, and gets its name when it is complete.
private struct PartialFile {
  let path: String
  let file: FileDescriptor

  /// - Parameter permissions: those of a new file, before the process's mask.
  init(beside place: String, permissions: CModeT) throws {
    path = Self.folder(of: place) + ".modgauge-" + String(UInt64.random(in: 0 ... .max), radix: 36)
    file = try FileDescriptor.open(
      FilePath(path), .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
      permissions: FilePermissions(rawValue: permissions))
  }

  /// With a slash behind it.
  static func folder(of path: String) -> String {
    String(path[...(path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex)])
  }

  /// The bits that lend the owner's rights go with an owner who cannot be kept.
  func take(permissionsOf former: stat) {
    var own = stat()
    guard fstat(file.rawValue, &own) == 0 else { return }
    if own.st_uid != former.st_uid || own.st_gid != former.st_gid {
      if fchown(file.rawValue, former.st_uid, former.st_gid) != 0 {
        _ = fchown(file.rawValue, uid_t.max, former.st_gid)
      }
      guard fstat(file.rawValue, &own) == 0 else { return }
    }
    let isOwned = own.st_uid == former.st_uid && own.st_gid == former.st_gid
    fchmod(file.rawValue, former.st_mode & (isOwned ? 0o7777 : 0o777))
  }
}

/// Where a path leads, links followed.
private enum FilePlace {
  /// An open file of this process.
  case descriptor(Int32)
  /// There is something that is no regular file, or one that has no path any more.
  case stream(String)
  case file(String, stat)
  case new(String)

  /// - Throws: `Errno`: also where the file is protected from being written, which a rename would not heed.
  init(of path: String) throws {
    let last = try Self.followed(path.hasPrefix("/") ? path : "./" + path)
    if let number = Self.descriptor(named: last) {
      self = .descriptor(number)
      return
    }
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard errno == ENOENT, !path.hasSuffix("/") else { throw Errno(rawValue: errno) }
      self = .new(last)
      return
    }
    var own = stat()
    switch UInt32(status.st_mode) & UInt32(S_IFMT) {
    case UInt32(S_IFDIR): throw Errno.isDirectory
    case UInt32(S_IFREG) where lstat(last, &own) == 0 && own.st_ino == status.st_ino && own.st_dev == status.st_dev:
      guard access(last, W_OK) == 0 else { throw Errno(rawValue: errno) }
      self = .file(last, status)
    default: self = .stream(path)
    }
  }

  /// The path at the end of a chain of links, whether or not something is there.
  private static func followed(_ path: String) throws -> String {
    var path = path
    for _ in 0..<40 {
      if descriptor(named: path) != nil { return path }
      guard let target = Path.link(at: path) else { return path }
      let folder = path[..<(path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex)]
      path = target.hasPrefix("/") ? target : folder + "/" + target
    }
    throw Errno.tooManySymbolicLinkLevels
  }

  private static func descriptor(named path: String) -> Int32? {
    let folders = ["/dev/fd/", "/proc/self/fd/", "/proc/thread-self/fd/", "/proc/\(getpid())/fd/"]
    return folders.first(where: path.hasPrefix).flatMap { Int32(path.dropFirst($0.count)) }
  }
}
