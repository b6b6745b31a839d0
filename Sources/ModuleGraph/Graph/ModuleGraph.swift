/// The packages, products and modules of one workspace, and the dependencies between modules.
///
/// Every array is sorted (`packages` by key, `products` and `modules` by id, `dependencies` by their ends), so that
/// iterating over it is deterministic.
package struct ModuleGraph: Hashable, Sendable, Encodable {
  /// Where the manifests were evaluated; `nil` for a graph without a workspace.
  package let environment: Environment?
  package let packages: [Package]
  package let products: [Product]
  package let modules: [Module]
  package let dependencies: [Dependency]
  /// Packages whose manifests could not be evaluated. If there are any, the graph is incomplete.
  package let failures: [Failure]
  /// Messages for the user about what does not make the graph wrong.
  package let warnings: [String]

  /// Creates a graph from its parts, in any order.
  /// - Complexity: O(n log n) in the number of parts, for the sorting.
  package init(
    environment: Environment? = nil, packages: [Package] = [], products: [Product] = [], modules: [Module] = [],
    dependencies: [Dependency] = [], failures: [Failure] = [], warnings: [String] = []
  ) {
    self.environment = environment
    self.packages = packages.sorted { $0.key < $1.key }
    self.products = products.sorted { $0.id < $1.id }
    self.modules = modules.sorted { $0.id < $1.id }
    self.dependencies = dependencies.sortedByEnds()
    self.failures = failures.sorted { $0.package < $1.package }
    self.warnings = warnings.sorted()
  }

  /// Creates a graph of one package from its adjacency lists, for tests and examples: `ModuleGraph(["App": ["Core"]])`.
  ///
  /// A name that occurs only as a dependency is a module without dependencies.
  package init(_ adjacency: KeyValuePairs<String, [String]>, package key: String = "Example") {
    let names = Set(adjacency.flatMap { [$0.key] + $0.value })
    self.init(
      packages: [Package(key: key, identity: key, name: key, path: ".", toolsVersion: "6.0.0", dependencies: [])],
      modules: names.map { Module(id: ModuleID(package: key, name: $0), kind: .regular) },
      dependencies: adjacency.flatMap { from, tos in
        tos.map { Dependency(from: ModuleID(package: key, name: from), to: ModuleID(package: key, name: $0)) }
      })
  }
}

extension ModuleGraph {
  /// The same graph with further warnings.
  package func adding(warnings more: [String]) -> ModuleGraph {
    more.isEmpty
      ? self
      : ModuleGraph(
        environment: environment, packages: packages, products: products, modules: modules, dependencies: dependencies,
        failures: failures, warnings: warnings + more)
  }

  /// The same without some dependencies.
  package func removing(_ dependencies: Set<Dependency>) -> ModuleGraph {
    ModuleGraph(
      environment: environment, packages: packages, products: products, modules: modules,
      dependencies: self.dependencies.filter { !dependencies.contains($0) }, failures: failures, warnings: warnings)
  }

  /// The module with an id (`package/Name`), or else the only one with a name.
  ///
  /// - Returns: `nil` if there is none, or several modules have that name.
  /// - Complexity: O(modules).
  package func module(named name: String) -> Module? {
    if let module = modules.first(where: { $0.id.description == name }) { return module }
    let candidates = modules.filter { $0.name == name && !$0.kind.isOutside }
    return candidates.count == 1 ? candidates[0] : nil
  }

  /// What manifests could see when they were evaluated, on which the graph depends.
  package struct Environment: Hashable, Sendable, Codable {
    /// The operating system as SwiftPM names it in conditions: `linux`, `macos`.
    package let os: String
    package let arch: String
    /// The version of the Swift toolchain, as in `6.3.1`.
    package let toolchain: String
    /// Environment variables that manifests were given beyond the fixed minimum.
    package let manifest: [String: String]

    package init(os: String, arch: String, toolchain: String, manifest: [String: String] = [:]) {
      self.os = os
      self.arch = arch
      self.toolchain = toolchain
      self.manifest = manifest
    }
  }

  /// A package whose manifest could not be evaluated.
  package struct Failure: Hashable, Sendable, Codable {
    package let package: String
    /// The manifest's path, relative to the workspace's root.
    package let path: String
    /// The message of the compiler or of SwiftPM.
    package let message: String

    package init(package: String, path: String, message: String) {
      self.package = package
      self.path = path
      self.message = message
    }
  }
}
