import Platform

/// The entries of one folder, sorted by name; empty if it cannot be read.
struct FolderEntries: Sequence {
  struct Entry {
    let name: String
    /// `nil` for a symbolic link, and if the file system does not report it in a listing.
    let kind: FileStatus.Kind?
    /// Whether the name is UTF-8; otherwise `name` does not lead to the file.
    let isUTF8: Bool
  }

  let entries: [Entry]
  /// Why the folder could not be read.
  let failure: String?

  func makeIterator() -> IndexingIterator<[Entry]> { entries.makeIterator() }
}

extension FolderEntries {
  init(of folder: String) {
    switch RevisionFiles.current?.place(of: folder) {
    case nil: self.init(onDisk: folder)
    case .disk(let path):
      let listed = FolderEntries(onDisk: path)
      let more = RevisionFiles.current?.entries(missingIn: path, besides: listed.entries) ?? []
      self.init(
        entries: more.isEmpty ? listed.entries : (listed.entries + more).sorted { $0.name < $1.name },
        failure: listed.failure)
    case .inside(let path, .folder):
      self.init(entries: RevisionFiles.current?.tree.entries[path] ?? [], failure: nil)
    case .inside: self.init(entries: [], failure: Errno.notDirectory.description)
    case .nothing: self.init(entries: [], failure: Errno.noSuchFileOrDirectory.description)
    }
  }

  private init(onDisk folder: String) {
    do {
      let entries = try FolderListing.entries(of: folder).map { entry in
        Entry(name: entry.name, kind: entry.kind == .link ? nil : entry.kind, isUTF8: entry.isUTF8)
      }
      self.init(entries: entries.sorted { $0.name < $1.name }, failure: nil)
    } catch { self.init(entries: [], failure: error.description) }
  }
}
