import Platform

extension Scratch {
  /// Replaces SwiftPM's downloads by a copy of another scratch folder's.
  ///
  /// SwiftPM's clones refer to one another by absolute paths, which are replaced.
  func takeDownloads(from other: Scratch) throws(BenchmarkError) {
    var copier = FileCopier()
    for name in Self.kept.sorted() {
      try FileTree.remove("\(path)/\(name)")
      let source = "\(other.path)/\(name)"
      guard let stamp = try? FileStatus(of: source, followsLast: false) else { continue }
      let files = try stamp.kind == .folder ? FileTree.files(below: source) : [source: stamp]
      for (file, stamp) in files.sorted(by: { $0.key < $1.key }) {
        let destination = path + file.dropFirst(other.path.count)
        if stamp.kind == .link {
          try copier.makeLink(destination, to: FileTree.linkTarget(of: file))
        } else if stamp.kind == .file {
          _ = try copier.copyFile(file, to: destination, permissions: stamp.permissions)
        }
      }
    }
    try renamePaths(from: other)
  }

  /// Replaces the paths of the workspace's own packages by those in another copy.
  func movePackages(from old: String, to new: String) throws(BenchmarkError) {
    try replace(old, by: new, in: path + "/workspace-state.json")
  }

  /// Adjusts the paths in clones, and creates empty folders that git requires and that were not copied.
  private func renamePaths(from other: Scratch) throws(BenchmarkError) {
    for name in try FileTree.names(in: path + "/checkouts") {
      for file in ["config", "objects/info/alternates"] {
        try replace(other.path, by: path, in: "\(path)/checkouts/\(name)/.git/\(file)")
      }
      try FileTree.makeFolder("\(path)/checkouts/\(name)/.git/refs/heads")
    }
    for name in try FileTree.names(in: path + "/repositories") {
      try FileTree.makeFolder("\(path)/repositories/\(name)/refs/heads")
    }
    try replace(other.path, by: path, in: path + "/workspace-state.json")
  }

  private func replace(_ old: String, by new: String, in file: String) throws(BenchmarkError) {
    guard (try? FileStatus(of: file, followsLast: false)) != nil else { return }
    try FileTree.write(FileTree.text(of: file).replacing(old + "/", with: new + "/").utf8, to: file)
  }
}
