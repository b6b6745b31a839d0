import ManifestSyntax
import ModuleGraph

/// Resolves the names of products in one package's manifest.
struct ProductResolution {
  /// The package that provides a product.
  enum Origin: Hashable {
    /// A package of the workspace that declares it, or has an executable or macro of that name.
    case workspace(folder: String, targets: [String])
    /// Another package, by its identity.
    case external(identity: String)
    /// A package of the workspace that lacks it. It is certain if the manifest names that package by its path, and that
    /// package's own manifest is the same on every host.
    case missing(folder: String, isCertain: Bool)
    /// None of the packages that the manifest depends on is known to have it.
    case unknown
  }

  /// A package that the manifest depends on.
  private struct Candidate {
    let identity: String
    /// The names by which it can be meant, in lower case, in descending precedence.
    let names: [String]
    /// Its folder, if it is in the workspace.
    let folder: String?
    /// Whether all of its products are known.
    let isKnown: Bool
    /// The name that a product without a stated package must have from 5.2 on: that of the package in the manifest, or
    /// else that of its folder. `nil` if the manifest does not name it by path.
    let nameAlone: String?
  }

  private let candidates: [Candidate]
  /// The package that a name stands for: the one for which the name has the highest precedence.
  private let byName: [String: Candidate]
  private let packages: [String: ReadPackage]
  /// Whether a product may be named without its package. From 5.2 on, it must then have the package's name.
  private let namesAreFree: Bool

  init(for package: ReadPackage, in packages: [String: ReadPackage], keys: PackageKeys) {
    self.packages = packages
    namesAreFree = package.manifest.parsedToolsVersion < ToolsVersion(5, 2)
    candidates = package.manifest.dependencies.map { dependency in
      var (folder, nameAlone): (String?, String?) = (nil, nil)
      if case .folder(let path) = dependency.source {
        nameAlone = dependency.name ?? path.lastComponent
        folder = package.localFolder(at: path).flatMap { packages[$0] == nil ? nil : $0 }
      }
      let isKnown = folder.flatMap { packages[$0]?.read.untaken.isEmpty } ?? false
      folder = folder ?? keys.folder(ofIdentity: dependency.identity, for: package.folder.path)
      let manifestName = folder.flatMap { packages[$0]?.manifest.name }
      return Candidate(
        identity: folder.map(keys.identity(of:)) ?? dependency.identity,
        names: [dependency.identity, dependency.name, manifestName].compactMap { $0?.lowercased() },
        folder: folder, isKnown: isKnown, nameAlone: nameAlone)
    }
    byName = Self.byName(candidates)
  }

  private static func byName(_ candidates: [Candidate]) -> [String: Candidate] {
    var byName: [String: Candidate] = [:]
    for strength in 0..<3 {
      for candidate in candidates where strength < candidate.names.count && byName[candidate.names[strength]] == nil {
        byName[candidate.names[strength]] = candidate
      }
    }
    return byName
  }

  /// Finds a product of the named package.
  func origin(of product: String, package name: String) -> Origin {
    let wanted = name.lowercased()
    return byName[wanted].map { origin(of: product, in: $0) } ?? .external(identity: wanted)
  }

  /// Finds a product without a named package.
  func origin(of product: String) -> Origin {
    func local(_ candidates: [Candidate]) -> Origin? {
      for folder in candidates.compactMap(\.folder) {
        if let targets = declaredTargets(of: product, in: folder) {
          return .workspace(folder: folder, targets: targets)
        }
      }
      return nil
    }
    if let origin = local(candidates.filter { isNamed($0, by: product) }) { return origin }
    let others = candidates.filter { $0.folder == nil }
    if let namesake = others.first(where: { $0.names.contains(product.lowercased()) }) {
      return .external(identity: namesake.identity)
    }
    if let origin = local(candidates) { return origin }
    return others.count == 1 ? .external(identity: others[0].identity) : .unknown
  }

  /// Whether a product without a named package can exist, as far as the workspace tells.
  func mayHave(_ product: String) -> Bool {
    candidates.contains { candidate in
      if let folder = candidate.folder, declaredTargets(of: product, in: folder) != nil {
        return isNamed(candidate, by: product)
      }
      return !candidate.isKnown && (namesAreFree || candidate.names.contains(product.lowercased()))
    }
  }

  /// The name of the package that has a product but would have to be stated with it.
  func unnamedPackage(of product: String) -> String? {
    candidates.first { candidate in
      candidate.folder.map { declaredTargets(of: product, in: $0) != nil } ?? false && !isNamed(candidate, by: product)
    }?.nameAlone
  }

  private func isNamed(_ candidate: Candidate, by product: String) -> Bool {
    namesAreFree || candidate.nameAlone.map { $0 == product } ?? true
  }

  /// Whether the manifest depends on a package with that name.
  func knows(package name: String) -> Bool {
    byName[name.lowercased()] != nil
  }

  private func origin(of product: String, in candidate: Candidate) -> Origin {
    guard let folder = candidate.folder else { return .external(identity: candidate.identity) }
    if let targets = declaredTargets(of: product, in: folder) { return .workspace(folder: folder, targets: targets) }
    return .missing(folder: folder, isCertain: candidate.isKnown)
  }

  private func declaredTargets(of product: String, in folder: String) -> [String]? {
    packages[folder]?.manifest.targets(ofProduct: product)
  }
}

extension Manifest {
  /// The targets of a product.
  /// - Returns: `nil` if the package has no such product.
  func targets(ofProduct product: String) -> [String]? {
    if let declared = products.first(where: { $0.name == product }) { return declared.targets }
    // SwiftPM creates these products implicitly.
    let implied = targets.contains { $0.name == product && ($0.kind == .executable || $0.kind == .macro) }
    return implied ? [product] : nil
  }
}
