import ManifestSyntax
import Platform

extension RevisionFiles {
  /// Whether a folder belongs to the revision, so that SwiftPM needs a copy of it.
  func holds(_ folder: String) -> Bool {
    if case .inside = place(of: folder) { true } else { false }
  }

  /// Copies the manifest of a package to a folder of the same structure, without the package's other files.
  ///
  /// The copy's path depends only on the manifest's text, so that SwiftPM's cache applies and concurrent runs share the
  /// copy.
  /// - Parameters:
  ///   - files: the files on which the manifest's meaning depends.
  ///   - folder: the package's folder.
  ///   - parent: the folder in which the copy is created.
  /// - Throws: `WorkspaceError.cacheUnusable`.
  static func copy(of files: ManifestFiles, in folder: String, below parent: String) throws -> String {
    var record = RecordWriter()
    for file in files.all {
      record.add(file.name)
      record.add(bytes: file.bytes)
    }
    let copy = "\(parent)/manifest-\(String(record.bytes.stableHash, radix: 36))"
    for file in files.all {
      let place = file.name.hasPrefix("/") ? file.name : folder + "/" + file.name
      guard place.remainder(below: folder) != nil else { continue }  // The user's own settings are not copied.
      do throws(FileFailure) {
        try FileSystem.makeFolders(Path.normalized(copy + place + "/.."))
        try WholeFile.write(file.bytes, to: copy + place)
      } catch {
        throw WorkspaceError.cacheUnusable(path: copy, reason: error.reason)
      }
    }
    return copy
  }

  /// Copies all files of the revision, for manifests that may read any of them.
  ///
  /// The copy is made once. It does not contain what a partial clone lacks.
  /// - Parameter onlyManifests: for manifests that ask only git.
  /// - Throws: `WorkspaceError.cacheUnusable`, `CancellationError`, `SubprocessError`.
  func copy(below parent: String, onlyManifests: Bool) async throws -> String {
    let making = copies.withLock { copies in
      if let task = copies[onlyManifests] { return task }
      let new = Task { () async throws -> String in
        let copy = "\(parent)/revision-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
        // What git cannot write is not in it.
        _ = try await write(to: copy + top, onlyManifests: onlyManifests)
        return copy
      }
      copies[onlyManifests] = new
      return new
    }
    return try await making.value
  }

  /// The commit of the repository that contains a folder, and its tags: with the commit's files, all that git says of a
  /// working tree without changes.
  func commit(of folder: String) -> String {
    let mount = mounts.filter { folder.remainder(below: $0.path.isEmpty ? top : top + "/" + $0.path) != nil }
      .max { $0.path.utf8.count < $1.path.utf8.count }
    return mount.map { $0.commit + "\n" + $0.tags } ?? ""
  }

  /// Writes all files below a folder that stands for the top, as a repository that has the commit checked out.
  /// - Parameter onlyManifests: whether other files are left out, without git taking them for removed.
  /// - Returns: git's message about files that it cannot write; empty if all were written.
  /// - Throws: `WorkspaceError.cacheUnusable`, `CancellationError`, `SubprocessError`.
  func write(to folder: String, onlyManifests: Bool = false) async throws -> String {
    var complaints = ""
    for mount in mounts {
      let place = folder + (mount.path.isEmpty ? "" : "/" + mount.path)
      do { try FileSystem.makeFolders(place) } catch {
        throw WorkspaceError.cacheUnusable(path: place, reason: error.reason)
      }
      let store = try mount.store.repository(
        at: place, commit: mount.commit, tags: mount.tags, showing: onlyManifests ? ManifestFiles.patterns : nil)
      let commands =
        onlyManifests
        ? [["read-tree", "-m", "-u", "HEAD"]]
        : [["read-tree", "HEAD"], ["checkout-index", "--all", "--force", "--quiet", "--index"]]
      for command in commands {
        let outcome = try await store(ObjectStore.withoutFilters + command, workTree: place)
        if !outcome.succeeded { complaints += outcome.errors }
      }
    }
    return complaints
  }
}

extension Manifest {
  /// The manifest with paths into a copy replaced by the original ones.
  func moved(outOf copy: String) -> Manifest {
    let moved = dependencies.map { dependency in
      let source: ManifestDependency.Source
      switch dependency.source {
      case .folder(let path): source = .folder(path: path.leading(outOf: copy))
      case .repository(let location, let requirement):
        source = .repository(location: location.leading(outOf: copy), requirement: requirement)
      case .registry: source = dependency.source
      }
      return ManifestDependency(
        identity: dependency.identity, name: dependency.name, source: source, traits: dependency.traits)
    }
    return replacing(dependencies: moved)
  }
}

extension String {
  fileprivate func leading(outOf copy: String) -> String {
    remainder(below: copy).map { "/" + $0 } ?? self
  }
}
