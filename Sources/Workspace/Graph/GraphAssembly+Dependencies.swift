import ModuleGraph

extension GraphAssembly {
  /// Adds an edge for all that a package's targets name. The modules of the workspace must all be there already.
  mutating func add(dependenciesOf package: FoundPackage) {
    let key = keys.key(of: package.folder.path)
    let resolution = ProductResolution(for: package, in: packages, keys: keys)
    for target in package.manifest.targets {
      let from = ModuleID(package: key, name: target.name)
      for dependency in target.dependencies { add(dependency, of: from, resolution) }
      for usage in target.pluginUsages { add(usage, of: from, resolution) }
    }
  }

  private mutating func add(
    _ dependency: ManifestTargetDependency, of from: ModuleID, _ resolution: ProductResolution
  ) {
    let condition = dependency.condition
    switch dependency.reference {
    case .target(let name):
      add(targetNamed: name, for: from, kind: .target, condition: condition)
    case .byName(let name) where modules[ModuleID(package: from.package, name: name)] != nil:
      add(targetNamed: name, for: from, kind: .target, condition: condition)
    case .byName(let name), .product(let name, package: nil):
      add(resolution.origin(of: name), of: name, for: from, kind: .product, condition: condition)
    case .product(let name, let package?):
      warn(from, of: name, in: package, unlessKnownTo: resolution)
      add(resolution.origin(of: name, package: package), of: name, for: from, kind: .product, condition: condition)
    }
  }

  private mutating func add(_ usage: ManifestPluginUsage, of from: ModuleID, _ resolution: ProductResolution) {
    guard let package = usage.package else { return add(targetNamed: usage.name, for: from, kind: .plugin) }
    warn(from, of: usage.name, in: package, unlessKnownTo: resolution)
    add(resolution.origin(of: usage.name, package: package), of: usage.name, for: from, kind: .plugin)
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

  mutating func external(_ product: String, of identity: String) -> ModuleID {
    let id = ModuleID(package: identity, name: product)
    if modules[id] == nil { modules[id] = Module(id: id, kind: .external) }
    return id
  }

  private mutating func warn(
    _ from: ModuleID, of product: String, in package: String, unlessKnownTo resolution: ProductResolution
  ) {
    if resolution.knows(package: package) { return }
    warnings.insert(
      "\(from) depends on the product `\(product)` of `\(package)`, a package that its manifest does not depend on.")
  }
}
