/// A folder that modgauge made, and marked when it made it. What modgauge removes with all its contents is below one.
///
/// The mark is a cache directory tag (https://bford.info/cachedir), so that backups leave out what can be made again.
package enum OwnFolder {
  package static let markName = "CACHEDIR.TAG"
  package static let mark = """
    Signature: 8a477f597d28d172789f06886806bc55
    # modgauge made this folder, and removes files from it. Keep nothing of your own here.

    """

  /// Whether a folder, which is no link to one, has the mark.
  package static func isMarked(_ folder: String) -> Bool {
    guard isFolder(folder), (try? FileStatus(of: tag(in: folder), followsLast: false))?.kind == .file else {
      return false
    }
    return SmallFile.beginning(of: tag(in: folder), bytes: mark.utf8.count) == Array(mark.utf8)
  }

  /// Whether a folder is marked or below a marked one, and no symbolic link leads there from that one.
  package static func holds(_ folder: String) -> Bool {
    var folder = folder[...]
    while !folder.isEmpty, isFolder(String(folder)) {
      if isMarked(String(folder)) { return true }
      folder = folder[..<(folder.utf8.lastIndex(of: UInt8(ascii: "/")) ?? folder.startIndex)]
    }
    return false
  }

  /// Makes a folder with its mark, within an existing one. It appears with the mark, so that of several processes each
  /// finds it complete.
  /// - Throws: `Errno`, also if something is there that is not marked.
  package static func make(_ path: String, permissions: UInt16 = 0o777) throws {
    let partial = path + ".modgauge-" + String(UInt64.random(in: 0 ... .max), radix: 36)
    try FileSystem.makeFolder(partial, permissions: permissions)
    do {
      let file = try FileDescriptor.open(
        tag(in: partial), .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
        permissions: [.ownerReadWrite, .groupRead, .otherRead])
      try file.closeAfter { _ = try file.writeAll(mark.utf8) }
      try FileSystem.rename(partial, to: path)
    } catch {
      try? FileSystem.removeFile(tag(in: partial))
      try? FileSystem.removeEmptyFolder(partial)
      if !isMarked(path) { throw error }
    }
  }

  private static func tag(in folder: String) -> String { folder + "/" + markName }

  private static func isFolder(_ path: String) -> Bool {
    (try? FileStatus(of: path, followsLast: false))?.kind == .folder
  }
}
