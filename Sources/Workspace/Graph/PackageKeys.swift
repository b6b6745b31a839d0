import ManifestSyntax
import ModuleGraph

/// The keys of a workspace's packages, by their canonical folders.
///
/// They do not depend on the name of the root's own folder, so that clones in different folders agree.
struct PackageKeys {
  /// SwiftPM's identities. For a package in the workspace's folder or above it, the manifest's name in lower case,
  /// which SwiftPM's identity is in a folder with the package's name.
  let identities: [String: String]
  let keys: [String: String]
  /// SwiftPM refuses to build two packages with the same identity.
  let warnings: [String]
  private let folders: [String: [String]]

  /// - Parameters:
  ///   - root: the workspace's canonical folder, whether or not it is a package.
  ///   - packages: by canonical folder.
  init(root: String, packages: [String: FoundPackage]) {
    let declared = Self.declaredIdentities(packages)
    var identities: [String: String] = [:]
    var keys: [String: String] = [:]
    for (folder, package) in packages {
      // A folder that is also named through a link has two; either will do, if it is always the same.
      let declaredIdentity = declared[folder]?.min() ?? folder.lastComponent.lowercased()
      // The names of the folders above the workspace differ between clones.
      let identity = package.folder.isAround ? package.manifest.name.lowercased() : declaredIdentity
      identities[folder] = identity
      keys[folder] = folder == root ? package.manifest.name : identity
    }
    for folders in Dictionary(grouping: keys.keys, by: { keys[$0] ?? "" }).values where folders.count > 1 {
      // The root keeps its name, since its path would be `.`.
      for folder in folders where folder != root {
        keys[folder] = packages[folder].map { package in
          let path = package.folder.relativePath
          return path == keys[root] ? "./\(path)" : path
        }
      }
    }
    self.identities = identities
    self.keys = keys
    folders = Dictionary(grouping: identities.keys, by: { identities[$0] ?? "" })
    warnings = Self.conflicts(identities, packages)
  }

  /// The identities that manifests give to the folders that they name.
  private static func declaredIdentities(_ packages: [String: FoundPackage]) -> [String: Set<String>] {
    var declared: [String: Set<String>] = [:]
    for package in packages.values {
      for dependency in package.manifest.dependencies {
        guard case .folder(let path) = dependency.source, let folder = package.localFolder(at: path) else { continue }
        declared[folder, default: []].insert(dependency.identity)
      }
    }
    return declared
  }

  func key(of folder: String) -> String { keys[folder] ?? folder }
  func identity(of folder: String) -> String { identities[folder] ?? folder.lastComponent.lowercased() }

  /// The folder of the only package with an identity. In SwiftPM, a local package replaces every other one with its
  /// identity.
  func folder(ofIdentity identity: String) -> String? {
    let folders = folders[identity.lowercased()] ?? []
    return folders.count == 1 ? folders[0] : nil
  }

  private static func conflicts(_ identities: [String: String], _ packages: [String: FoundPackage]) -> [String] {
    Dictionary(grouping: identities.keys, by: { identities[$0] ?? "" }).compactMap { identity, folders in
      guard folders.count > 1 else { return nil }
      let places = folders.compactMap { packages[$0]?.folder.relativePath }.sorted()
      return
        "\(places.map { "`\($0)`" }.joined(separator: " and ")) are packages with the same identity, `\(identity)`; "
        + "SwiftPM does not build them together."
    }
  }
}
