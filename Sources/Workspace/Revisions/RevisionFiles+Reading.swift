import ModuleGraph
import Platform

extension RevisionFiles {
  /// Lists the files of a commit, and of its submodules that are checked out in the working tree.
  ///
  /// - Parameters:
  ///   - revision: the commit's name for the user.
  ///   - cacheFolder: where sizes of blobs are cached, if `remembers` is set.
  ///   - temporaryFolder: for temporary repositories.
  ///   - exceptions: folders that are still read from the disk.
  /// - Returns: the files, and warnings as sentences.
  /// - Throws: `RevisionError`, `WorkspaceError.cacheUnusable`, `CancellationError`.
  static func read(
    _ revision: String, of repository: GitRepository, cacheFolder: String, remembers: Bool, temporaryFolder: String,
    exceptions: [String]
  ) async throws -> (files: RevisionFiles, warnings: [String]) {
    let commit = try await repository.commit(revision)
    let store = try ObjectStore(repository.git, objects: repository.objects, hash: commit, below: temporaryFolder)
    let outcome = try await store(["ls-tree", "-r", "-z", commit])
    guard outcome.succeeded else {
      throw RevisionError.treesMissing(
        revision: revision, clone: repository.folder, isPartial: try await repository.isPartialClone,
        words: outcome.errors)
    }
    var tree = RevisionTree()
    tree.add(listing: outcome.outputBytes)
    var mounts = [Mount(path: "", store: store, commit: commit, tags: try await repository.tags(of: commit))]
    let warnings = try await addSubmodules(to: &tree, &mounts, of: revision, repository, below: temporaryFolder)
    tree.sort()
    let files = RevisionFiles(
      top: repository.top, tree: tree, mounts: mounts,
      sizes: BlobSizes(of: repository.objects, in: remembers ? cacheFolder : nil),
      exceptions: exceptions)
    return (files, warnings)
  }

  /// Adds the files of submodules that are checked out in the working tree.
  /// - Returns: warnings as sentences.
  private static func addSubmodules(
    to tree: inout RevisionTree, _ mounts: inout [Mount], of revision: String, _ repository: GitRepository,
    below temporaryFolder: String
  ) async throws -> [String] {
    var warnings: [String] = []
    var next = 0
    while next < tree.submodules.count {  // A submodule may have submodules itself.
      let submodule = tree.submodules[next]
      next += 1
      let place = repository.top + "/" + submodule.path
      guard !repository.isBare, (try? FileStatus(of: place + "/.git")) != nil else { continue }
      if let (mount, listing) = try await Self.mount(submodule, at: place, below: temporaryFolder) {
        tree.add(listing: listing, at: submodule.path, of: mounts.count)
        mounts.append(mount)
      } else {
        warnings.append(
          "The submodule `\(submodule.path)` lacks the commit \(submodule.commit.prefix(12)) of \(revision), and "
            + "is skipped there; `git -C \(place) fetch` may fetch it.")
      }
    }
    return warnings
  }

  private static func mount(
    _ submodule: RevisionTree.Submodule, at place: String, below temporaryFolder: String
  ) async throws -> (Mount, listing: [UInt8])? {
    let repository = try await GitRepository(around: place)
    let store = try ObjectStore(
      repository.git, objects: repository.objects, hash: submodule.commit, below: temporaryFolder)
    let outcome = try await store(["ls-tree", "-r", "-z", submodule.commit])
    guard outcome.succeeded else { return nil }
    let tags = try await repository.tags(of: submodule.commit)
    return (Mount(path: submodule.path, store: store, commit: submodule.commit, tags: tags), outcome.outputBytes)
  }

  /// A warning about sizes that a partial clone lacks; `nil` if it has all.
  /// - Parameter revision: the commit's name for the user.
  func warning(_ revision: String, of repository: GitRepository) async throws -> String? {
    let count = missing.sizes.count
    guard count > 0 else { return nil }
    let isPartial = try await repository.isPartialClone
    return
      "This \(isPartial ? "partial clone" : "repository") lacks \(count.counted("source")) of \(revision), so that the lines of "
      + "\(count == 1 ? "its module are" : "their modules are") unknown. "
      + MissingFiles(paths: missing.sizes, revision: revision, clone: repository.folder, isPartial: isPartial).hint
  }
}
