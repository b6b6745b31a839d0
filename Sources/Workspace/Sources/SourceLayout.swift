import ManifestSyntax
import ModuleGraph

/// Where SwiftPM looks for the sources of a package's targets.
///
/// The rules are those of SwiftPM's `PackageBuilder` (6.3): the first folder that exists decides for all targets of a
/// kind, and since tools version 5.9 a kind's only target may have its sources directly in that folder.
struct SourceLayout {
  private let package: String
  private let manifest: Manifest
  let tools: ToolsVersion
  private let regular: Folder
  private let test: Folder
  private let plugin: Folder

  /// One of SwiftPM's predefined folders.
  private struct Folder {
    let path: String
    let names: Set<String>

    /// - Parameter isNeeded: whether any target may be there; otherwise the disk is not asked.
    init(in package: String, named candidates: [String], isNeeded: Bool) {
      guard isNeeded else {
        (path, names) = (package + "/" + candidates[0], [])
        return
      }
      let name = candidates.first { Path.isFolder(package + "/" + $0) } ?? candidates[0]
      path = package + "/" + name
      names = Set(FolderEntries(of: path).entries.map(\.name))
    }
  }

  /// - Parameters:
  ///   - manifest: declares the targets.
  ///   - package: the package's folder, absolute.
  init(of manifest: Manifest, in package: String) {
    self.package = package
    self.manifest = manifest
    tools = manifest.parsedToolsVersion
    let kinds = Set(manifest.targets.filter { $0.path == nil }.map(\.kind))
    regular = Folder(
      in: package, named: ["Sources", "Source", "src", "srcs"], isNeeded: !kinds.isSubset(of: [.test, .plugin]))
    test = Folder(
      in: package, named: ["Tests", "Sources", "Source", "src", "srcs"], isNeeded: kinds.contains(.test))
    plugin = Folder(in: package, named: ["Plugins"], isNeeded: kinds.contains(.plugin))
  }

  /// The absolute folder of a target.
  /// - Returns: `nil` if SwiftPM would find none.
  func folder(of target: ManifestTarget) -> String? {
    if let path = target.path { return declaredFolder(path) }
    let root =
      switch target.kind {
      case .test: test
      case .plugin: plugin
      default: regular
      }
    let folder = root.path + "/" + target.name
    if root.names.contains(target.name) { return folder }
    if tools >= ToolsVersion(5, 9), hasNoSibling(target) { return Path.isFolder(root.path) ? root.path : nil }
    return Path.isFolder(folder) ? folder : nil
  }

  private func declaredFolder(_ path: String) -> String? {
    let folder = Path.normalized(package + "/" + path)
    guard folder == package || folder.hasPrefix(package + "/"), Path.isFolder(folder) else { return nil }
    return folder
  }

  private func hasNoSibling(_ target: ManifestTarget) -> Bool {
    func root(_ kind: Module.Kind) -> Module.Kind { kind == .test || kind == .plugin ? kind : .regular }
    return manifest.targets.count { root($0.kind) == root(target.kind) } == 1
  }
}
