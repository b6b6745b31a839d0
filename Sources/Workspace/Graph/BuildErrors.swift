import ManifestSyntax
import ModuleGraph

/// Why SwiftPM refuses to build packages together with the local packages that they reach, in its own words.
///
/// Only what is certain: packages that SwiftPM would fetch are unknown, and it renames modules that have aliases.
struct BuildErrors {
  /// What one package contributes to builds: as their root, all of its targets, otherwise those that its products need.
  fileprivate struct Part {
    let targets: Set<String>
    /// The folders of the packages that are loaded with them, in the order of the manifest.
    let folders: [String]
    let hasAliases: Bool
  }

  private let packages: [String: ReadPackage]
  private let keys: PackageKeys
  private let parts: [String: (root: Part, dependency: Part)]

  /// - Complexity: O(targets + dependencies).
  init(_ packages: [String: ReadPackage], keys: PackageKeys) {
    (self.packages, self.keys) = (packages, keys)
    parts = packages.mapValues { package in
      let resolution = ProductResolution(for: package, in: packages, keys: keys)
      return (
        Part(package, isRoot: true, resolution, packages), Part(package, isRoot: false, resolution, packages)
      )
    }
  }

  /// Why SwiftPM refuses a package as the root of a build; `nil` if nothing is known to prevent it.
  /// - Complexity: O(packages + targets that it reaches).
  func reason(of root: String) -> String? {
    guard let package = packages[root] else { return nil }
    if package.manifest.parsedToolsVersion < ToolsVersion(6, 0), let cycle = cycle(from: root) {
      let names = cycle.compactMap { packages[$0]?.manifest.name }.joined(separator: " -> ")
      return "cyclic dependency between packages \(names) requires tools-version 6.0 or later"
    }
    return equalTargets(from: root)
  }

  private func part(_ folder: String, from root: String) -> Part? {
    folder == root ? parts[folder]?.root : parts[folder]?.dependency
  }

  /// The way to the first cycle and around it, as SwiftPM finds it; `nil` if there is none.
  private func cycle(from root: String) -> [String]? {
    var path = [root]
    var next: [ArraySlice<String>] = [(part(root, from: root)?.folders ?? [])[...]]
    var seen: Set = [root]
    while let last = next.indices.last {
      guard let folder = next[last].popFirst() else {
        next.removeLast()
        path.removeLast()
        continue
      }
      if path.contains(folder) { return path + [folder] }
      guard seen.insert(folder).inserted, let part = part(folder, from: root) else { continue }
      path.append(folder)
      next.append(part.folders[...])
    }
    return nil
  }

  private func equalTargets(from root: String) -> String? {
    var (reached, pending, owners) = (Set<String>(), [root], [String: [String]]())
    while let folder = pending.popLast() {
      guard reached.insert(folder).inserted, let part = part(folder, from: root) else { continue }
      if part.hasAliases { return nil }
      for target in part.targets { owners[target, default: []].append(keys.identities[folder] ?? "") }
      pending += part.folders
    }
    let equal = owners.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }
    guard !equal.isEmpty else { return nil }
    let pairs = Dictionary(grouping: equal) { $0.value.sorted() }.filter { $0.key.count == 2 }
    let similar = pairs.filter { pair in
      let folders = reached.filter { pair.key.contains(keys.identities[$0] ?? "") }
      let names = Set(pair.value.map(\.key))
      return names.count > 3 || folders.allSatisfy { part($0, from: root)?.targets == names }
    }
    let sentences = similar.map { Self.similar($0.value.map(\.key), in: $0.key) }
    let others = equal.filter { similar[$0.value.sorted()] == nil }.map { name, owners in
      "multiple packages ('\(owners.sorted().joined(separator: "', '"))') declare targets with a conflicting name: "
        + "'\(name)’; target names need to be unique across the package graph"
    }
    return (sentences.sorted() + others).joined(separator: "\n")
  }

  private static func similar(_ targets: [String], in packages: [String]) -> String {
    let others = targets.count > 3 ? " and \(targets.count - 3) others" : ""
    return "multiple similar targets '\(targets.prefix(3).joined(separator: "', '"))'\(others) appear in package "
      + "'\(packages[0])' and '\(packages[1])', this may indicate that the two packages are the same and can be "
      + "de-duplicated by using mirrors. if they are not duplicate consider using the `moduleAliases` parameter in "
      + "manifest to provide unique names"
  }
}

extension BuildErrors.Part {
  fileprivate init(
    _ package: ReadPackage, isRoot: Bool, _ resolution: ProductResolution, _ packages: [String: ReadPackage]
  ) {
    let manifest = package.manifest
    let isWhole = isRoot || manifest.parsedToolsVersion < ToolsVersion(5, 2)
    let needed = manifest.targetsOfProducts
    let present = zip(manifest.targets, package.scans).filter { target, scan in
      !scan.files.isEmpty || [.binary, .system].contains(target.kind)
    }.map(\.0)
    targets = Set(present.filter { isRoot || needed.contains($0.name) }.map(\.name))
    let used = manifest.targets.filter { isWhole || needed.contains($0.name) }
    let folders = Set(used.flatMap { resolution.folders(usedBy: $0, in: manifest) })
    // A whole package is loaded with all of its dependencies, used or not.
    self.folders = manifest.localPackagePaths.compactMap(package.localFolder(at:)).filter { folder in
      packages[folder] != nil && (isWhole || folders.contains(folder))
    }
    hasAliases = used.contains { $0.dependencies.contains { !$0.moduleAliases.isEmpty } }
  }
}

extension Manifest {
  /// The targets that the products consist of and need.
  fileprivate var targetsOfProducts: Set<String> {
    let byName = Dictionary(targets.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    return Set(products.flatMap(\.targets)).closed { name -> [String] in
      guard let target = byName[name] else { return [] }
      let needed: [String] = target.dependencies.compactMap { dependency in
        switch dependency.reference {
        case .target(let name), .byName(let name): name
        case .product: nil
        }
      }
      return needed
        + target.pluginUsages.filter { $0.package == nil }.flatMap { usage in
          byName[usage.name] != nil ? [usage.name] : products.first { $0.name == usage.name }?.targets ?? []
        }
    }
  }
}

extension ProductResolution {
  /// The folders of the packages whose products a target uses.
  fileprivate func folders(usedBy target: ManifestTarget, in manifest: Manifest) -> [String] {
    let origins =
      target.dependencies.compactMap { dependency -> Origin? in
        switch dependency.reference {
        case .target: nil
        case .byName(let name) where manifest.targets.contains { $0.name == name }: nil
        case .byName(let name), .product(let name, package: nil): origin(of: name)
        case .product(let name, let package?): origin(of: name, package: package)
        }
      } + target.pluginUsages.compactMap { usage in usage.package.map { origin(of: usage.name, package: $0) } }
    return origins.compactMap { if case .workspace(let folder, _) = $0 { folder } else { nil } }
  }
}

extension GraphAssembly {
  /// The packages that SwiftPM refuses to build with those that they reach, as failures.
  /// - Parameters:
  ///   - roots: the folders of the packages that are built by themselves.
  ///   - shownBase: the name of the workspace's folder for the user.
  func refusedPackages(_ roots: [String], shownBelow shownBase: String) -> [FailedPackage] {
    let refusals = BuildErrors(packages, keys: keys)
    return roots.compactMap { root in
      guard let package = packages[root], let words = refusals.reason(of: root) else { return nil }
      return FailedPackage(
        folder: package.folder,
        failure: ManifestFailure(path: shownManifest(of: package, below: shownBase), reason: .unbuildable(words: words))
      )
    }
  }

  /// The path of a package's manifest for the user.
  func shownManifest(of package: ReadPackage, below shownBase: String) -> String {
    let file = package.read.places?.file ?? ManifestFile.name
    return Path.normalized(Path.joined(shownBase, package.folder.relativePath) + "/" + file)
  }
}
