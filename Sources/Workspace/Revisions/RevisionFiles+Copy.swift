import ManifestSyntax

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension RevisionFiles {
  /// Whether a folder is the revision's, so that SwiftPM needs a copy to look at.
  func holds(_ folder: String) -> Bool {
    if case .inside = place(of: folder) { true } else { false }
  }

  /// A folder in which a package's own path leads to its manifest, alone.
  ///
  /// What stands in that place is told by the manifest's text and nothing else, so that SwiftPM knows it again and
  /// several runs share it.
  /// - Parameters:
  ///   - folder: the package's.
  ///   - files: those that decide what its manifest says.
  ///   - parent: where the copy goes.
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
      guard place.remainder(below: folder) != nil else { continue }  // The user's own settings are where they are.
      do {
        try FileManager.default.createDirectory(
          atPath: Path.normalized(copy + place + "/.."), withIntermediateDirectories: true)
        try Data(file.bytes).write(to: URL(filePath: copy + place), options: .atomic)
      } catch {
        throw WorkspaceError.cacheUnusable(path: copy, reason: FileReason.words(error))
      }
    }
    return copy
  }

  /// A folder in which the paths of the revision lead to all its files: for manifests that may look at any of them.
  ///
  /// It is made once. What a partial clone has not got is not in it.
  /// - Throws: `WorkspaceError.cacheUnusable`, `CancellationError`, `SubprocessError`.
  func copy(below parent: String) async throws -> String {
    let making = wholeCopy.withLock { task in
      if let task { return task }
      let new = Task { try await self.makeCopy("\(parent)/revision-\(UUID().uuidString)") }
      task = new
      return new
    }
    return try await making.value
  }

  private func makeCopy(_ copy: String) async throws -> String {
    let index = copy + ".index"
    for (number, mount) in mounts.enumerated() {
      let place = copy + top + (mount.path.isEmpty ? "" : "/" + mount.path)
      do { try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true) } catch {
        throw WorkspaceError.cacheUnusable(path: place, reason: FileReason.words(error))
      }
      let own = "\(index)-\(number)"
      _ = try await mount.store(["read-tree", mount.commit], indexFile: own)
      // It says what it cannot write, and goes on.
      _ = try await mount.store(
        ObjectStore.withoutFilters + ["checkout-index", "--all", "--force", "--quiet"], indexFile: own, workTree: place)
    }
    return copy
  }
}

extension Manifest {
  /// The manifest with the paths that led into a copy leading to where the files were copied from.
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
    return Manifest(
      name: name, toolsVersion: toolsVersion, dependencies: moved, products: products, targets: targets,
      traits: traits)
  }
}

extension String {
  fileprivate func leading(outOf copy: String) -> String {
    remainder(below: copy).map { "/" + $0 } ?? self
  }
}
