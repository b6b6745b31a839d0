import ManifestSyntax
import ModuleGraph

extension GraphAssembly {
  /// The key of the workspace's package that replaces one that a manifest names by its URL.
  func standIn(for dependency: ManifestDependency, of package: ReadPackage) -> String? {
    if case .folder = dependency.source { return nil }
    return keys.folder(ofIdentity: dependency.identity, for: package.folder.path).map(keys.key(of:))
  }

  /// Warns about packages that replace URLs only by Xcode's rule: in SwiftPM, that happens only in the build of a
  /// package that reaches both of them by path.
  mutating func addStandIns() {
    var reaches: [Set<String>]?
    for package in packages.values {
      for dependency in package.manifest.dependencies {
        guard let location = address(of: dependency),
          let folder = keys.folder(ofIdentity: dependency.identity, for: package.folder.path),
          folder != package.folder.path
        else { continue }
        let all = reaches ?? packages.keys.map { PackageKeys.reach(of: $0, in: packages) }
        reaches = all
        if all.contains(where: { $0.contains(folder) && $0.contains(package.folder.path) }) { continue }
        grouped.add(.standIn(keys.key(of: folder), location: location), for: keys.key(of: package.folder.path))
      }
    }
  }

  private func address(of dependency: ManifestDependency) -> String? {
    switch dependency.source {
    case .folder: nil
    case .repository(let location, _): location.hasPrefix("/") ? Path.relative(location, to: root) : location
    case .registry(let id, _): id
    }
  }
}
