import Platform

/// The location of a workspace, and the packages from which loading starts.
///
/// A folder with a manifest is that package; any other folder stands for all packages in it. An Xcode workspace or
/// project stands for what it references.
package struct WorkspaceLocation: Sendable {
  /// The folder that paths in the graph are relative to. Absolute, without symbolic links.
  let base: String
  /// The name of that folder for the user.
  let shownBase: String
  /// The canonical folders of the packages to start from, sorted, except that the base comes first if it is one of
  /// them.
  let packages: [String]
  /// Sorted by path.
  let projects: [XcodeProject]
  /// Warnings about references that lead to nothing.
  let warnings: [String]

  /// The folder of the workspace at a path, without reading its packages.
  /// - Returns: absolute, without symbolic links; `nil` if nothing exists there.
  package static func folder(of path: String) -> String? {
    Path.canonical(path).map { XcodeContainer(at: $0)?.base ?? $0 }
  }

  /// The path of an Xcode workspace or project, relative to the workspace's folder; of anything else, or of what does not exist,
  /// the last component.
  package static func container(of path: String) -> String {
    guard let whole = Path.canonical(path), let container = XcodeContainer(at: whole) else {
      return Path.absolute(path).lastComponent
    }
    return Path.relative(whole, to: container.base)
  }

  /// Finds the workspace in a revision of a repository, whose files must be set as the current ones.
  /// - Throws: `RevisionError.folderMissing`, and what the other throws.
  static func find(
    _ revision: String, of repository: GitRepository, options: DiscoveryOptions
  ) async throws -> WorkspaceLocation {
    guard FileStatus(at: repository.workspace) != nil else {
      throw RevisionError.folderMissing(path: repository.prefix, revision: revision)
    }
    // The syntax that git uses for paths in a revision.
    let shown = "\(revision):\(repository.prefix.isEmpty ? "." : repository.prefix)"
    return try await find(at: repository.workspace, shownAs: shown, options: options)
  }

  /// Finds the workspace at a path.
  ///
  /// - Parameters:
  ///   - path: a package, a folder, an `.xcworkspace` or an `.xcodeproj`; absolute, or relative to the current folder.
  ///   - shown: its name for the user; the path itself by default.
  /// - Throws: `WorkspaceError` if there is nothing to load; `CancellationError`.
  /// - Complexity: O(1) for a package without `--all`, otherwise O(files below the folder).
  static func find(
    at path: String, shownAs shown: String? = nil, options: DiscoveryOptions
  ) async throws -> WorkspaceLocation {
    let shown = shown ?? path
    guard let folder = Path.canonical(path) else {
      var advice = GitSubmodules.advice(onMissing: Path.absolute(path), from: Path.absolute("."))
      if advice == nil { advice = try await LeftOutFiles.advice(onMissing: path) }
      throw WorkspaceError.folderMissing(path: shown, advice: advice)
    }
    guard Path.isFolder(folder) else { throw WorkspaceError.notAFolder(path: shown) }
    if let container = XcodeContainer(at: folder) {
      return try await WorkspaceLocation(container, shownAs: shown, options: options)
    }
    let isPackage = ManifestFile.isIn(folder)
    guard !isPackage || options.includesAll else {
      return WorkspaceLocation(base: folder, shownBase: shown, packages: [folder], projects: [], warnings: [])
    }
    let search = try await ManifestSearch.below(folder, base: folder, options: options)
    if search.folders.isEmpty { throw noPackage(in: folder, shownAs: shown, warnings: search.warnings) }
    return WorkspaceLocation(
      base: folder, shownBase: shown, packages: search.folders, projects: [],
      warnings: (search.warnings + (isPackage ? [] : XcodeContainer.hints(in: folder))).sorted())
  }

  private static func noPackage(in folder: String, shownAs shown: String, warnings: [String]) -> WorkspaceError {
    if let reason = ManifestFile.obstacle(in: folder) {
      return .notAManifest(path: Path.joined(shown, ManifestFile.name), reason: reason)
    }
    let containers = XcodeContainer.names(in: folder)
    guard containers.isEmpty else {
      return .onlyXcode(folder: shown, containers: containers.map { Path.joined(shown, $0) })
    }
    let advice = GitSubmodules.advice(onMissing: folder, from: Path.canonical(".") ?? "/")
    return .manifestMissing(folder: shown, warnings: warnings + [advice].compactMap(\.self))
  }
}
