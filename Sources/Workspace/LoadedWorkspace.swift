package import ManifestSyntax
package import ModuleGraph

/// A workspace as it was loaded.
package struct LoadedWorkspace: Sendable {
  /// The workspace's folder, absolute, without symbolic links. The paths in `graph` are relative to it.
  package let rootPath: String
  package let graph: ModuleGraph
  /// The packages of `graph`, in its order, without Xcode projects.
  package let packages: [LoadedPackage]
  /// The files that SwiftPM compiles for each module, sorted by path. Modules without sources are missing.
  package let sources: [ModuleID: [SourceFile]]
  /// The folder that stands for the top of the repository if the workspace was loaded from a checkout of a revision,
  /// where git cannot be asked.
  package var checkout: String?
  /// How the workspace was loaded, as sentences for the user; nothing about the workspace itself.
  package internal(set) var notes: [String] = []
  /// Folders, relative to the root, whose packages the checkout leaves out and nobody can read: submodules that are not
  /// checked out, and packages outside a sparse checkout that a partial clone lacks.
  package internal(set) var unknownFolders: [String] = []
  /// What the sources import; `nil` unless the loader was asked for it.
  package internal(set) var imports: WorkspaceImports?
  /// The resources of modules; absent unless the loader was asked for them.
  package internal(set) var resources: WorkspaceResources?
  /// The types that sources declare, likewise.
  package internal(set) var types: WorkspaceTypes?
  /// The interfaces of sources, likewise.
  package internal(set) var interfaces: WorkspaceInterfaces?
  /// The names that files mention, likewise.
  package internal(set) var mentions: WorkspaceMentions?
  /// The owners of modules, likewise.
  package internal(set) var owners: ModuleOwners?

  /// The package at the workspace's root; `nil` if that is a folder of packages, or has only an Xcode project.
  package var root: LoadedPackage? { packages.first { $0.path == rootPath } }

  /// The workspace's name: that of the package at its root, or else of its folder.
  package var name: String { root?.manifest.name ?? rootPath.lastComponent }

  /// Whether a manifest may read more than SwiftPM's cache of manifests compares, which can then answer for an earlier
  /// state.
  package var looksAround: Bool { packages.contains(where: \.looksAround) }

  /// An Xcode workspace or project in the workspace's folder that was not loaded; `nil` if there is none.
  package var unreadProject: String? { unreadProjects.first }

  /// The same; `nil` if there are several.
  package var onlyUnreadProject: String? { unreadProjects.count == 1 ? unreadProject : nil }

  private var unreadProjects: [String] {
    graph.packages.contains { $0.toolsVersion == nil } ? [] : XcodeContainer.names(in: rootPath)
  }

  /// Sets what was requested besides the graph. The contents of sources must have been read.
  /// - Parameter projects: the workspace's Xcode projects.
  mutating func read(_ wanted: FileReadings, of projects: [XcodeProject]) async {
    if wanted.isEmpty { return }
    let found = wanted.isDisjoint(with: [.imports, .resources, .mentions]) ? [] : await resourceFiles()
    if wanted.contains(.imports) {
      imports = await readImports(
        withResources: Set(found.lazy.filter { $0.files.contains(where: \.isLookedUp) }.map(\.module)))
    }
    if !wanted.isDisjoint(with: [.resources, .mentions]) {
      let all = await found + resourceFiles(of: projects)
      if wanted.contains(.resources) { resources = await readResources(all) }
      if wanted.contains(.mentions) { mentions = await readMentions(resources: all) }
    }
    if wanted.contains(.types) { types = await readTypes() }
    if wanted.contains(.interfaces) { interfaces = readInterfaces() }
    if wanted.contains(.owners) { owners = readOwners() }
  }

  /// A note on app packages in the workspace's folder that the package there does not reach; `nil` if all were loaded.
  var noteOnAppPackages: String? {
    let names = unreadAppPackages
    guard !names.isEmpty else { return nil }
    return "\(names.map { "`\($0)`" }.listed(atMost: 3)): not read, since the package here does not reach "
      + "\(names.count == 1 ? "it" : "them"). --all reads every package below the folder."
  }

  /// A note on Xcode projects and workspaces beside the package at the workspace's root; `nil` if there are none.
  /// - Parameter folder: the workspace's folder as the user named it.
  package func noteOnProjects(shownBelow folder: String) -> String? {
    let names = unreadProjects
    guard root != nil, let first = names.first else { return nil }
    return "\(names.map { "`\($0)`" }.listed(atMost: 3)): not read, since there is a package here. "
      + "--package-path \(Path.joined(folder, first)) reads it."
  }

  private var unreadAppPackages: [String] {
    let known = Set(packages.map(\.path))
    return FolderEntries(of: rootPath).map(\.name).filter { name in
      let path = Path.joined(rootPath, name)
      return Path.pathExtension(name) == "swiftpm" && !name.hasPrefix(".") && !known.contains(path)
        && ManifestFile.isIn(path)
    }
  }

  /// The same workspace with further warnings.
  func adding(warnings: [String]) -> LoadedWorkspace {
    LoadedWorkspace(
      rootPath: rootPath, graph: graph.adding(warnings: warnings), packages: packages, sources: sources, notes: notes,
      unknownFolders: unknownFolders, imports: imports, resources: resources, types: types, interfaces: interfaces,
      mentions: mentions, owners: owners)
  }

  /// Finds a package by its key; `nil` if there is none.
  /// - Complexity: O(packages).
  package func package(_ key: String) -> LoadedPackage? { packages.first { $0.key == key } }
}

/// A package of a workspace with its manifest.
package struct LoadedPackage: Sendable {
  package let key: String
  /// Absolute, without symbolic links.
  package let path: String
  package let manifest: Manifest
  /// The keys of the workspace's packages that it names in its manifest, by the paths there.
  let localPackages: [String: String]
  /// The keys of the workspace's packages that it names in its manifest, sorted.
  package var dependencies: [String] { Set(localPackages.values).sorted() }
  /// The file that declares the package, relative to the workspace's root; `nil` if it is not certain which.
  package let manifestFile: String?
  /// The comments in that file that excuse violations of rules.
  package let ignoreComments: [IgnoreComment]
  /// How its manifest was read.
  package let reading: ManifestReading
  /// Whether its manifest may read more than SwiftPM's cache of manifests compares, such as other files.
  package let looksAround: Bool
}
