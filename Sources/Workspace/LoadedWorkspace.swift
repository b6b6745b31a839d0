package import ManifestSyntax
package import ModuleGraph

/// A workspace as it was found on disk.
package struct LoadedWorkspace: Sendable {
  /// The workspace's folder, absolute, without symbolic links. The paths in `graph` are relative to it.
  package let rootPath: String
  package let graph: ModuleGraph
  /// The packages of `graph`, in its order, without Xcode projects.
  package let packages: [LoadedPackage]
  /// The files that SwiftPM compiles for each module, sorted by path. A module without sources is not in it.
  package let sources: [ModuleID: [SourceFile]]
  /// What the user should know of how it was loaded, as sentences; nothing of it is about the workspace.
  package internal(set) var notes: [String] = []
  /// What the sources import; absent unless the loader was told to read it.
  package internal(set) var imports: WorkspaceImports?

  /// The package at the workspace's root; absent where that is a folder of packages, or has an Xcode project alone.
  package var root: LoadedPackage? { packages.first { $0.path == rootPath } }

  /// What the workspace is called: as the package at its root, or as its folder.
  package var name: String { root?.manifest.name ?? rootPath.lastComponent }

  /// The same with more that a reader should know.
  func adding(warnings: [String]) -> LoadedWorkspace {
    LoadedWorkspace(
      rootPath: rootPath, graph: graph.adding(warnings: warnings), packages: packages, sources: sources, notes: notes,
      imports: imports)
  }

  /// Finds a package by its key.
  /// - Complexity: O(packages).
  package func package(_ key: String) -> LoadedPackage? { packages.first { $0.key == key } }
}

/// A package of a workspace, with all that its manifest says.
package struct LoadedPackage: Sendable {
  package let key: String
  /// Absolute, without symbolic links.
  package let path: String
  package let manifest: Manifest
  /// The keys of the workspace's packages that this one names in its manifest, by the paths that it names.
  let localPackages: [String: String]
  /// The keys of the workspace's packages that this one names in its manifest, sorted.
  package var dependencies: [String] { Set(localPackages.values).sorted() }
  /// The file that states the package, relative to the workspace's root; absent where it is not certain which.
  package let manifestFile: String?
  /// The comments in it that excuse what rules find.
  package let ignoreComments: [IgnoreComment]
  /// How its manifest was read.
  package let reading: ManifestReading
}
