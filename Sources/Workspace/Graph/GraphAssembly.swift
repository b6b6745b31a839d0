import ModuleGraph

/// Puts the module graph together from what was found, without looking at the disk for more than links.
struct GraphAssembly {
  let root: String
  let packages: [String: FoundPackage]
  let projects: [XcodeProject]
  let keys: PackageKeys

  var modules: [ModuleID: Module] = [:]
  private var dependencies: [DependencyKey: Dependency] = [:]
  private let failures: [FailedPackage]
  var warnings: Set<String>
  var described: [Package] = []
  private var products: [Product] = []
  private var sources: [ModuleID: [SourceFile]] = [:]

  /// - Parameters:
  ///   - root: the workspace's canonical folder.
  ///   - packages: by canonical folder.
  ///   - failures: the packages that could not be read.
  ///   - projects: the Xcode projects around them.
  ///   - warnings: what is known before.
  init(
    root: String, packages: [String: FoundPackage], failures: [FailedPackage] = [], projects: [XcodeProject] = [],
    warnings: [String] = []
  ) {
    self.failures = failures
    self.root = root
    self.packages = packages
    self.projects = projects
    keys = PackageKeys(root: root, packages: packages)
    self.warnings = Set(keys.warnings + warnings)
  }

  /// - Complexity: O(modules + dependencies), and the sorting of the result.
  consuming func workspace(in environment: ModuleGraph.Environment) -> LoadedWorkspace {
    for package in packages.values { add(modulesOf: package) }
    for package in packages.values { add(dependenciesOf: package) }
    described = packages.values.map(described)
    addProjects()
    let graph = ModuleGraph(
      environment: environment, packages: described, products: products,
      modules: Array(modules.values), dependencies: Array(dependencies.values), failures: failures.map(described),
      warnings: Array(warnings))
    let loaded = packages.values.map { package in
      LoadedPackage(
        key: keys.key(of: package.folder.path), path: package.folder.path, manifest: package.manifest,
        dependencies: Set(localDependencies(of: package).map(keys.key(of:))).sorted(), reading: package.read.reading)
    }
    return LoadedWorkspace(
      rootPath: root, graph: graph, packages: loaded.sorted { $0.key < $1.key }, sources: sources)
  }

  /// Adds an edge. Of two that differ in nothing but their place, the first one's place counts.
  mutating func add(_ dependency: Dependency) {
    let key = DependencyKey(dependency)
    if let known = dependencies[key]?.location, let other = dependency.location, known.line <= other.line { return }
    dependencies[key] = dependency
  }

  private func described(_ failure: FailedPackage) -> ModuleGraph.Failure {
    let folder = failure.folder
    let path = folder.shown(folder.path + "/" + ManifestFile.name)
    return ModuleGraph.Failure(
      package: folder.relativePath, path: path,
      // Clones elsewhere give the same bytes.
      message: failure.failure.description.replacing(failure.failure.path, with: path))
  }

  private func localDependencies(of package: FoundPackage) -> [String] {
    package.manifest.localPackagePaths.compactMap(package.localFolder(at:)).filter { packages[$0] != nil }
  }

  private func described(_ package: FoundPackage) -> Package {
    Package(
      key: keys.key(of: package.folder.path), identity: keys.identity(of: package.folder.path),
      name: package.manifest.name, path: package.folder.relativePath, toolsVersion: package.manifest.toolsVersion,
      dependencies: package.manifest.dependencies.map { described($0, of: package) })
  }

  private func described(_ dependency: ManifestDependency, of package: FoundPackage) -> PackageDependency {
    switch dependency.source {
    case .folder(let path):
      let folder = package.localFolder(at: path) ?? path
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
    for path in package.manifest.localPackagePaths where isMissing(package.localFolder(at: path) ?? path) {
      warnings.insert(
        "\(key): there is no package at `\(package.folder.shown(path))`, which it depends on; "
          + standIn(forMissing: path))
    }
  }

  /// Whether a path dependency leads to no package; one that failed is there.
  private func isMissing(_ folder: String) -> Bool {
    packages[folder] == nil && !failures.contains { $0.folder.path == folder }
  }

  private func standIn(forMissing path: String) -> String {
    guard let folder = keys.folder(ofIdentity: path.lastComponent) else { return "its products are shown as external." }
    return "\(keys.key(of: folder)) stands in for it, having its identity."
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

/// What makes a dependency what it is, without the place where a manifest states it.
private struct DependencyKey: Hashable {
  private let dependency: Dependency

  init(_ dependency: Dependency) {
    self.dependency = Dependency(
      from: dependency.from, to: dependency.to, kind: dependency.kind, product: dependency.product,
      condition: dependency.condition)
  }
}

extension FoundPackage {
  /// Where the manifest states a dependency; `nil` where nobody looked.
  func location(ofDependency index: Int, ofTarget target: Int) -> Dependency.Location? {
    guard let lines = read.dependencyLines, let name = read.fileName, lines.indices.contains(target),
      lines[target].indices.contains(index)
    else { return nil }
    return Dependency.Location(file: folder.shown(folder.path + "/" + name), line: lines[target][index])
  }
}
