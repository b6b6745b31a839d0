#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What one folder holds, sorted by name; nothing where it cannot be read.
struct FolderEntries: Sequence {
  struct Entry {
    let name: String
    /// Absent for a symbolic link, and where the file system does not say without being asked.
    let kind: FileStatus.Kind?
    /// Whether the name's bytes are UTF-8; `name` does not lead to the file otherwise.
    let isUTF8: Bool
  }

  let entries: [Entry]
  /// Why the folder could not be read.
  let failure: String?

  init(of folder: String) {
    switch RevisionFiles.current?.place(of: folder) {
    case nil: self.init(onDisk: folder)
    case .disk(let path): self.init(onDisk: path)
    case .inside(let path, .folder):
      self.init(entries: RevisionFiles.current?.tree.entries[path] ?? [], failure: nil)
    case .inside: self.init(entries: [], failure: String(cString: strerror(ENOTDIR)))
    case .nothing: self.init(entries: [], failure: String(cString: strerror(ENOENT)))
    }
  }

  private init(entries: [Entry], failure: String?) {
    self.entries = entries
    self.failure = failure
  }

  private init(onDisk folder: String) {
    guard let stream = opendir(folder) else {
      entries = []
      failure = String(cString: strerror(errno))
      return
    }
    defer { closedir(stream) }
    var found: [Entry] = []
    while let entry = readdir(stream) {
      let type = entry.pointee.d_type
      let (name, isUTF8) = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 1) { characters in
          let valid = String(validatingCString: characters)
          return (valid ?? String(cString: characters), valid != nil)
        }
      }
      if name == "." || name == ".." { continue }
      found.append(Entry(name: name, kind: Self.kind(ofType: Int(type)), isUTF8: isUTF8))
    }
    entries = found.sorted { $0.name < $1.name }
    failure = nil
  }

  private static func kind(ofType type: Int) -> FileStatus.Kind? {
    switch type {
    case Int(DT_DIR): .folder
    case Int(DT_REG): .file
    case Int(DT_LNK), Int(DT_UNKNOWN): nil
    default: .other
    }
  }

  func makeIterator() -> IndexingIterator<[Entry]> { entries.makeIterator() }
}
