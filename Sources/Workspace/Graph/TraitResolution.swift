import ManifestSyntax

/// The requested traits of the root packages, as in SwiftPM's options.
package enum TraitSelection: Hashable, Sendable {
  /// The default traits of each package.
  case defaults
  /// These and the traits that they enable; the defaults only if `default` is among them.
  case named([String])
  case all
  case none
}

extension LoadedWorkspace {
  /// The enabled traits of each package, by its key.
  ///
  /// Packages without dependents in the workspace get the selection; others get the union of what their dependents
  /// request. A trait also enables the traits that its package lists for it.
  /// - Complexity: O(packages · traits) rounds at most, each O(dependencies between packages).
  package func enabledTraits(_ selection: TraitSelection = .defaults) -> [String: Set<String>] {
    let dependedOn = Set(packages.flatMap { package in package.dependencies.filter { $0 != package.key } })
    var enabled: [String: Set<String>] = [:]
    for package in packages {
      let isRoot = package.path == rootPath || !dependedOn.contains(package.key)
      enabled[package.key] = isRoot ? package.manifest.traits(for: selection) : []
    }
    // A request may depend on a trait of the package that makes it, so that one may cause the next.
    let packagesByKey = Dictionary(packages.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    while true {
      let before = enabled
      for package in packages { Self.addRequests(of: package, among: packagesByKey, to: &enabled) }
      if enabled == before { return enabled }
    }
  }

  /// The same; its imports are those of builds with certain traits.
  /// - Parameter selection: `nil` for any traits.
  package func enabling(_ selection: TraitSelection?) -> LoadedWorkspace {
    var workspace = self
    workspace.imports = imports?.enabling(selection.map { enabledTraits($0) })
    return workspace
  }

  private static func addRequests(
    of package: LoadedPackage, among packagesByKey: [String: LoadedPackage], to enabled: inout [String: Set<String>]
  ) {
    for dependency in package.manifest.dependencies {
      guard case .folder(let path) = dependency.source,
        let target = package.localPackages[path].flatMap({ packagesByKey[$0] })
      else { continue }
      let own = enabled[package.key] ?? []
      let names = dependency.traits.filter { $0.condition.isEmpty || !own.isDisjoint(with: $0.condition) }.map(\.name)
      enabled[target.key, default: []].formUnion(target.manifest.closure(ofTraits: names))
    }
  }
}

extension Manifest {
  fileprivate func traits(for selection: TraitSelection) -> Set<String> {
    switch selection {
    case .defaults: closure(ofTraits: ["default"])
    case .named(let names): closure(ofTraits: names.map { $0 == "defaults" ? "default" : $0 })
    case .all: closure(ofTraits: traits.map(\.name))
    case .none: []
    }
  }

  /// These traits and those that they enable; `default` is replaced by what it enables.
  fileprivate func closure(ofTraits names: [String]) -> Set<String> {
    let enabledByTrait = Dictionary(traits.map { ($0.name, $0.enabledTraits) }, uniquingKeysWith: { first, _ in first })
    return Set(names).closed { enabledByTrait[$0] ?? [] }.filter { $0 != "default" && enabledByTrait[$0] != nil }
  }
}
