import ImportSyntax
import ManifestSyntax
package import ModuleGraph

/// How what a module is built from differs between two states.
package enum BuildInputChange: Sendable, Hashable {
  /// Only comments and white space of Swift files.
  case comments
  case code
}

extension LoadedWorkspace {
  /// The modules that may build differently than in an earlier state, by their own files, manifests and settings; that
  /// a dependency differs is not counted.
  ///
  /// If in doubt, a module differs: where its manifest changed by more than comments, where it has no folder, and where
  /// flags or plugins may read other files and anything in the workspace changed.
  /// - Parameter modules: those to compare.
  /// - Returns: the changed ones.
  /// - Complexity: O(bytes of the modules' folders).
  package func changes(since base: LoadedWorkspace, in modules: [ModuleID]) -> [ModuleID: BuildInputChange] {
    let pins = FileComparison(rootPath, base.rootPath, only: ["Package.resolved"]).change
    // Reading everything is rarely needed.
    lazy var whole = FileComparison(rootPath, base.rootPath).change
    let packages = Dictionary(grouping: modules, by: \.package)
    var changes: [ModuleID: BuildInputChange] = [:]
    for (key, members) in packages {
      guard let now = package(key), let before = base.package(key) else {
        // A package that is fetched differs with its pin.
        for module in members { changes[module] = pins }
        continue
      }
      let manifests = FileComparison(now.path, before.path) { $0.hasPrefix("Package") && $0.hasSuffix(".swift") }.change
      for module in members {
        var own = manifests == .code || pins == .code ? .code : change(of: module, now, since: base, before)
        if own != .code, now.readsOtherFiles || now.manifest.target(module)?.pluginUsages.isEmpty == false, whole != nil
        {
          own = .code
        }
        changes[module] = own ?? manifests
      }
    }
    return changes
  }

  private func change(
    of module: ModuleID, _ now: LoadedPackage, since base: LoadedWorkspace, _ before: LoadedPackage
  ) -> BuildInputChange? {
    let targets = (now.manifest.target(module), before.manifest.target(module))
    let folders = (graph.path(of: module), base.graph.path(of: module))
    guard targets.0 != nil, targets.0 == targets.1, let folder = folders.0, let earlier = folders.1,
      Set(graph.dependencies.filter { $0.from == module }.map(\.to))
        == Set(base.graph.dependencies.filter { $0.from == module }.map(\.to))
    else { return .code }
    return FileComparison(Path.joined(rootPath, folder), Path.joined(base.rootPath, earlier)).change
  }
}

extension ModuleGraph {
  fileprivate func path(of module: ModuleID) -> String? { modules.first { $0.id == module }?.path }
}

extension Manifest {
  fileprivate func target(_ module: ModuleID) -> ManifestTarget? { targets.first { $0.name == module.name } }
}

extension LoadedPackage {
  /// Whether flags in its manifest may name files outside the targets' folders.
  fileprivate var readsOtherFiles: Bool {
    let names = FolderEntries(of: path).map(\.name).filter { $0.hasPrefix("Package") && $0.hasSuffix(".swift") }
    return names.contains { name in
      guard let bytes = try? FileBytes.read(path + "/" + name) else { return true }
      let text = String(decoding: bytes, as: UTF8.self)
      return ["unsafeFlags", "headerSearchPath", "\"../"].contains { text.contains($0) }
    }
  }
}

/// The difference between the files of two folders, without hidden ones.
private struct FileComparison {
  private let folders: (String, String)
  private let isChosen: (String) -> Bool
  private let isDeep: Bool

  init(_ folder: String, _ other: String) { (folders, isChosen, isDeep) = ((folder, other), { _ in true }, true) }

  /// Only files directly in the folders.
  init(_ folder: String, _ other: String, where isChosen: @escaping (String) -> Bool) {
    (folders, self.isChosen, isDeep) = ((folder, other), isChosen, false)
  }

  init(_ folder: String, _ other: String, only names: [String]) { self.init(folder, other) { names.contains($0) } }

  /// `nil` if there is none.
  var change: BuildInputChange? { difference(folders.0, folders.1, depth: 0) }

  /// Deeper levels can only come from a circular link.
  private static let deepest = 40

  private func difference(_ one: String, _ other: String, depth: Int) -> BuildInputChange? {
    guard depth < Self.deepest else { return .code }
    let names = [one, other].map { FolderEntries(of: $0).map(\.name).filter { !$0.hasPrefix(".") && isChosen($0) } }
    guard names[0] == names[1] else { return .code }
    var result: BuildInputChange?
    for name in names[0] {
      switch entry(one + "/" + name, other + "/" + name, depth: depth) {
      case .code: return .code
      case .comments: result = .comments
      case nil: break
      }
    }
    return result
  }

  private func entry(_ one: String, _ other: String, depth: Int) -> BuildInputChange? {
    let areFolders = [one, other].map { Path.isFolder($0) }
    guard areFolders[0] == areFolders[1] else { return .code }
    if areFolders[0] { return isDeep ? difference(one, other, depth: depth + 1) : nil }
    guard let bytes = try? (FileBytes.read(one), FileBytes.read(other)) else { return .code }
    if bytes.0 == bytes.1 { return nil }
    return one.hasSuffix(".swift") && SwiftCode(bytes.0) == SwiftCode(bytes.1) ? .comments : .code
  }
}
