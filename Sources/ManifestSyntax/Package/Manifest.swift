package import ModuleGraph

/// The contents of one `Package.swift`, as SwiftPM evaluates it.
package struct Manifest: Hashable, Sendable {
  package let name: String
  /// As in `6.1.0`.
  package let toolsVersion: String
  /// In the order of the manifest, like the products and targets.
  package internal(set) var dependencies: [ManifestDependency]
  package internal(set) var products: [ManifestProduct]
  package internal(set) var targets: [ManifestTarget]
  /// Sorted by name. The trait `default` lists the traits that are enabled by default.
  package let traits: [ManifestTrait]
  /// As in `5` or `4.2`, in the order of the manifest; `nil` if it states none.
  package let swiftLanguageModes: [String]?
  /// As in `c11` and `gnu++14`, for all targets in C and C++; `nil` if the manifest states none.
  package let cLanguageStandard: String?
  package let cxxLanguageStandard: String?

  package func isApp(_ target: ManifestTarget) -> Bool {
    target.kind == .executable && products.contains { $0.isApp && $0.targets.contains(target.name) }
  }

  /// The absolute paths of the local packages that the manifest names, in its order.
  package var localPackagePaths: [String] {
    dependencies.compactMap { if case .folder(let path) = $0.source { path } else { nil } }
  }

  package init(
    name: String, toolsVersion: String, dependencies: [ManifestDependency], products: [ManifestProduct],
    targets: [ManifestTarget], traits: [ManifestTrait], swiftLanguageModes: [String]? = nil,
    cLanguageStandard: String? = nil, cxxLanguageStandard: String? = nil
  ) {
    self.name = name
    self.toolsVersion = toolsVersion
    self.dependencies = dependencies
    self.products = products
    self.targets = targets
    self.traits = traits
    self.swiftLanguageModes = swiftLanguageModes
    self.cLanguageStandard = cLanguageStandard
    self.cxxLanguageStandard = cxxLanguageStandard
  }

  package func replacing(dependencies: [ManifestDependency]) -> Manifest {
    var manifest = self
    manifest.dependencies = dependencies
    return manifest
  }
}

package struct ManifestDependency: Hashable, Sendable {
  package enum Source: Hashable, Sendable {
    /// A folder on this disk, by its absolute path.
    case folder(path: String)
    /// A git repository: a URL or an absolute path.
    case repository(location: String, requirement: String)
    /// A package registry's `scope.name`.
    case registry(id: String, requirement: String)
  }

  package let identity: String
  /// The name in `.package(name:…)`, by which target dependencies may refer to the package.
  package let name: String?
  package let source: Source
  /// The traits of that package that this one requests, sorted; only `default` if the manifest states none.
  package let traits: [TraitRequest]

  /// A request for a trait, possibly only if one of certain traits of the requesting package is enabled.
  package struct TraitRequest: Hashable, Sendable {
    package static let byDefault = TraitRequest(name: "default", condition: [])

    package let name: String
    /// Sorted; empty if the request is unconditional.
    package let condition: [String]

    package init(name: String, condition: [String]) {
      self.name = name
      self.condition = condition
    }
  }

  package init(identity: String, name: String?, source: Source, traits: [TraitRequest] = [.byDefault]) {
    self.identity = identity
    self.name = name
    self.source = source
    self.traits = traits.sorted { ($0.name, $0.condition.joined()) < ($1.name, $1.condition.joined()) }
  }
}

package struct ManifestProduct: Hashable, Sendable {
  package let name: String
  package let kind: Product.Kind
  package let linkage: Product.Linkage?
  package let targets: [String]
  /// Whether it is an app, an executable that only Xcode and Swift Playgrounds build.
  package let isApp: Bool

  package init(
    name: String, kind: Product.Kind, linkage: Product.Linkage?, targets: [String], isApp: Bool = false
  ) {
    self.name = name
    self.kind = kind
    self.linkage = linkage
    self.targets = targets
    self.isApp = isApp
  }
}

package struct ManifestTrait: Hashable, Sendable {
  package let name: String
  package let enabledTraits: [String]

  package init(name: String, enabledTraits: [String]) {
    self.name = name
    self.enabledTraits = enabledTraits
  }
}

package struct ManifestTarget: Hashable, Sendable {
  package let name: String
  package let kind: Module.Kind
  /// Relative to the package; `nil` if SwiftPM's layout rules decide.
  package let path: String?
  /// The URL of a binary target's archive.
  package let url: String?
  /// Relative to the target, like the two below; `nil` if all files belong to it.
  package let sources: [String]?
  package let exclude: [String]
  package let resources: [ManifestResource]
  package internal(set) var dependencies: [ManifestTargetDependency]
  package let pluginUsages: [ManifestPluginUsage]
  /// In the order of the manifest, like the two below. Only settings that affect conditions in sources are included.
  package let swiftSettings: [TargetSetting]
  package let cSettings: [TargetSetting]
  package let cxxSettings: [TargetSetting]

  package init(
    name: String, kind: Module.Kind, path: String?, url: String?, sources: [String]?, exclude: [String],
    resources: [ManifestResource], dependencies: [ManifestTargetDependency], pluginUsages: [ManifestPluginUsage],
    swiftSettings: [TargetSetting] = [], cSettings: [TargetSetting] = [], cxxSettings: [TargetSetting] = []
  ) {
    self.name = name
    self.kind = kind
    self.path = path
    self.url = url
    self.sources = sources
    self.exclude = exclude
    self.resources = resources
    self.dependencies = dependencies
    self.pluginUsages = pluginUsages
    self.swiftSettings = swiftSettings
    self.cSettings = cSettings
    self.cxxSettings = cxxSettings
  }
}

/// A resource that a target declares.
package struct ManifestResource: Hashable, Sendable {
  package enum Rule: String, Hashable, Sendable {
    case copy, embedInCode, process
  }

  package let path: String
  package let rule: Rule

  package init(path: String, rule: Rule) {
    self.path = path
    self.rule = rule
  }
}

package struct ManifestTargetDependency: Hashable, Sendable {
  /// How the manifest names the dependency.
  package enum Reference: Hashable, Sendable {
    case target(String)
    case product(String, package: String?)
    /// A target of the same package, or else a product.
    case byName(String)
  }

  package let reference: Reference
  package let condition: Condition?
  /// The names by which the target refers to modules of a product, by the modules' own names.
  package let moduleAliases: [String: String]

  package init(reference: Reference, condition: Condition?, moduleAliases: [String: String] = [:]) {
    self.reference = reference
    self.condition = condition
    self.moduleAliases = moduleAliases
  }
}

/// A plugin that a target applies.
package struct ManifestPluginUsage: Hashable, Sendable {
  package let name: String
  /// `nil` for a plugin of the same package.
  package let package: String?

  package init(name: String, package: String?) {
    self.name = name
    self.package = package
  }
}

extension ManifestDependency {
  /// SwiftPM's identity of a package: the last component of its URL or path, without `.git`, in lower case.
  package static func identity(ofLocation location: String) -> String {
    var rest = location[...]
    if rest.hasSuffix("/") { rest.removeLast() }
    if let slash = rest.lastIndex(of: "/") { rest = rest[rest.index(after: slash)...] }
    return (rest.hasSuffix(".git") ? rest.dropLast(4) : rest).lowercased()
  }
}
