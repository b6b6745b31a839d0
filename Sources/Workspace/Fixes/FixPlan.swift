import ManifestSyntax
import ModuleGraph

/// The changes of manifests that fix violations, and the intended graph.
struct FixPlan {
  /// A dependency without its location.
  struct Edge: Hashable {
    let from: ModuleID
    let to: ModuleID
    let kind: Dependency.Kind
    let product: String?
    let condition: Condition?

    init(_ dependency: Dependency) {
      (from, to, kind) = (dependency.from, dependency.to, dependency.kind)
      (product, condition) = (dependency.product, dependency.condition)
    }

    init(from: ModuleID, to: ModuleID, kind: Dependency.Kind, product: String?, condition: Condition?) {
      (self.from, self.to, self.kind, self.product, self.condition) = (from, to, kind, product, condition)
    }
  }

  private let workspace: LoadedWorkspace
  private var edges: Set<Edge>
  private var dependencies: [ModuleID: Set<ModuleID>]
  private var packages: [String: Set<String>]

  init(_ workspace: LoadedWorkspace) {
    self.workspace = workspace
    edges = Set(workspace.graph.dependencies.map(Edge.init))
    dependencies = Dictionary(grouping: workspace.graph.dependencies, by: \.from).mapValues { Set($0.map(\.to)) }
    packages = Dictionary(uniqueKeysWithValues: workspace.packages.map { ($0.key, Set($0.dependencies)) })
  }

  /// Whether a graph has exactly the intended dependencies.
  func isMet(by graph: ModuleGraph) -> Bool { Set(graph.dependencies.map(Edge.init)) == edges }

  /// Whether an earlier change has fixed it as well.
  func isSettled(_ remedy: Remedy) -> Bool {
    switch remedy {
    case .declare(let imported, let module, _): dependencies[module]?.contains(imported) ?? false
    case .remove(let removed, _): edges.isDisjoint(with: removed.map(Edge.init))
    }
  }

  // MARK: What one manifest has to say

  /// The changes of a manifest for a remedy; none if it already has them, or lacks the target.
  /// - Parameter manifest: any variant of the manifest of the module's package.
  func changes(for remedy: Remedy, of manifest: Manifest) throws(FixObstacle) -> [ManifestChange] {
    switch remedy {
    case .declare(let imported, let module, let platforms):
      return try declaring(imported, by: module, try condition(for: platforms), in: manifest)
    case .remove(let dependencies, let tests):
      let (module, name) = (dependencies[0].from, dependencies[0].product ?? dependencies[0].to.name)
      let stated = manifest.target(module.name)?.dependencies.first { $0.reference.name == name }
      guard let stated else { return [] }
      var changes = [ManifestChange.remove(name, of: module.name)]
      for test in tests {
        guard test.package == module.package else { throw .testElsewhere(test) }
        guard let target = manifest.target(test.name), !target.names(name) else { continue }
        let taken = ManifestTargetDependency(reference: stated.reference, condition: nil)
        changes.append(.declare(taken, of: test.name))
      }
      return changes
    }
  }

  /// The maximum number of platforms in a condition.
  private static let mostPlatforms = 4

  private func condition(for platforms: ImportPlatforms) throws(FixObstacle) -> Condition? {
    switch platforms {
    case .all: return nil
    case .some(let names) where names.count <= Self.mostPlatforms: return Condition(platforms: names)
    case .some(let names): throw .manyPlatforms(names)
    case .undecided: throw .undecidedCondition
    }
  }

  private func declaring(
    _ imported: ModuleID, by module: ModuleID, _ condition: Condition?, in manifest: Manifest
  ) throws(FixObstacle) -> [ManifestChange] {
    func change(_ reference: ManifestTargetDependency.Reference) -> ManifestChange {
      .declare(ManifestTargetDependency(reference: reference, condition: condition), of: module.name)
    }
    guard let target = manifest.target(module.name) else { return [] }
    guard target.kind != .plugin else { throw .plugin }
    if reaches(module, from: imported) { throw .cycle(imported, on: module) }
    if imported.package == module.package {
      return target.names(imported.name) ? [] : [change(.byName(imported.name))]
    }
    guard let package = workspace.package(module.package), let other = workspace.package(imported.package) else {
      return []
    }
    let product = try product(of: other, with: imported.name, for: manifest)
    if target.names(product) { return [] }
    let isByName = manifest.parsedToolsVersion < ToolsVersion(5, 2)
    let (reference, missing) = manifest.reference(
      to: product, in: other.path, named: isByName ? other.manifest.name : nil, from: package.path
    ) { leads($0, to: other) }
    guard let missing else { return [change(reference)] }
    if packagesReach(package.key, from: other.key) { throw .packageCycle(package: other.key, on: package.key) }
    return [missing, change(reference)]
  }

  /// The library that others use, otherwise the one with the module's name, otherwise the smallest.
  private func product(
    of package: LoadedPackage, with target: String, for manifest: Manifest
  ) throws(FixObstacle) -> String {
    let named = Set(manifest.targets.flatMap(\.dependencies).map(\.reference.name))
    func rank(_ product: ManifestProduct) -> (Int, Int, Int, String) {
      (named.contains(product.name) ? 0 : 1, product.name == target ? 0 : 1, product.targets.count, product.name)
    }
    let products = package.manifest.products.filter { $0.kind == .library && $0.targets.contains(target) }
    guard let best = products.min(by: { rank($0) < rank($1) }) else {
      throw .noProduct(package: package.key, target: target)
    }
    return best.name
  }

  func leads(_ dependency: ManifestDependency, to package: LoadedPackage) -> Bool {
    if case .folder(let path) = dependency.source { return Path.canonical(path) == package.path }
    return workspace.graph.packages.first { $0.key == package.key }?.identity == dependency.identity
  }

  // MARK: The graph

  /// Counts a remedy as done.
  mutating func take(_ remedy: Remedy, _ changes: [ManifestChange]) {
    switch remedy {
    case .declare(let imported, let module, _): add(changes, of: module, to: imported)
    case .remove(let removed, let tests):
      let names = Set(removed.map { $0.product ?? $0.to.name })
      let module = removed[0].from
      let gone = edges.filter { $0.from == module && $0.kind != .plugin && names.contains($0.product ?? $0.to.name) }
      edges.subtract(gone)
      dependencies[module]?.subtract(removed.map(\.to))
      for test in tests where changes.contains(where: { $0.target == test.name }) {
        for edge in gone {
          insert(Edge(from: test, to: edge.to, kind: edge.kind, product: edge.product, condition: nil))
        }
      }
    }
  }

  private mutating func add(_ changes: [ManifestChange], of module: ModuleID, to imported: ModuleID) {
    for case .declare(let dependency, _) in changes {
      guard case .product(let name, _) = dependency.reference, let package = workspace.package(imported.package) else {
        insert(Edge(from: module, to: imported, kind: .target, product: nil, condition: dependency.condition))
        continue
      }
      packages[module.package, default: []].insert(package.key)
      for target in package.manifest.targets(ofProduct: name) ?? [] {
        let to = ModuleID(package: package.key, name: target)
        insert(Edge(from: module, to: to, kind: .product, product: name, condition: dependency.condition))
      }
    }
  }

  private mutating func insert(_ edge: Edge) {
    edges.insert(edge)
    dependencies[edge.from, default: []].insert(edge.to)
  }

  private func reaches(_ end: ModuleID, from start: ModuleID) -> Bool {
    Set([start]).closed { dependencies[$0] ?? [] }.contains(end)
  }

  private func packagesReach(_ end: String, from start: String) -> Bool {
    Set([start]).closed { packages[$0] ?? [] }.contains(end)
  }
}

extension Remedy {
  /// The module at the other end of the dependency.
  var end: ModuleID {
    switch self {
    case .declare(let imported, _, _): imported
    case .remove(let dependencies, _): dependencies[0].to
    }
  }

  /// The product or target that it is about.
  var name: String {
    switch self {
    case .declare(let imported, _, _): imported.name
    case .remove(let dependencies, _): dependencies[0].product ?? dependencies[0].to.name
    }
  }
}

extension Manifest {
  func target(_ name: String) -> ManifestTarget? { targets.first { $0.name == name } }

  /// The name by which the manifest refers to a package, as in its other dependencies on it.
  func word(for dependency: ManifestDependency) -> String {
    if let name = dependency.name { return name }
    for case .product(_, let package?) in targets.flatMap(\.dependencies).map(\.reference)
    where package.lowercased() == dependency.identity.lowercased() {
      return package
    }
    if case .folder(let path) = dependency.source { return path.lastComponent }
    return dependency.identity
  }

  /// How a manifest refers to a product of another package, and the dependency on that package if it has none yet.
  /// - Parameters:
  ///   - folder: the other package's, absolute, as is that of the manifest itself.
  ///   - name: the other package's, where it counts instead of its folder.
  ///   - leads: whether a dependency is on that package.
  func reference(
    to product: String, in folder: String, named name: String? = nil, from own: String,
    where leads: (ManifestDependency) -> Bool
  ) -> (ManifestTargetDependency.Reference, missing: ManifestChange?) {
    if let known = dependencies.first(where: leads) { return (.product(product, package: word(for: known)), nil) }
    return (
      .product(product, package: name ?? folder.lastComponent),
      .addPackage(path: Path.relative(folder, to: own), folder: folder)
    )
  }
}
