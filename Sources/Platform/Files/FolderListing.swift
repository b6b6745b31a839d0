#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The entries of one folder, unordered, without `.` and `..`.
package enum FolderListing {
  package struct Entry: Sendable {
    package let name: String
    /// `nil` if the file system does not report it in a listing.
    package let kind: FileStatus.Kind?
    /// Whether the name is valid UTF-8; otherwise, `name` is repaired and does not lead to the file.
    package let isUTF8: Bool
  }

  package static func entries(of folder: String) throws(Errno) -> [Entry] {
    guard let stream = opendir(folder) else { throw .last }
    defer { closedir(stream) }
    var entries: [Entry] = []
    while let entry = readdir(stream) {
      let characters = (UnsafeRawPointer(entry) + nameOffset).assumingMemoryBound(to: CChar.self)
      let valid = String(validatingCString: characters)
      let name = valid ?? String(cString: characters)
      if name == "." || name == ".." { continue }
      entries.append(Entry(name: name, kind: kind(ofType: Int(entry.pointee.d_type)), isUTF8: valid != nil))
    }
    return entries
  }

  /// The offset of an entry's name. The name may be longer in memory than its declared type, so that a copy of the
  /// entry could truncate it.
  private static let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0

  private static func kind(ofType type: Int) -> FileStatus.Kind? {
    switch type {
    case Int(DT_DIR): .folder
    case Int(DT_REG): .file
    case Int(DT_LNK): .link
    case Int(DT_CHR): .characterDevice
    case Int(DT_UNKNOWN): nil
    default: .other
    }
  }
}
