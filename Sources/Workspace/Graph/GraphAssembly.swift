internal import ModuleGraph

/// Puts the module graph together from what was found, without looking at the disk for more than links.
struct GraphAssembly {
  private let root: String
  private let packages: [String: FoundPackage]
  private let keys: PackageKeys

  private var products: [Product] = []
  private var modules: [ModuleID: Module] = [:]
  private var dependencies: Set<Dependency> = []
  private var warnings: Set<String>
  private var sources: [ModuleID: [SourceFile]] = [:]

  /// - Parameter packages: by canonical folder, the root among them.
  init(root: String, packages: [String: FoundPackage]) {
    self.root = root
    self.packages = packages
    keys = PackageKeys(root: root, packages: packages)
    warnings = Set(keys.warnings)
  }

  /// - Complexity: O(modules + dependencies), and the sorting of the result.
  consuming func workspace(in environment: ModuleGraph.Environment) -> LoadedWorkspace {
    for package in packages.values { add(modulesOf: package) }
    for package in packages.values { add(dependenciesOf: package) }
    let graph = ModuleGraph(
      environment: environment, packages: packages.values.map(described), products: products,
      modules: Array(modules.values), dependencies: Array(dependencies), warnings: Array(warnings))
    let loaded = packages.values.map { package in
      LoadedPackage(
        key: keys.key(of: package.folder.path), path: package.folder.path, manifest: package.manifest,
        dependencies: Set(localDependencies(of: package).map(keys.key(of:))).sorted())
    }
    return LoadedWorkspace(
      rootPath: root, graph: graph, packages: loaded.sorted { $0.key < $1.key }, sources: sources)
  }

  // MARK: Packages

  private func localDependencies(of package: FoundPackage) -> [String] {
    package.manifest.localPackagePaths.compactMap(Path.canonical).filter { packages[$0] != nil }
  }

  private func described(_ package: FoundPackage) -> Package {
    Package(
      key: keys.key(of: package.folder.path), identity: keys.identity(of: package.folder.path),
      name: package.manifest.name, path: package.folder.relativePath, toolsVersion: package.manifest.toolsVersion,
      dependencies: package.manifest.dependencies.map(described))
  }

  private func described(_ dependency: ManifestDependency) -> PackageDependency {
    switch dependency.source {
    case .folder(let path):
      let folder = Path.canonical(path) ?? path
      return PackageDependency(
        identity: packages[folder] == nil ? dependency.identity : keys.identity(of: folder), requirement: "path",
        location: Path.relative(folder, to: root))
    case .repository(let location, let requirement):
      return PackageDependency(
        identity: dependency.identity, requirement: requirement,
        location: location.hasPrefix("/") ? Path.relative(location, to: root) : location)
    case .registry(let id, let requirement):
      return PackageDependency(identity: dependency.identity, requirement: requirement, location: id)
    }
  }

  // MARK: Modules and products

  private mutating func add(modulesOf package: FoundPackage) {
    let key = keys.key(of: package.folder.path)
    for (target, scan) in zip(package.manifest.targets, package.scans) {
      let id = ModuleID(package: key, name: target.name)
      modules[id] = Module(target, id: id, scan: scan, in: package.folder)
      if !scan.files.isEmpty { sources[id] = scan.files }
      warnings.formUnion(scan.warnings.map { "\(key): \($0)." })
    }
    for product in package.manifest.products {
      products.append(
        Product(
          name: product.name, package: key, kind: product.kind, linkage: product.linkage,
          modules: product.targets.map { ModuleID(package: key, name: $0) }))
    }
    for path in package.manifest.localPackagePaths where packages[Path.canonical(path) ?? path] == nil {
      warnings.insert(
        "\(key): there is no package at `\(package.folder.shown(path))`, which it depends on; "
          + "its products are shown as external.")
    }
  }

  // MARK: Dependencies

  private mutating func add(dependenciesOf package: FoundPackage) {
    let key = keys.key(of: package.folder.path)
    let resolution = ProductResolution(for: package, in: packages, keys: keys)
    for target in package.manifest.targets {
      let from = ModuleID(package: key, name: target.name)
      for dependency in target.dependencies {
        let condition = dependency.condition
        switch dependency.reference {
        case .byName(let name) where modules[ModuleID(package: key, name: name)] != nil, .target(let name):
          add(targetNamed: name, for: from, kind: .target, condition: condition)
        case .byName(let name):
          add(resolution.origin(of: name), of: name, for: from, kind: .product, condition: condition)
        case .product(let name, let package):
          let origin = package.map { resolution.origin(of: name, package: $0) } ?? resolution.origin(of: name)
          warn(from, unless: package.map(resolution.knows(package:)) ?? true, product: name, package: package)
          add(origin, of: name, for: from, kind: .product, condition: condition)
        }
      }
      for usage in target.pluginUsages {
        if let package = usage.package {
          warn(from, unless: resolution.knows(package: package), product: usage.name, package: package)
          add(resolution.origin(of: usage.name, package: package), of: usage.name, for: from, kind: .plugin)
        } else {
          add(targetNamed: usage.name, for: from, kind: .plugin)
        }
      }
    }
  }

  private mutating func add(
    targetNamed name: String, for from: ModuleID, kind: Dependency.Kind, condition: Condition? = nil
  ) {
    let to = ModuleID(package: from.package, name: name)
    guard modules[to] != nil else {
      warnings.insert("\(from) depends on `\(name)`, which its package does not have.")
      add(.unknown, of: name, for: from, kind: kind, condition: condition)
      return
    }
    dependencies.insert(Dependency(from: from, to: to, kind: kind, condition: condition))
  }

  private mutating func add(
    _ origin: ProductResolution.Origin, of product: String, for from: ModuleID, kind: Dependency.Kind,
    condition: Condition? = nil
  ) {
    let ends: [ModuleID]
    switch origin {
    case .workspace(let folder, let targets):
      ends = targets.map { ModuleID(package: keys.key(of: folder), name: $0) }
    case .external(let identity):
      ends = [external(product, of: identity)]
    case .missing(let folder):
      warnings.insert(
        "\(from) depends on the product `\(product)` of \(keys.key(of: folder)), which has no product of that name.")
      ends = [external(product, of: "unknown")]
    case .unknown:
      ends = [external(product, of: "unknown")]
    }
    for to in ends {
      dependencies.insert(Dependency(from: from, to: to, kind: kind, product: product, condition: condition))
    }
  }

  private mutating func external(_ product: String, of identity: String) -> ModuleID {
    let id = ModuleID(package: identity, name: product)
    if modules[id] == nil { modules[id] = Module(id: id, kind: .external) }
    return id
  }

  private mutating func warn(_ from: ModuleID, unless isKnown: Bool, product: String, package: String?) {
    guard !isKnown, let package else { return }
    warnings.insert(
      "\(from) depends on the product `\(product)` of `\(package)`, a package that its manifest does not depend on.")
  }
}

extension Module {
  /// A target as a module, with the figures that its files give.
  fileprivate init(_ target: ManifestTarget, id: ModuleID, scan: ScannedTarget, in folder: PackageFolder) {
    let isCompiled = target.kind != .system && target.kind != .binary && scan.folder != nil
    let binary = target.kind == .binary ? target.path.map { folder.shown(Path.joined(folder.path, $0)) } : nil
    self.init(
      id: id,
      kind: target.kind == .regular && scan.hasMainFile ? .executable : target.kind,
      path: scan.folder ?? binary,
      sources: isCompiled ? scan.files.count : nil,
      lines: isCompiled ? scan.files.reduce(0) { $0 + $1.lines } : nil,
      bytes: isCompiled ? scan.files.reduce(0) { $0 + $1.bytes } : nil,
      languages: Set(scan.files.compactMap(\.language)).sorted())
  }
}

extension ScannedTarget {
  /// Whether SwiftPM takes a target that does not say so for an executable.
  fileprivate var hasMainFile: Bool {
    files.contains { file in
      let name = file.path.lastComponent.lowercased()
      return name.hasPrefix("main.") && name.count { $0 == "." } == 1
    }
  }
}
