import Platform

/// Writes a file completely or not at all. Everything that modgauge writes to a path goes through it.
///
/// Symbolic links are followed, even to files that do not exist yet. A regular file is replaced by a rename and keeps
/// its permissions, and its owner if the system allows it. Anything else (a device, a pipe, an open file of this
/// process such as `/dev/fd/63`) is written in place.
package enum WholeFile {
  /// How the names of temporary files begin, which are beside those that they will replace.
  static let temporaryPrefix = ".modgauge-"
  /// How the second name of a former file ends.
  static let formerSuffix = "-former"

  /// - Throws: `FileFailure`; a regular file is then unchanged, and nothing is left behind.
  package static func write(_ bytes: some Sequence<UInt8>, to path: String) throws(FileFailure) {
    do {
      switch try FileLocation(of: path) {
      case .descriptor(let number): try FileDescriptor(rawValue: number).writeAll(bytes)
      case .stream(let path): try writeInto(path, bytes)
      case .new(let path): try replace(path, bytes, like: nil)
      case .file(let path, let status): try replace(path, bytes, like: status)
      }
    } catch let error as Errno where error == .brokenPipe {
      // The reader of a pipe closed it early.
    } catch { throw FileFailure(error) }
  }

  /// Replaces a regular file that contains certain bytes; other contents that were written meanwhile are kept.
  ///
  /// The bytes are compared immediately before and after the rename. Still lost are bytes that a program which opened
  /// the former file writes into it later, and a file that another program puts there just before the rename.
  /// - Returns: whether it was replaced; if not, it has other contents, and is unchanged.
  /// - Throws: `FileFailure`; the file is then unchanged.
  package static func replace(
    _ path: String, holding before: [UInt8], by bytes: some Sequence<UInt8>
  ) throws(FileFailure) -> Bool {
    do {
      guard case .file(let path, let status) = try FileLocation(of: path) else { return false }
      let partial = try PartialFile(beside: path, holding: bytes, like: status)
      defer { try? FileSystem.removeFile(partial.path) }
      let former = partial.path + formerSuffix
      TemporaryNames.note(former, of: path, replacing: before)
      let isKept = (try? FileSystem.link(path, as: former)) != nil  // Some volumes have no hard links.
      defer { if isKept { try? FileSystem.removeFile(former) } }
      guard try FileBytes.read(isKept ? former : path) == before else { return false }
      try FileSystem.rename(partial.path, to: path)
      guard isKept, try FileBytes.read(former) != before else { return true }
      try FileSystem.rename(former, to: path)
      return false
    } catch { throw FileFailure(error) }
  }

  /// Checks whether a file could be written.
  package static func check(_ path: String) throws(FileFailure) {
    do {
      switch try FileLocation(of: path) {
      case .descriptor, .stream: return
      case .new(let path), .file(let path, _):
        try FileSystem.demand([.write, .execute], to: PartialFile.folder(of: path))
      }
    } catch { throw FileFailure(error) }
  }

  /// The path at the end of a chain of symbolic links, whether or not something exists there.
  package static func destination(of path: String) -> String {
    (try? FileLocation.followed(FileLocation.withFolder(path))) ?? path
  }

  private static func writeInto(_ path: String, _ bytes: some Sequence<UInt8>) throws {
    let file = try FileDescriptor.open(
      path, .writeOnly, options: [.truncate, .closeOnExec, .noControllingTerminal])
    try file.closeAfter { _ = try file.writeAll(bytes) }
  }

  private static func replace(_ path: String, _ bytes: some Sequence<UInt8>, like former: FileStatus?) throws {
    let partial = try PartialFile(beside: path, holding: bytes, like: former)
    do { try FileSystem.rename(partial.path, to: path) } catch {
      try? FileSystem.removeFile(partial.path)
      throw error
    }
  }
}

/// A complete temporary file that is to be renamed.
private struct PartialFile {
  let path: String
  private let file: FileDescriptor

  /// Writes the file.
  /// - Parameter former: the file that it will replace, and whose permissions it gets; the process's umask is subtracted
  ///   from those of a new one.
  /// - Throws: also `FileFailure`; nothing is left behind then.
  init(beside place: String, holding bytes: some Sequence<UInt8>, like former: FileStatus?) throws {
    path = Self.folder(of: place) + WholeFile.temporaryPrefix + String(UInt64.random(in: 0 ... .max), radix: 36)
    TemporaryNames.note(path, of: place)
    file = try FileDescriptor.open(
      path, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
      permissions: FilePermissions(rawValue: former == nil ? 0o666 : 0o600))
    do {
      // If the disk is full or remote, the error may come only when the file is closed.
      try file.closeAfter {
        if let former { take(permissionsOf: former) }
        _ = try file.writeAll(bytes)
      }
    } catch {
      try? FileSystem.removeFile(path)
      throw error
    }
  }

  /// The folder with a trailing slash.
  static func folder(of path: String) -> String {
    String(path[...(path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex)])
  }

  /// The set-user-ID, set-group-ID and sticky bits are dropped if the owner cannot be kept.
  private func take(permissionsOf former: FileStatus) {
    guard var own = try? FileStatus(of: file).owner else { return }
    if own != former.owner {
      do { try file.setOwner(user: former.owner.user, group: former.owner.group) } catch {
        try? file.setOwner(user: nil, group: former.owner.group)
      }
      guard let changed = try? FileStatus(of: file).owner else { return }
      own = changed
    }
    try? file.setPermissions(former.permissions & (own == former.owner ? 0o7777 : 0o777))
  }
}

/// What a path leads to after following symbolic links.
private enum FileLocation {
  /// An open file of this process.
  case descriptor(Int32)
  /// Something that is not a regular file, or one without a path.
  case stream(String)
  case file(String, FileStatus)
  case new(String)

  /// - Throws: `Errno`, also if the file is write-protected, which a rename would ignore.
  init(of path: String) throws {
    let own = Self.withFolder(path)
    let last = try Self.followed(own)
    if let number = Self.descriptor(named: last) {
      self = .descriptor(number)
      return
    }
    let status: FileStatus
    do { status = try FileStatus(of: path) } catch {
      guard error == .noSuchFileOrDirectory, !path.hasSuffix("/") else { throw error }
      self = .new(last)
      return
    }
    switch status.kind {
    case .folder: throw Errno.isDirectory
    // Another process's open file is a link whose target may be gone, or another file by now. Without a link, there is
    // nothing to compare: a file that differs has just been replaced.
    case .file where last == own || (try? FileStatus(of: last, followsLast: false))?.identity == status.identity:
      try FileSystem.demand(.write, to: last)
      self = .file(last, status)
    default: self = .stream(path)
    }
  }

  /// The path with a folder in front of its name.
  static func withFolder(_ path: String) -> String { path.hasPrefix("/") ? path : "./" + path }

  /// The end of a chain of symbolic links, whether or not something exists there.
  /// - Parameter path: with its folder.
  static func followed(_ path: String) throws -> String {
    var path = path
    for _ in 0..<40 {
      if descriptor(named: path) != nil { return path }
      guard let target = FileSystem.linkTarget(of: path) else { return path }
      let folder = path[..<(path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex)]
      path = target.hasPrefix("/") ? target : folder + "/" + target
    }
    throw Errno.tooManySymbolicLinkLevels
  }

  private static func descriptor(named path: String) -> Int32? {
    let folders = ["/dev/fd/", "/proc/self/fd/", "/proc/thread-self/fd/", "/proc/\(CurrentProcess.id)/fd/"]
    return folders.first(where: path.hasPrefix).flatMap { Int32(path.dropFirst($0.count)) }
  }
}
