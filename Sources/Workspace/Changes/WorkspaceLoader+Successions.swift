package import ModuleGraph

extension WorkspaceLoader {
  /// Finds which added modules have the files of removed ones, by git's rename detection.
  ///
  /// Git is not run if no module was removed or none was added. Files of the working tree are compared as they are,
  /// tracked or not; nothing is written into the repository.
  /// - Parameters:
  ///   - base: the workspace in a commit.
  ///   - head: the workspace in another commit, or in the working tree if that is `nil`.
  /// - Throws: `WorkspaceError.cacheUnusable`, `CancellationError`, `SubprocessError`.
  package func successions(
    from base: LoadedWorkspace, at commit: String, to head: LoadedWorkspace, at other: String?,
    in repository: GitRepository
  ) async throws -> [ModuleSuccession] {
    let gone = ModuleMove.gone(from: base.graph, to: head.graph).compactMap { base.files(of: $0, in: repository) }
    let new = ModuleMove.gone(from: head.graph, to: base.graph).compactMap { head.files(of: $0, in: repository) }
    guard !gone.isEmpty, !new.isEmpty else { return [] }
    let temporary = try await TemporaryFolder.held(in: cacheFolder)
    let store = try ObjectStore(
      repository.git, objects: repository.objects, hash: commit, below: temporary.path)
    let (before, after) = (gone.flatMap(\.files).map(\.path), new.flatMap(\.files).map(\.path))
    var tree = other
    if tree == nil { tree = try await store.tree(of: after, in: repository.top, below: temporary.path) }
    var renames: [String: String] = [:]
    if let tree { renames = try await store.renames(from: commit, to: tree, among: before + after) }
    withExtendedLifetime(temporary) {}
    return ModuleSuccession.between(
      Dictionary(uniqueKeysWithValues: gone.map { ($0.id, $0.files) }),
      Dictionary(uniqueKeysWithValues: new.map { ($0.id, $0.files.map(\.path)) }), renames: renames)
  }
}

extension LoadedWorkspace {
  /// A module's sources by their paths relative to the repository's top, without those outside it.
  fileprivate func files(
    of module: Module, in repository: GitRepository
  ) -> (id: ModuleID, files: [ModuleSuccession.File])? {
    let files = (sources[module.id] ?? []).compactMap { file -> ModuleSuccession.File? in
      guard let path = Path.joined(rootPath, file.path).remainder(below: repository.top) else { return nil }
      return ModuleSuccession.File(path: path, weight: 1 + (file.lines ?? 0))
    }
    return files.isEmpty ? nil : (module.id, files)
  }
}

extension ObjectStore {
  /// The renamed files between two trees: new paths by old ones.
  ///
  /// If a partial clone lacks a file, only renames without any change of contents count.
  fileprivate func renames(from base: String, to head: String, among paths: [String]) async throws -> [String: String] {
    // The length of a command line is limited.
    let bytes = paths.reduce(0) { $0 + $1.utf8.count }
    let among: [String] = bytes < 1 << 20 ? ["--"] + paths : []
    for similarity in ["-M", "-M100%"] {
      let outcome = try await self(
        [
          "--literal-pathspecs", "diff-tree", "-r", "-z", similarity, "-l0", "--diff-filter=R", "--name-status", base,
          head,
        ] + among)
      guard outcome.succeeded else { continue }
      let words = outcome.outputBytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
      let end = words.count - words.count % 3
      let pairs = stride(from: 0, to: end, by: 3).map { (start) -> (String, String) in
        (words[start + 1], words[start + 2])
      }
      return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }
    return [:]
  }

  /// Writes a tree of files as they are in the working tree, into a temporary repository.
  /// - Returns: `nil` if git fails.
  fileprivate func tree(of paths: [String], in top: String, below parent: String) async throws -> String? {
    let index = "\(parent)/index-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
    for start in stride(from: 0, to: paths.count, by: 500) {
      let some = paths[start..<min(start + 500, paths.count)]
      let added = try await self(
        Self.withoutFilters + ["update-index", "--add", "--"] + some, indexFile: index, workTree: top)
      guard added.succeeded else { return nil }
    }
    let written = try await self(["write-tree"], indexFile: index, workTree: top)
    return written.succeeded ? written.output.split(separator: "\n").first.map(String.init) : nil
  }
}
