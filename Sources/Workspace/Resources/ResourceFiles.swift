import ManifestSyntax
import ModuleGraph
import Platform

/// Finds the resources that SwiftPM or Xcode puts into the bundles of a package's targets.
struct ResourceFiles {
  /// A file, or a folder that counts as one.
  struct Found {
    /// Absolute.
    let path: String
    let isFolder: Bool
  }

  private let rules: SourceRules
  private(set) var found: [Found] = []

  /// Deeper levels can only come from a circular link.
  private static let deepest = 40

  /// - Returns: sorted by path, without unreadable files and those whose names are not UTF-8.
  static func all(of target: ManifestTarget, layout: SourceLayout, in package: String) -> [Found] {
    guard ![.binary, .system, .plugin].contains(target.kind), let folder = layout.folder(of: target) else { return [] }
    var files = ResourceFiles(
      rules: SourceRules(of: target, in: folder, package: package, tools: layout.tools))
    files.visit(folder, depth: 0, isRaw: false)
    return files.found.sorted { $0.path < $1.path }
  }

  private init(rules: SourceRules) {
    self.rules = rules
  }

  /// - Parameter isRaw: whether the folder is copied as it is.
  private mutating func visit(_ folder: String, depth: Int, isRaw: Bool) {
    guard depth < Self.deepest else { return }
    for entry in FolderEntries(of: folder) where entry.isUTF8 {
      let path = folder + "/" + entry.name
      if rules.isIgnored(path, named: entry.name, in: folder) { continue }
      let kind = entry.kind ?? FileStatus(at: path)?.kind
      let isResource = isRaw || rules.isResource(path, named: entry.name, in: folder)
      guard kind == .folder else {
        if isResource, kind == .file { found.append(Found(path: path, isFolder: false)) }
        continue
      }
      let isCopied = isRaw || rules.isCopied(path)
      if isResource, !isCopied, rules.isOpaque(path, named: entry.name, in: folder) {
        found.append(Found(path: path, isFolder: true))
      } else if isCopied || !rules.isOpaque(path, named: entry.name, in: folder) {
        visit(path, depth: depth + 1, isRaw: isCopied)
      }
    }
  }
}

extension LoadedWorkspace {
  /// Reads the resources of all packages' targets. Those of Xcode targets are unknown.
  /// - Complexity: O(bytes of the resources).
  func readResources() async -> WorkspaceResources {
    let items = await withTaskGroup(of: [(ModuleID, [WorkspaceResources.Item])].self) { group in
      for package in packages {
        group.addTask {
          let layout = SourceLayout(of: package.manifest, in: package.path)
          return package.manifest.targets.compactMap { target in
            let files = ResourceFiles.all(of: target, layout: layout, in: package.path)
            let items = files.flatMap { ResourceItems.all(in: $0, root: rootPath) }
            return items.isEmpty ? nil : (ModuleID(package: package.key, name: target.name), items)
          }
        }
      }
      return await group.reduce(into: [:]) { all, found in all.merge(found) { first, _ in first } }
    }
    return WorkspaceResources(items: items)
  }
}
