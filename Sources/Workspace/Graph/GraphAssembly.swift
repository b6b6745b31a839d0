import ManifestSyntax
import ModuleGraph

/// Assembles the module graph from what was found. It only asks the disk to resolve links.
struct GraphAssembly {
  let root: String
  let packages: [String: ReadPackage]
  let projects: [XcodeProject]
  let projectScans: [String: [String: XcodeScan]]
  let keys: PackageKeys

  var modules: [ModuleID: Module] = [:]
  /// Unordered; some may differ only in their location.
  private var dependencies: [Dependency] = []
  private let failures: [FailedPackage]
  var warnings: Set<String>
  var grouped = GroupedWarnings()
  /// The dependencies that no target or product satisfies, by the folder of the package that names them.
  var dangling: [String: [DanglingDependency]] = [:]
  /// The folders of git submodules.
  private let submodules: Set<String>
  var described: [Package] = []
  private var products: [Product] = []
  var sources: [ModuleID: [SourceFile]] = [:]

  /// - Parameters:
  ///   - root: the workspace's canonical folder.
  ///   - packages: by canonical folder.
  ///   - failures: the packages that could not be read.
  ///   - projects: the workspace's Xcode projects.
  ///   - projectScans: the sources of their targets, by the paths of projects and the ids of targets.
  ///   - submodules: the folders of git submodules.
  ///   - warnings: earlier warnings.
  init(
    root: String, packages: [String: ReadPackage], failures: [FailedPackage] = [], projects: [XcodeProject] = [],
    projectScans: [String: [String: XcodeScan]] = [:], submodules: Set<String> = [], warnings: [String] = []
  ) {
    self.failures = failures
    self.submodules = submodules
    self.root = root
    self.packages = packages
    self.projects = projects
    self.projectScans = projectScans
    keys = PackageKeys(root: root, packages: packages)
    self.warnings = Set(keys.warnings + warnings)
  }

  /// Adds what the packages declare, and finds their dangling dependencies.
  /// - Complexity: O(modules + dependencies).
  mutating func addPackages() {
    for package in packages.values {
      add(modulesOf: package)
      add(snippetsOf: package)
    }
    for package in packages.values { add(dependenciesOf: package) }
    addStandIns()
    described = packages.values.map(described)
    warnings.formUnion(described.compactMap(\.hostWarning))
  }

  /// - Parameter failures: all failures, those for dangling dependencies included.
  /// - Complexity: O(modules + dependencies), and the sorting of the result.
  consuming func workspace(
    in environment: ModuleGraph.Environment, failures: [FailedPackage]
  ) -> LoadedWorkspace {
    addProjects()
    let graph = ModuleGraph(
      environment: environment, packages: described, products: products,
      modules: Array(modules.values), dependencies: dependencies.sortedByEnds().distinct,
      failures: failures.map(described),
      warnings: Array(warnings) + grouped.sentences)
    let loaded = packages.values.map { package in
      LoadedPackage(
        key: keys.key(of: package.folder.path), path: package.folder.path, manifest: package.manifest,
        localPackages: localPackages(of: package), manifestFile: package.shownFile,
        ignoreComments: package.ignoreComments, reading: package.read.reading, looksAround: package.read.looksAround)
    }
    return LoadedWorkspace(
      rootPath: root, graph: graph, packages: loaded.sorted { $0.key < $1.key }, sources: sources)
  }

  /// Adds an edge. Of several that differ only in their location, the first in the manifest will count.
  mutating func add(_ dependency: Dependency) { dependencies.append(dependency) }

  private func described(_ failure: FailedPackage) -> ModuleGraph.Failure {
    let folder = failure.folder
    let path = folder.shown(folder.path + "/" + failure.failure.path.lastComponent)
    return ModuleGraph.Failure(
      package: folder.relativePath, path: path,
      // The output must be the same for clones in other folders.
      message: failure.failure.description.replacing(failure.failure.path, with: path))
  }

  /// The keys of the workspace's packages that a package names, by the paths in its manifest.
  private func localPackages(of package: ReadPackage) -> [String: String] {
    let named = package.manifest.localPackagePaths.compactMap { path -> (String, String)? in
      guard let folder = package.localFolder(at: path), packages[folder] != nil else { return nil }
      return (path, keys.key(of: folder))
    }
    return Dictionary(named, uniquingKeysWith: { first, _ in first })
  }

  private func described(_ package: ReadPackage) -> Package {
    Package(
      key: keys.key(of: package.folder.path), identity: keys.identity(of: package.folder.path),
      name: package.manifest.name, path: package.folder.relativePath, toolsVersion: package.manifest.toolsVersion,
      dependencies: package.manifest.dependencies.map { described($0, of: package) },
      onOtherHosts: UntakenBranch.words(package.read.untaken, file: package.read.places?.file, of: package))
  }

  private func described(_ dependency: ManifestDependency, of package: ReadPackage) -> PackageDependency {
    switch dependency.source {
    case .folder(let path):
      let folder = package.localFolder(at: path) ?? path
      return PackageDependency(
        identity: packages[folder] == nil ? dependency.identity : keys.identity(of: folder), requirement: "path",
        location: Path.relative(folder, to: root))
    case .repository(let location, let requirement):
      return PackageDependency(
        identity: dependency.identity, requirement: requirement,
        location: location.hasPrefix("/") ? Path.relative(location, to: root) : location,
        standIn: standIn(for: dependency, of: package))
    case .registry(let id, let requirement):
      return PackageDependency(
        identity: dependency.identity, requirement: requirement, location: id,
        standIn: standIn(for: dependency, of: package))
    }
  }

  private mutating func add(modulesOf package: ReadPackage) {
    let key = keys.key(of: package.folder.path)
    for (target, scan) in zip(package.manifest.targets, package.scans) {
      let id = ModuleID(package: key, name: target.name)
      modules[id] = Module(target, isApp: package.manifest.isApp(target), id: id, scan: scan, in: package.folder)
      if !scan.files.isEmpty { sources[id] = scan.files }
      grouped.add(scan.warnings, of: key)
      guard scan.files.isEmpty else { continue }
      let folder = scan.folder.map { Path.joined(root, $0) } ?? Path.joined(package.folder.path, target.path ?? ".")
      if let submodule = GitSubmodules.missing(at: folder, from: root) {
        grouped.add(
          [SourceWarning(kind: .submodule, subject: "`\(submodule)`", sentence: GitSubmodules.advice(on: submodule))],
          of: key)
      }
    }
    for product in package.manifest.products {
      products.append(
        Product(
          name: product.name, package: key, kind: product.kind, linkage: product.linkage,
          modules: product.targets.map { ModuleID(package: key, name: $0) }))
    }
    for path in package.manifest.localPackagePaths where isMissing(package.localFolder(at: path) ?? path) {
      let standIn = keys.folder(ofIdentity: path.lastComponent, for: package.folder.path).map(keys.key(of:))
      let submodule = submodules.first { path.remainder(below: $0) != nil && FolderEntries(of: $0).entries.isEmpty }
      let matter = GroupedWarnings.Matter.missingPackage(
        path: package.folder.shown(path), submodule: submodule.map(package.folder.shown), standIn: standIn)
      grouped.add(matter, for: key)
    }
  }

  /// Whether a path dependency leads to no package; one that failed exists.
  private func isMissing(_ folder: String) -> Bool {
    packages[folder] == nil && !failures.contains { $0.folder.path == folder }
  }
}

extension Module {
  /// A target as a module, with the figures of its files.
  fileprivate init(
    _ target: ManifestTarget, isApp: Bool, id: ModuleID, scan: ScannedTarget, in folder: PackageFolder
  ) {
    let binary = target.kind == .binary ? target.path.map { folder.shown(Path.joined(folder.path, $0)) } : nil
    let kind = target.kind == .regular && scan.hasMainFile ? .executable : target.kind
    self.init(id: id, kind: isApp ? .app : kind, scan: scan, binary: binary)
  }

  /// - Parameter binary: the path of a binary target.
  init(id: ModuleID, kind: Kind, scan: ScannedTarget, binary: String? = nil) {
    let isCompiled = kind != .system && kind != .binary && scan.folder != nil
    let unread = scan.files.count(where: \.isUnread)
    let missing = unread + scan.unreadEntries
    self.init(
      id: id,
      kind: kind,
      path: scan.folder ?? binary,
      sources: isCompiled ? scan.files.count - unread : nil,
      lines: isCompiled ? scan.files.total(\.lines) : nil,
      bytes: isCompiled ? scan.files.total(\.bytes) : nil,
      missingSources: isCompiled && missing > 0 ? missing : nil,
      languages: Set(scan.files.compactMap(\.language)).sorted())
  }
}

extension [SourceFile] {
  /// The sum of the files that can be read; `nil` if the figure of any of them is not known.
  func total(_ figure: KeyPath<SourceFile, Int?>) -> Int? {
    let readable = filter { !$0.isUnread }
    let known = readable.compactMap { $0[keyPath: figure] }
    return known.count == readable.count ? known.reduce(0, +) : nil
  }
}

extension ScannedTarget {
  /// Whether SwiftPM makes an undeclared kind of target an executable.
  fileprivate var hasMainFile: Bool {
    files.contains { file in
      let name = file.path.lastComponent.lowercased()
      return name.hasPrefix("main.") && name.count { $0 == "." } == 1
    }
  }
}

extension [Dependency] {
  /// Without duplicates that differ only in their location; the first in the manifest stays. Must be sorted.
  fileprivate var distinct: [Dependency] {
    guard indices.dropFirst().contains(where: { self[$0].isTheSame(as: self[$0 - 1]) }) else { return self }
    var distinct: [Dependency] = []
    distinct.reserveCapacity(count)
    for index in indices {
      guard let last = distinct.indices.last, distinct[last].isTheSame(as: self[index]) else {
        distinct.append(self[index])
        continue
      }
      if let place = distinct[last].location, place.line <= self[index].location?.line ?? .max { continue }
      distinct[last] = self[index]
    }
    return distinct
  }
}

extension Dependency {
  /// Whether everything except the location is equal.
  fileprivate func isTheSame(as other: Dependency) -> Bool {
    to == other.to && from == other.from && kind == other.kind && product == other.product
      && condition == other.condition
  }
}

/// The line that declares something in a manifest, or if the manifest computes it, the nearest line.
struct DeclaredLocation {
  var location: Dependency.Location?
  var computedNear: Dependency.Location?
}

extension ReadPackage {
  func place(ofDependency index: Int, ofTarget target: Int) -> DeclaredLocation {
    place(read.places?.dependencies, index, target)
  }

  func place(ofPlugin index: Int, ofTarget target: Int) -> DeclaredLocation {
    place(read.places?.plugins, index, target)
  }

  private func place(_ lines: [[PlacedLine?]]?, _ index: Int, _ target: Int) -> DeclaredLocation {
    guard let places = read.places, let lines, lines.indices.contains(target), lines[target].indices.contains(index),
      let shownFile
    else { return DeclaredLocation() }
    func location(_ line: Int) -> Dependency.Location { Dependency.Location(file: shownFile, line: line) }
    guard let line = lines[target][index] else {
      return DeclaredLocation(computedNear: (places.targets[target] ?? places.package).map(location))
    }
    let place = location(line.number)
    return line.isComputed ? DeclaredLocation(computedNear: place) : DeclaredLocation(location: place)
  }
}
