import ManifestSyntax
import ModuleGraph

/// Where SwiftPM looks for the sources of a package's targets.
///
/// The rules are those of SwiftPM's `PackageBuilder` (6.3): the first folder that exists decides for all targets of a
/// kind, and since tools version 5.9 a kind's only target may have its sources directly in that folder.
struct SourceLayout {
  private let package: String
  let tools: ToolsVersion
  /// How many targets there are of each kind with a folder of its own.
  private let counts: [Module.Kind: Int]
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
    tools = manifest.parsedToolsVersion
    counts = Dictionary(manifest.targets.map { (Self.root(of: $0.kind), 1) }, uniquingKeysWith: +)
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
      switch Self.root(of: target.kind) {
      case .test: test
      case .plugin: plugin
      default: regular
      }
    let folder = root.path + "/" + target.name
    if root.names.contains(target.name) { return folder }
    let isOnly = counts[Self.root(of: target.kind)] == 1
    if tools >= ToolsVersion(5, 9), isOnly { return Path.isFolder(root.path) ? root.path : nil }
    return Path.isFolder(folder) ? folder : nil
  }

  private func declaredFolder(_ path: String) -> String? {
    let folder = Path.normalized(package + "/" + path)
    guard folder == package || folder.hasPrefix(package + "/"), Path.isFolder(folder) else { return nil }
    return folder
  }

  /// The kind whose folder has the targets of a kind.
  private static func root(of kind: Module.Kind) -> Module.Kind { kind == .test || kind == .plugin ? kind : .regular }
}
