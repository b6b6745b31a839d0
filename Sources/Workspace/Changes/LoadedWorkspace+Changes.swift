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
  /// - Parameters:
  ///   - modules: those to compare.
  ///   - readingAnything: whether the build may read any file of the workspace.
  /// - Returns: the changed ones.
  /// - Complexity: O(bytes of the modules' folders).
  package func changes(
    since base: LoadedWorkspace, in modules: [ModuleID], readingAnything: Bool = false
  ) -> [ModuleID: BuildInputChange] {
    var comparison = StateComparison(now: self, base: base, readsAnything: readingAnything)
    var changes: [ModuleID: BuildInputChange] = [:]
    for (key, members) in Dictionary(grouping: modules, by: \.package) {
      let found = comparison.changes(inPackage: key, members)
      for (module, change) in zip(members, found) { changes[module] = change }
    }
    return changes
  }
}

/// Two states of a workspace, of which no more is read than necessary.
private struct StateComparison {
  let now: LoadedWorkspace
  let base: LoadedWorkspace
  let readsAnything: Bool
  private lazy var pins = FileComparison(now.rootPath, base.rootPath) { $0 == "Package.resolved" }.change
  private lazy var whole = FileComparison(now.rootPath, base.rootPath).change

  init(now: LoadedWorkspace, base: LoadedWorkspace, readsAnything: Bool) {
    (self.now, self.base, self.readsAnything) = (now, base, readsAnything)
  }

  /// - Returns: a change for each module.
  mutating func changes(inPackage key: String, _ modules: [ModuleID]) -> [BuildInputChange?] {
    // A package that is fetched differs with its pin.
    guard let package = now.package(key), let before = base.package(key) else { return modules.map { _ in pins } }
    let manifests = FileComparison(package.path, before.path, where: \.isManifest).change
    if manifests == .code || pins == .code { return modules.map { _ in .code } }
    let readsOtherFiles = readsAnything || package.readsOtherFiles
    return modules.map { module in
      let own = change(of: module, package.manifest.target(module), before.manifest.target(module))
      let usesPlugins = package.manifest.target(module)?.pluginUsages.isEmpty == false
      return own != .code && (readsOtherFiles || usesPlugins) && whole != nil ? .code : own ?? manifests
    }
  }

  private func change(of module: ModuleID, _ target: ManifestTarget?, _ before: ManifestTarget?) -> BuildInputChange? {
    let graphs = (now.graph, base.graph)
    guard target != nil, target == before, graphs.0.needs(of: module) == graphs.1.needs(of: module),
      let folder = graphs.0.path(of: module), let earlier = graphs.1.path(of: module)
    else { return .code }
    return FileComparison(Path.joined(now.rootPath, folder), Path.joined(base.rootPath, earlier)).change
  }
}

extension ModuleGraph {
  fileprivate func path(of module: ModuleID) -> String? { modules.first { $0.id == module }?.path }

  fileprivate func needs(of module: ModuleID) -> Set<ModuleID> {
    Set(dependencies.lazy.filter { $0.from == module }.map(\.to))
  }
}

extension Manifest {
  fileprivate func target(_ module: ModuleID) -> ManifestTarget? { targets.first { $0.name == module.name } }
}

extension String {
  fileprivate var isManifest: Bool { hasPrefix("Package") && hasSuffix(".swift") }
}

extension LoadedPackage {
  /// Whether the text of one of its manifests meets a condition, or cannot be read.
  func hasManifest(where condition: (String) -> Bool) -> Bool {
    FolderEntries(of: path).map(\.name).filter(\.isManifest).contains { name in
      guard let bytes = try? FileBytes.read(path + "/" + name) else { return true }
      return condition(String(decoding: bytes, as: UTF8.self))
    }
  }

  /// Whether flags in its manifest may name files outside the targets' folders.
  fileprivate var readsOtherFiles: Bool {
    hasManifest { text in ["unsafeFlags", "headerSearchPath", "\"../"].contains { text.contains($0) } }
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

extension LeftOutFiles {
  /// The files of a workspace, and of packages that it names by path, that the checkout leaves out, so that a build of the
  /// working tree would lack them; relative to the repository's top, sorted.
  package static func paths(neededBy workspace: LoadedWorkspace) async throws -> [String] {
    try await paths(
      below: [workspace.rootPath] + workspace.packages.flatMap { [$0.path] + $0.manifest.localPackagePaths })
  }
}
