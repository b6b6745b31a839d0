import ManifestSyntax
import ModuleGraph

/// The keys of a workspace's packages, by their canonical folders.
///
/// They do not depend on the name of the root's own folder, so that clones in different folders agree.
struct PackageKeys {
  /// SwiftPM's identities, which are the names of folders.
  let identities: [String: String]
  let keys: [String: String]
  /// SwiftPM refuses to build two packages with the same identity.
  let warnings: [String]
  private let folders: [String: [String]]
  /// The packages in the workspace's folder or above it, where clones differ: their manifests' names in lower case.
  private let around: [String: String]
  /// Those of them whose name is the identity of nothing else in their builds.
  private let unmistakable: Set<String>
  /// For each of the packages around, those that some package builds together with it; for those without namesakes, none.
  private let together: [String: Set<String>]

  /// - Parameters:
  ///   - root: the workspace's canonical folder, whether or not it is a package.
  ///   - packages: by canonical folder.
  init(root: String, packages: [String: ReadPackage]) {
    let declared = Self.declaredIdentities(packages)
    let around = packages.filter(\.value.folder.isAround).mapValues { $0.manifest.name.lowercased() }
    var identities: [String: String] = [:]
    var keys: [String: String] = [:]
    for (folder, package) in packages {
      // A folder that is also named through a link has two; either will do, if it is always the same.
      let identity = declared[folder]?.min() ?? folder.lastComponent.lowercased()
      identities[folder] = identity
      keys[folder] = folder == root ? package.manifest.name : around[folder] ?? identity
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
    self.around = around
    let dependents = around.mapValues { name in packages.values.filter { $0.fetches(name) }.map(\.folder.path) }
    let hasNamesakes = dependents.values.contains { !$0.isEmpty }
    let builds = hasNamesakes ? packages.keys.map { Self.reach(of: $0, in: packages) } : []
    let together = Dictionary(
      uniqueKeysWithValues: around.keys.map { folder in
        (folder, builds.filter { $0.contains(folder) }.reduce(into: Set<String>()) { $0.formUnion($1) })
      })
    self.together = together
    let others = Set(identities.filter { around[$0.key] == nil }.values)
    unmistakable = Set(
      around.keys.filter { folder in
        !others.contains(around[folder] ?? "") && together[folder]?.isDisjoint(with: dependents[folder] ?? []) ?? true
      })
    folders = Dictionary(grouping: identities.keys, by: { identities[$0] ?? "" })
    warnings = Self.conflicts(identities, packages)
  }

  /// The identities that manifests give to the folders that they name.
  private static func declaredIdentities(_ packages: [String: ReadPackage]) -> [String: Set<String>] {
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

  /// The identity for documents. For a package around the workspace, it is the manifest's name, which all clones have,
  /// unless something else has that identity.
  func identity(of folder: String) -> String {
    let identity = identities[folder] ?? folder.lastComponent.lowercased()
    return unmistakable.contains(folder) ? around[folder] ?? identity : identity
  }

  /// The folder of the only package with an identity. In SwiftPM, a local package replaces every other one with its
  /// identity.
  /// - Parameter dependent: the folder of the package that names it; `nil` for an Xcode project. If no build contains
  ///   both, SwiftPM's rule does not apply, and the manifest's name stands for the identity of a package around the
  ///   workspace, so that clones in different folders agree.
  func folder(ofIdentity identity: String, for dependent: String?) -> String? {
    let identity = identity.lowercased()
    let found =
      folders[identity]
      ?? around.keys.filter { folder in
        around[folder] == identity && !(dependent.map { together[folder]?.contains($0) ?? false } ?? false)
      }
    return found.count == 1 ? found[0] : nil
  }

  /// The packages that one reaches by path, itself included.
  static func reach(of folder: String, in packages: [String: ReadPackage]) -> Set<String> {
    Set([folder]).closed { folder in
      packages[folder].map { $0.manifest.localPackagePaths.compactMap($0.localFolder) } ?? []
    }.filter { packages[$0] != nil }
  }

  private static func conflicts(_ identities: [String: String], _ packages: [String: ReadPackage]) -> [String] {
    Dictionary(grouping: identities.keys, by: { identities[$0] ?? "" }).compactMap { identity, folders in
      guard folders.count > 1 else { return nil }
      let places = folders.compactMap { packages[$0]?.folder.relativePath }.sorted()
      return
        "\(places.map { "`\($0)`" }.joined(separator: " and ")) are packages with the same identity, `\(identity)`; "
        + "SwiftPM does not build them together."
    }
  }
}

extension ReadPackage {
  /// Whether it depends on a package of this identity by an address.
  fileprivate func fetches(_ identity: String) -> Bool {
    manifest.dependencies.contains { dependency in
      if case .folder = dependency.source { false } else { dependency.identity == identity }
    }
  }
}
