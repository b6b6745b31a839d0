import ManifestSyntax
import ModuleGraph

/// What the packages of a workspace are called, by their canonical folders.
///
/// Nothing here depends on the name of the root's own folder, so that two clones in different folders agree.
struct PackageKeys {
  /// SwiftPM's identities; for a package whose folder is the workspace's, or above it, the manifest's name in lower
  /// case, which is what a folder named like the package gives.
  let identities: [String: String]
  let keys: [String: String]
  /// Two packages of one identity are something that SwiftPM refuses to build.
  let warnings: [String]
  private let folders: [String: [String]]

  /// - Parameters:
  ///   - root: the workspace's folder, canonical, whether it is a package or not.
  ///   - packages: by canonical folder.
  init(root: String, packages: [String: FoundPackage]) {
    var declared: [String: Set<String>] = [:]
    for package in packages.values {
      for dependency in package.manifest.dependencies {
        guard case .folder(let path) = dependency.source, let folder = package.localFolder(at: path) else { continue }
        declared[folder, default: []].insert(dependency.identity)
      }
    }
    var identities: [String: String] = [:]
    var keys: [String: String] = [:]
    for (folder, package) in packages {
      // A folder that is named through a link as well has two; either serves, if it is always the same.
      let declaredIdentity = declared[folder]?.min() ?? folder.lastComponent.lowercased()
      // What the folders around the workspace are called differs from clone to clone.
      let identity = package.folder.isAround ? package.manifest.name.lowercased() : declaredIdentity
      identities[folder] = identity
      keys[folder] = folder == root ? package.manifest.name : identity
    }
    for folders in Dictionary(grouping: keys.keys, by: { keys[$0] ?? "" }).values where folders.count > 1 {
      // The root keeps its name: its path would be `.`.
      for folder in folders where folder != root { keys[folder] = packages[folder]?.folder.relativePath }
    }
    self.identities = identities
    self.keys = keys
    folders = Dictionary(grouping: identities.keys, by: { identities[$0] ?? "" })
    warnings = Self.conflicts(identities, packages)
  }

  func key(of folder: String) -> String { keys[folder] ?? folder }
  func identity(of folder: String) -> String { identities[folder] ?? folder.lastComponent.lowercased() }

  /// The folder of the only package of an identity. In SwiftPM a local package stands in for every other of its
  /// identity.
  func folder(ofIdentity identity: String) -> String? {
    let folders = folders[identity.lowercased()] ?? []
    return folders.count == 1 ? folders[0] : nil
  }

  private static func conflicts(_ identities: [String: String], _ packages: [String: FoundPackage]) -> [String] {
    Dictionary(grouping: identities.keys, by: { identities[$0] ?? "" }).compactMap { identity, folders in
      guard folders.count > 1 else { return nil }
      let places = folders.compactMap { packages[$0]?.folder.relativePath }.sorted()
      return "\(places.map { "`\($0)`" }.joined(separator: " and ")) are packages of one identity, `\(identity)`; "
        + "SwiftPM does not build them together."
    }
  }
}
