import Platform

/// The files and folders of one commit, submodules included, by their paths relative to the repository's top.
struct RevisionTree: Sendable {
  enum Node: Hashable, Sendable {
    case folder
    case file(Blob)
    /// A symbolic link; the blob contains its target.
    case link(Blob)
  }

  struct Blob: Hashable, Sendable {
    let id: String
    /// The index of the repository that contains it: 0, or that of a submodule.
    let repository: Int
  }

  /// A submodule: a commit of another repository, at a path of this one.
  struct Submodule: Hashable, Sendable {
    let path: String
    let commit: String
  }

  private(set) var nodes: [String: Node] = ["": .folder]
  /// The entries of each folder, sorted by name.
  private(set) var entries: [String: [FolderEntries.Entry]] = ["": []]
  private(set) var submodules: [Submodule] = []

  /// Adds the output of `git ls-tree -r -z`.
  ///
  /// - Parameters:
  ///   - folder: the path of the tree's root: empty, or a submodule's path.
  ///   - repository: see ``Blob/repository``.
  /// - Complexity: O(bytes).
  mutating func add(listing: [UInt8], at folder: String = "", of repository: Int = 0) {
    for line in listing.split(separator: 0) {
      guard let tab = line.firstIndex(of: UInt8(ascii: "\t")), line.count > 12 else { continue }
      let words = line[..<tab].split(separator: UInt8(ascii: " "))
      guard words.count == 3 else { continue }
      let name = line[(tab + 1)...]
      let valid = String(validating: name, as: UTF8.self)
      let own = valid ?? String(decoding: name, as: UTF8.self)
      let path = folder.isEmpty ? own : folder + "/" + own
      let id = String(decoding: words[2], as: UTF8.self)
      let blob = Blob(id: id, repository: repository)
      switch words[0].first {
      case UInt8(ascii: "1") where words[0].starts(with: "16".utf8):
        submodules.append(Submodule(path: path, commit: id))
        addFolder(path)
      case UInt8(ascii: "1") where words[0].starts(with: "12".utf8): add(.link(blob), at: path, kind: nil, valid != nil)
      default: add(.file(blob), at: path, kind: .file, valid != nil)
      }
    }
  }

  /// Sorts the entries; must be called after everything is added.
  mutating func sort() {
    for folder in entries.keys { entries[folder]?.sort { $0.name < $1.name } }
  }

  private mutating func add(_ node: Node, at path: String, kind: FileStatus.Kind?, _ isUTF8: Bool) {
    let (parent, name) = Self.split(path)
    addFolder(parent)
    nodes[path] = node
    entries[parent, default: []].append(FolderEntries.Entry(name: name, kind: kind, isUTF8: isUTF8))
  }

  private mutating func addFolder(_ path: String) {
    guard nodes[path] == nil else { return }
    let (parent, name) = Self.split(path)
    addFolder(parent)
    nodes[path] = .folder
    entries[path] = []
    entries[parent, default: []].append(FolderEntries.Entry(name: name, kind: .folder, isUTF8: true))
  }

  private static func split(_ path: String) -> (parent: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", path) }
    return (String(path[..<slash]), String(path[path.utf8.index(after: slash)...]))
  }
}
