import ImportSyntax
import ManifestSyntax

/// How a package's manifest differs between two states.
package enum ManifestComparison: Hashable, Sendable {
  case difference(ManifestDifference)
  /// Nobody knows: one of the states has no manifest, SwiftPM rejects it, or must not be asked.
  case unknown
}

extension WorkspaceLoader {
  /// How the manifests of packages differ in their meaning between a commit and another one, or the working tree.
  ///
  /// SwiftPM is asked only where more than comments and white space differs, or where a manifest may read more than its
  /// text.
  /// - Parameters:
  ///   - folders: the folders of the packages, absolute.
  ///   - base: a commit.
  ///   - head: a commit; `nil` for the working tree.
  /// - Returns: by folder; packages whose manifests mean the same are missing.
  /// - Throws: `RevisionError`, `WorkspaceError.cacheUnusable`, `CancellationError`, `SubprocessError`.
  package func manifestChanges(
    in folders: [String], from base: String, to head: String?, of repository: GitRepository
  ) async throws -> [String: ManifestComparison] {
    let temporary = try await TemporaryFolder.held(in: cacheFolder)
    let reader = try await reader(in: temporary)
    func files(of revision: String?) async throws -> RevisionFiles? {
      guard let revision else { return nil }
      return try await RevisionFiles.read(
        revision, of: repository, cacheFolder: cacheFolder, remembers: false, temporaryFolder: temporary.path,
        exceptions: [Path.canonical(cacheFolder) ?? cacheFolder]
      ).files
    }
    let (before, after) = (try await files(of: base), try await files(of: head))
    var changes: [String: ManifestComparison] = [:]
    for folder in folders.sorted() {
      let old = RevisionFiles.$current.withValue(before) { PackageManifests(in: folder, reader) }
      let new = RevisionFiles.$current.withValue(after) { PackageManifests(in: folder, reader) }
      if let old, let new, old.meanTheSame(as: new) { continue }
      async let first = RevisionFiles.$current.withValue(before) { try await old?.meaning(reader) }
      async let second = RevisionFiles.$current.withValue(after) { try await new?.meaning(reader) }
      let meanings = (try await first, try await second)
      guard let before = meanings.0, let after = meanings.1 else {
        changes[folder] = .unknown
        continue
      }
      let difference = ManifestDifference(from: before, to: after)
      if !difference.isEmpty { changes[folder] = .difference(difference) }
    }
    withExtendedLifetime(temporary) {}
    return changes
  }
}

/// The manifest of a package in one state.
private struct PackageManifests: Sendable {
  let folder: String
  let files: ManifestFiles

  /// - Returns: `nil` if there is none that can be read.
  init?(in folder: String, _ reader: ManifestReader) {
    guard let files = try? ManifestFiles(in: folder, home: reader.evaluator.environment["HOME"]),
      !files.manifests.isEmpty
    else { return nil }
    (self.folder, self.files) = (folder, files)
  }

  /// Whether only comments and white space differ, and their evaluation cannot depend on anything else.
  func meanTheSame(as other: PackageManifests) -> Bool {
    guard files.manifests.keys == other.files.manifests.keys, files.hasModuleMap == other.files.hasModuleMap,
      files.obstacle == nil, !files.mentionGit
    else { return false }
    return files.manifests.allSatisfy { name, bytes in
      guard let others = other.files.manifests[name] else { return false }
      return bytes == others
        || ManifestVariant.statedToolsVersion(bytes) == ManifestVariant.statedToolsVersion(others)
          && SwiftCode(bytes) == SwiftCode(others)
    }
  }

  func meaning(_ reader: ManifestReader) async throws -> ManifestMeaning? {
    try await reader.meaning(of: files, in: folder)
  }
}
