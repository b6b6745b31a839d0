import ModuleGraph

/// Puts the module graph together from what was found, without looking at the disk for more than links.
struct GraphAssembly {
  private let root: String
  let packages: [String: FoundPackage]
  let keys: PackageKeys

  var modules: [ModuleID: Module] = [:]
  var dependencies: Set<Dependency> = []
  var warnings: Set<String>
  private var products: [Product] = []
  private var sources: [ModuleID: [SourceFile]] = [:]

  /// - Parameters:
  ///   - root: the root package's canonical folder.
  ///   - packages: by canonical folder, the root among them.
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
