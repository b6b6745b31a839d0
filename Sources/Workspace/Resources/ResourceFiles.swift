import ManifestSyntax
import ModuleGraph
import Platform

/// Finds the resources that SwiftPM or Xcode puts into the bundles of a package's targets.
struct ResourceFiles {
  /// A file, or a folder that counts as one.
  struct Resource: Sendable {
    /// Absolute.
    let path: String
    let isFolder: Bool
  }

  private let rules: SourceRules
  private(set) var found: [Resource] = []
  /// The folders that are copied as they are.
  private var copied: Set<String> = []

  /// - Returns: sorted by path, without unreadable files and those whose names are not UTF-8.
  static func all(of target: ManifestTarget, layout: SourceLayout, in package: String) -> [Resource] {
    guard ![.binary, .system, .plugin].contains(target.kind), let folder = layout.folder(of: target) else { return [] }
    var files = ResourceFiles(
      rules: SourceRules(of: target, in: folder, package: package, tools: layout.tools))
    files.visit(folder)
    return files.found.sorted { $0.path < $1.path }
  }

  /// - Parameters:
  ///   - project: the project of the target.
  ///   - root: the workspace's folder.
  /// - Returns: sorted by path, without missing ones.
  static func all(of target: XcodeTarget, in project: XcodeProject, root: String) -> [Resource] {
    var paths = Set(target.resources.files.map(project.place))
    for folder in target.resources.folders {
      let place = project.place(folder.path)
      let listing = XcodeFolderListing(of: place, besides: project.folder, root: root)
      paths.formUnion(listing.resources.lazy.filter(folder.holds).map { place + "/" + $0 })
      paths.formUnion(listing.files.lazy.filter { folder.holds($0) && folder.isCopied($0) }.map { place + "/" + $0 })
    }
    return paths.sorted().compactMap { path in
      switch FileStatus(at: path)?.kind {
      case .file: Resource(path: path, isFolder: false)
      case .folder: Resource(path: path, isFolder: true)
      default: nil
      }
    }
  }

  private mutating func visit(_ start: String) {
    var walk = FolderWalk(start)
    while let folder = walk.next() { visit(folder.path, &walk) }
  }

  private mutating func visit(_ folder: String, _ walk: inout FolderWalk) {
    let isRaw = copied.contains(folder)
    for entry in FolderEntries(of: folder) where entry.isUTF8 {
      let path = folder + "/" + entry.name
      if rules.isIgnored(path, named: entry.name, in: folder) { continue }
      let kind = entry.kind ?? FileStatus(at: path)?.kind
      let isResource = isRaw || rules.isResource(path, named: entry.name, in: folder)
      guard kind == .folder else {
        if isResource, kind == .file { found.append(Resource(path: path, isFolder: false)) }
        continue
      }
      let isCopied = isRaw || rules.isCopied(path)
      if isResource, !isCopied, rules.isOpaque(path, named: entry.name, in: folder) {
        found.append(Resource(path: path, isFolder: true))
      } else if isCopied || !rules.isOpaque(path, named: entry.name, in: folder) {
        if isCopied { copied.insert(path) }
        walk.add(path, isLink: entry.kind == nil)
      }
    }
  }
}

extension LoadedWorkspace {
  /// The files of the resources of packages' targets, looked for on all processors.
  /// - Complexity: O(files in the targets' folders).
  func resourceFiles() async -> [(module: ModuleID, files: [ResourceFiles.Resource])] {
    let targets = packages.flatMap { package in
      let layout = SourceLayout(of: package.manifest, in: package.path)
      return package.manifest.targets.map { (package: package, layout: layout, target: $0) }
    }
    return await targets.inPieces { targets in
      targets.map { package, layout, target in
        let files = ResourceFiles.all(of: target, layout: layout, in: package.path)
        return (module: ModuleID(package: package.key, name: target.name), files: files)
      }
    }
  }

  /// The same of projects' targets.
  func resourceFiles(of projects: [XcodeProject]) async -> [(module: ModuleID, files: [ResourceFiles.Resource])] {
    let index = XcodeProjectIndex(projects: projects, packageKeys: Set(packages.map(\.key)), root: rootPath)
    let targets = projects.flatMap { project in project.file.targets.map { (target: $0, project: project) } }
    return await targets.inPieces { targets in
      targets.compactMap { target, project in
        index.module(of: target, in: project).map { module in
          (module: module, files: ResourceFiles.all(of: target, in: project, root: rootPath))
        }
      }
    }
  }

  /// The resources of modules, read on all processors.
  /// - Complexity: O(bytes of the resources).
  func readResources(_ found: [(module: ModuleID, files: [ResourceFiles.Resource])]) async -> WorkspaceResources {
    let items = await found.inPieces { found in
      found.map { module, files in (module, files.flatMap { ResourceItems.all(in: $0, root: rootPath) }) }
    }
    return WorkspaceResources(
      items: Dictionary(items.filter { !$0.1.isEmpty }, uniquingKeysWith: { first, _ in first }))
  }
}

extension ResourceFiles.Resource {
  /// Whether code can look it up in a bundle.
  var isLookedUp: Bool { !["docc", "xcprivacy"].contains(Path.pathExtension(path.lastComponent)) }
}
