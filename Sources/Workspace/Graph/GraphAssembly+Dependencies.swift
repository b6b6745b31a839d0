import ModuleGraph

/// A place in a manifest where a module names something that it depends on.
private struct Mention {
  let from: ModuleID
  var condition: Condition?
  var location: Dependency.Location?
}

extension GraphAssembly {
  /// Adds an edge for all that a package's targets name. The modules of the workspace must all be there already.
  mutating func add(dependenciesOf package: FoundPackage) {
    let key = keys.key(of: package.folder.path)
    let resolution = ProductResolution(for: package, in: packages, keys: keys)
    for (index, target) in package.manifest.targets.enumerated() {
      let from = ModuleID(package: key, name: target.name)
      for (place, dependency) in target.dependencies.enumerated() {
        let location = package.location(ofDependency: place, ofTarget: index)
        add(dependency.reference, Mention(from: from, condition: dependency.condition, location: location), resolution)
      }
      for usage in target.pluginUsages { add(usage, Mention(from: from), resolution) }
    }
  }

  private mutating func add(
    _ reference: ManifestTargetDependency.Reference, _ mention: Mention, _ resolution: ProductResolution
  ) {
    switch reference {
    case .target(let name):
      add(targetNamed: name, mention, kind: .target)
    case .byName(let name) where modules[ModuleID(package: mention.from.package, name: name)] != nil:
      add(targetNamed: name, mention, kind: .target)
    case .byName(let name), .product(let name, package: nil):
      add(resolution.origin(of: name), of: name, mention, kind: .product)
    case .product(let name, let package?):
      warn(mention.from, of: name, in: package, unlessKnownTo: resolution)
      add(resolution.origin(of: name, package: package), of: name, mention, kind: .product)
    }
  }

  private mutating func add(_ usage: ManifestPluginUsage, _ mention: Mention, _ resolution: ProductResolution) {
    guard let package = usage.package else { return add(targetNamed: usage.name, mention, kind: .plugin) }
    warn(mention.from, of: usage.name, in: package, unlessKnownTo: resolution)
    add(resolution.origin(of: usage.name, package: package), of: usage.name, mention, kind: .plugin)
  }

  private mutating func add(targetNamed name: String, _ mention: Mention, kind: Dependency.Kind) {
    let to = ModuleID(package: mention.from.package, name: name)
    guard modules[to] != nil else {
      warnings.insert("\(mention.from) depends on `\(name)`, which its package does not have.")
      add(.unknown, of: name, mention, kind: kind)
      return
    }
    add(Dependency(from: mention.from, to: to, kind: kind, condition: mention.condition, location: mention.location))
  }

  private mutating func add(
    _ origin: ProductResolution.Origin, of product: String, _ mention: Mention, kind: Dependency.Kind
  ) {
    let ends: [ModuleID]
    switch origin {
    case .workspace(let folder, let targets):
      ends = targets.map { ModuleID(package: keys.key(of: folder), name: $0) }
    case .external(let identity):
      ends = [external(product, of: identity)]
    case .missing(let folder):
      let key = keys.key(of: folder)
      warnings.insert(
        "\(mention.from) depends on the product `\(product)` of \(key), which has no product of that name.")
      ends = [external(product, of: "unknown")]
    case .unknown:
      ends = [external(product, of: "unknown")]
    }
    for to in ends {
      add(
        Dependency(
          from: mention.from, to: to, kind: kind, product: product, condition: mention.condition,
          location: mention.location))
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
