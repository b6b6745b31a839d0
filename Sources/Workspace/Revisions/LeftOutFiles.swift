import Platform

/// The files of git's index that a checkout leaves out: those outside a sparse checkout, and those that are marked
/// `skip-worktree`. To git they are there, unchanged, and no removal.
package struct LeftOutFiles: Sendable {
  /// Reads them in place of the disk, where that has nothing.
  let files: RevisionFiles
  /// The manifests among them that a partial clone lacks, relative to the repository's top; their packages are not read.
  let unknownManifests: [String]
  private let repository: GitRepository

  /// - Parameters:
  ///   - path: any path in the repository, whether or not it exists.
  ///   - cacheFolder: where sizes of blobs are cached; `nil` for nowhere.
  ///   - temporaryFolder: for a temporary repository.
  /// - Returns: `nil` if nothing is left out, or git reads no repository there.
  init?(around path: String, cacheFolder: String?, temporaryFolder: String) async throws {
    let listing = try await Self.listing(around: path)
    guard let first = listing.first, let top = Self.top(around: Path.absolute(path)) else { return nil }
    let repository = try await GitRepository(around: top)
    let id = first.split(separator: " ")[2].prefix { $0 != "\t" }
    let store = try ObjectStore(repository.git, objects: repository.objects, hash: String(id), below: temporaryFolder)
    // An unborn branch has no commit.
    let commit = (try? await repository.commit("HEAD")) ?? ""
    let tags = commit.isEmpty ? "" : try await repository.tags(of: commit)
    let mount = RevisionFiles.Mount(path: "", store: store, commit: commit, tags: tags)
    let sizes = BlobSizes(of: repository.objects, in: cacheFolder)
    func reader(of listing: [String]) -> RevisionFiles {
      var tree = RevisionTree()
      tree.add(listing: Array(listing.joined(separator: "\0").utf8))
      tree.sort()
      return RevisionFiles(
        top: repository.top, tree: tree, mounts: [mount], sizes: sizes, exceptions: [], fillsDisk: true)
    }
    let all = reader(of: listing)
    let unknown = all.tree.nodes.compactMap { path, node -> String? in
      guard case .file(let blob) = node, ManifestFile.isNamed(path.lastComponent) else { return nil }
      return (try? all.bytes(of: blob, at: path)) == nil ? path : nil
    }.sorted()
    let folders = unknown.map { $0.dropLast($0.lastComponent.count) }
    files = reader(of: listing.filter { line in !folders.contains { Self.path(of: line).hasPrefix($0) } })
    unknownManifests = unknown
    self.repository = repository
  }

  /// The path in a line of `git ls-tree`.
  private static func path(of line: String) -> Substring { line.drop { $0 != "\t" }.dropFirst() }

  /// What to do about a folder that does not exist because the checkout leaves it out, as a sentence; `nil` if there is
  /// another reason.
  static func advice(onMissing path: String) async throws -> String? {
    let path = Path.absolute(path)
    guard let top = top(around: path), let place = path.remainder(below: top),
      try await !paths(below: [path]).isEmpty
    else { return nil }
    return "git has it, but this checkout leaves it out: try `git sparse-checkout add \(place.shellWord)`."
  }

  static func paths(below folders: [String]) async throws -> [String] {
    var paths: Set<String> = []
    for folder in Set(folders) {
      guard let top = top(around: folder) else { continue }
      let listed = try await listing(around: folder).map { String(path(of: $0)) }
      paths.formUnion(listed.filter { "\(top)/\($0)".remainder(below: folder) != nil })
    }
    return paths.sorted()
  }

  private static func listing(around path: String) async throws -> [String] {
    guard let git = Git(), let top = top(around: Path.absolute(path)) else { return [] }
    let listed = try await git(["ls-files", "-z", "-t", "--stage"], in: top, outputLimit: 1 << 30)
    return listed.succeeded ? listing(listed.outputBytes, top: top) : []
  }

  /// The top of the repository around a path, if its index may have marks. Version 2, which nearly all have, has none.
  private static func top(around path: String) -> String? {
    guard let top = Path.topOfRepository(path).flatMap(Path.canonical) else { return nil }
    let head = try? FileDescriptor.open(top + "/.git/index", .readOnly, options: .closeOnExec).closeAfter(reading: 8)
    return head == Array("DIRC\0\0\0\u{2}".utf8) ? nil : top
  }

  /// Lines in the form of `git ls-tree`, of files that are marked and that the disk lacks.
  private static func listing(_ output: [UInt8], top: String) -> [String] {
    output.split(separator: 0).compactMap { line in
      guard line.starts(with: "S 1".utf8), !line.starts(with: "S 16".utf8) else { return nil }
      let text = String(decoding: line.dropFirst(2), as: UTF8.self)
      guard let tab = text.firstIndex(of: "\t"), case let words = text[..<tab].split(separator: " "), words.count == 3
      else { return nil }
      let path = text[text.index(after: tab)...]
      guard FileStatus(at: "\(top)/\(path)", followsLast: false) == nil else { return nil }
      return "\(words[0]) blob \(words[1])\t\(path)"
    }
  }

  /// What to say about them, once they were read, as sentences.
  func notes() async throws -> [String] {
    var notes = ["What this checkout leaves out (sparse checkout, or marked skip-worktree) was read from git's index."]
    if !unknownManifests.isEmpty {
      notes.append(
        "This checkout leaves out packages whose manifests this partial clone lacks, so that they were not read: "
          + "\(unknownManifests.map { "`\($0.visible)`" }.listed(atMost: 3)). \(hint(for: Set(unknownManifests)))")
    }
    let sources = files.missing.contents.union(files.missing.sizes)
    if !sources.isEmpty {
      notes.append(
        "This partial clone lacks \(sources.count.counted("file")) that this checkout leaves out, so that lines and imports "
          + "there are unknown. \(hint(for: sources))")
    }
    return notes
  }

  private func hint(for paths: Set<String>) -> String {
    MissingFiles(paths: paths, revision: "HEAD", clone: repository.folder).hint
  }

  /// The folders of the packages that were not read, relative to another one.
  func unknownFolders(from root: String) -> [String] {
    unknownManifests.map { Path.relative(Path.normalized("\(files.top)/\($0)/.."), to: root) }
  }
}

extension FileDescriptor {
  fileprivate func closeAfter(reading count: Int) throws -> [UInt8] { try closeAfter { try read(atMost: count) } }
}
