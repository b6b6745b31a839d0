import ModuleGraph

extension WorkspaceDescription {
  /// Limits of a description, far above the sizes of real workspaces, so that a mistyped number does not fill the disk.
  package enum Limits {
    package static let modules = 10_000
    package static let lines = 200_000
    package static let totalLines = 5_000_000
    package static let linesPerFile = 10
    /// Of one kind in a module.
    package static let contracts = 1000
    package static let name = 64
  }

  /// Checks whether a workspace can be synthesized.
  ///
  /// - Returns: the modules in topological order, dependencies first. Equal descriptions give the same order.
  /// - Throws: `SynthesisError` for the first error in the description.
  /// - Complexity: O(modules + dependencies); for an unknown name, also O(modules × length of names²) to find similar
  ///   ones.
  @discardableResult
  package func validate() throws(SynthesisError) -> [Module] {
    guard Self.isName(name, allowing: ["-", "_"]), name.first?.isLetter == true else { throw .workspaceName(name) }
    guard !modules.isEmpty else { throw .noModules }
    guard modules.count <= Limits.modules else { throw .tooManyModules(modules.count) }
    guard modules.contains(where: { !$0.isAppPackage && ($0.kind != .library || packages == .one) }) else {
      throw .nothingAtRoot
    }
    try checkNames()
    let kinds = Dictionary(uniqueKeysWithValues: modules.map { ($0.name, $0.kind) })
    let declaring = Set(modules.filter { !$0.contracts.isEmpty }.map(\.name))
    for module in modules {
      try checkDependencies(of: module, kinds: kinds, declaring: declaring)
      try module.checkSize()
    }
    let total = modules.reduce(0) { $0 + $1.lines }
    guard total <= Limits.totalLines else { throw .tooManyLines(total) }
    return try inOrderOfDependency()
  }

  /// Checks whether the workspace can be in a folder with this name, since SwiftPM identifies local packages by the
  /// names of their folders.
  /// - Throws: `SynthesisError` if the folder of one of its packages has the same name, ignoring case.
  /// - Complexity: O(modules).
  package func checkFolder(_ name: String) throws(SynthesisError) {
    let folders = modules.compactMap { module in
      module.isAppPackage ? module.appPackageFolder : packages == .each && module.kind == .library ? module.name : nil
    }
    if let clash = folders.first(where: { $0.lowercased() == name.lowercased() }) {
      throw .folder(name, package: clash)
    }
  }

  private func checkNames() throws(SynthesisError) {
    var seen: [String: String] = [:]
    for module in modules {
      if let fault = Self.fault(of: module.name) { throw .moduleName(module.name, fault) }
      if let other = seen.updateValue(module.name, forKey: module.name.lowercased()) {
        throw other == module.name ? .duplicateModule(other) : .sameButForCase(module.name, other: other)
      }
      if let layer = module.layer, !Self.isName(layer, allowing: [" ", "-", "_"]) {
        throw .layer(layer, of: module.name)
      }
    }
  }

  private func checkDependencies(
    of module: Module, kinds: [String: Module.Kind], declaring: Set<String>
  ) throws(SynthesisError) {
    var seen: Set<String> = []
    for dependency in module.dependencies {
      guard dependency != module.name else { throw .selfDependency(module.name) }
      guard let kind = kinds[dependency] else {
        throw .unknownDependency(dependency, of: module.name, nearest: nearestLibraries(to: dependency, for: module))
      }
      guard kind == .library else { throw .notALibrary(dependency, kind, of: module.name) }
      guard seen.insert(dependency).inserted else { throw .duplicateDependency(dependency, of: module.name) }
    }
    if module.kind != .library, !module.contracts.isEmpty || !module.provides.isEmpty {
      throw .contractsKind(module.name, module.kind)
    }
    if let other = module.provides.first(where: { !seen.contains($0) || !declaring.contains($0) }) {
      throw .notProvided(other, by: module.name)
    }
    guard module.kind == .executable || !module.isAppPackage else { throw .appPackageKind(module.name, module.kind) }
    guard let feature = module.sampleAppOf else { return }
    guard module.kind == .executable else { throw .sampleAppKind(module.name, module.kind) }
    guard kinds[feature] == .library else {
      throw .unknownFeature(feature, of: module.name, nearest: nearestLibraries(to: feature, for: module))
    }
    guard seen.contains(feature) else { throw .sampleAppWithoutFeature(module.name, feature: feature) }
  }

  private func nearestLibraries(to name: String, for module: Module) -> [String] {
    modules.lazy.filter { $0.kind == .library && $0.name != module.name }.map(\.name).nearest(to: name)
  }

  private func inOrderOfDependency() throws(SynthesisError) -> [Module] {
    let positions = Dictionary(uniqueKeysWithValues: zip(modules.map(\.name), modules.indices))
    let dependencies = modules.map { $0.dependencies.compactMap { positions[$0] } }
    let graph = IndexedGraph(
      vertexCount: modules.count, edges: zip(dependencies, 0...).flatMap { below, from in below.map { (from, $0) } })
    let cyclic = graph.cyclicComponents
    guard !cyclic.isEmpty else { return graph.topologicalOrder.reversed().map { modules[$0] } }
    let unordered = Set(graph.reversed.levels(from: cyclic.joined()).joined())
    throw .cycle(cycle(among: unordered, dependencies: dependencies))
  }

  /// A cycle of dependencies.
  /// - Parameters:
  ///   - positions: modules each of which depends on another one of them, so that a path among them never ends.
  ///   - dependencies: the dependencies of each module, by position.
  /// - Returns: the names of the modules in the cycle, each depending on the next and the last on the first.
  private func cycle(among positions: Set<Int>, dependencies: [[Int]]) -> [String] {
    var path: [Int] = []
    var visited: [Int: Int] = [:]
    var current = positions.min()
    while let position = current, visited[position] == nil {
      visited[position] = path.count
      path.append(position)
      current = dependencies[position].first { positions.contains($0) }
    }
    let start = current.flatMap { visited[$0] } ?? 0
    return path[start...].map { modules[$0].name }
  }
}

extension WorkspaceDescription.Module {
  /// The folder of the module's app package, relative to the root.
  var appPackageFolder: String { name + ".swiftpm" }

  /// The minimum number of lines of the first file, which uses each dependency; see `ModuleWriter`. With contracts, it is that of
  /// the whole module, roughly.
  package var fewestLines: Int {
    switch kind {
    case .library: 84 + 5 * dependencies.count + 8 * contracts.values.reduce(0, +) + 40 * provides.count
    case .executable: 16 + 3 * dependencies.count
    case .test: 16 + 8 * dependencies.count
    }
  }

  fileprivate func checkSize() throws(SynthesisError) {
    typealias Limits = WorkspaceDescription.Limits
    let allowed = fewestLines...max(fewestLines, Limits.lines)
    guard allowed.contains(lines) else { throw .lines(lines, of: name, allowed: allowed) }
    let allowedFiles = 1...(1 + (lines - fewestLines) / Limits.linesPerFile)
    guard allowedFiles.contains(files) else { throw .files(files, of: name, allowed: allowedFiles) }
  }
}
