import ManifestSyntax
import ModuleGraph

/// A place in a manifest where a module names a dependency.
private struct Mention {
  let from: ModuleID
  /// The package's folder.
  let folder: String
  var condition: Condition?
  var place: DeclaredLocation
}

extension GraphAssembly {
  /// Adds an edge for everything that a package's targets name. The workspace's modules must have been added already.
  mutating func add(dependenciesOf package: ReadPackage) {
    let key = keys.key(of: package.folder.path)
    let resolution = ProductResolution(for: package, in: packages, keys: keys)
    for (index, target) in package.manifest.targets.enumerated() {
      let from = ModuleID(package: key, name: target.name)
      for (place, dependency) in target.dependencies.enumerated() {
        let place = package.place(ofDependency: place, ofTarget: index)
        let mention = Mention(from: from, folder: package.folder.path, condition: dependency.condition, place: place)
        add(dependency.reference, mention, resolution)
      }
      for (place, usage) in target.pluginUsages.enumerated() {
        let place = package.place(ofPlugin: place, ofTarget: index)
        add(usage, Mention(from: from, folder: package.folder.path, place: place), resolution)
      }
    }
  }

  private mutating func add(
    _ reference: ManifestTargetDependency.Reference, _ mention: Mention, _ resolution: ProductResolution
  ) {
    switch reference {
    case .target(let name):
      add(targetNamed: name, mention, kind: .target)
    case .byName(let name) where hasTarget(name, mention):
      add(ModuleID(package: mention.from.package, name: name), mention, kind: .target)
    case .byName(let name), .product(let name, package: nil):
      if resolution.mayHave(name) { return add(resolution.origin(of: name), of: name, mention, kind: .product) }
      if let package = resolution.unnamedPackage(of: name) {
        note(.packageName(package), name, mention)
        return add(resolution.origin(of: name), of: name, mention, kind: .product)
      }
      note(.targetOrProduct, name, mention)
      add(unknown(name), product: name, mention, kind: .product)
    case .product(let name, let package?):
      warn(mention, of: name, in: package, unlessKnownTo: resolution)
      add(resolution.origin(of: name, package: package), of: name, mention, kind: .product)
    }
  }

  private mutating func add(_ usage: ManifestPluginUsage, _ mention: Mention, _ resolution: ProductResolution) {
    guard let package = usage.package else {
      // A plugin may be named by its product.
      let products = packages[mention.folder]?.manifest.products
      let product = products?.first { $0.name == usage.name && $0.kind == .plugin }
      let target = product?.targets.first ?? usage.name
      return add(targetNamed: hasTarget(usage.name, mention) ? usage.name : target, mention, kind: .plugin)
    }
    warn(mention, of: usage.name, in: package, unlessKnownTo: resolution)
    add(resolution.origin(of: usage.name, package: package), of: usage.name, mention, kind: .plugin)
  }

  private func hasTarget(_ name: String, _ mention: Mention) -> Bool {
    modules.index(forKey: ModuleID(package: mention.from.package, name: name)) != nil
  }

  private mutating func add(targetNamed name: String, _ mention: Mention, kind: Dependency.Kind) {
    guard hasTarget(name, mention) else {
      note(kind == .plugin ? .plugin : .target, name, mention)
      return add(unknown(name), mention, kind: kind)
    }
    add(ModuleID(package: mention.from.package, name: name), mention, kind: kind)
  }

  private mutating func add(_ to: ModuleID, product: String? = nil, _ mention: Mention, kind: Dependency.Kind) {
    add(
      Dependency(
        from: mention.from, to: to, kind: kind, product: product, condition: mention.condition,
        location: mention.place.location, computedNear: mention.place.computedNear))
  }

  /// Records a dependency that nothing satisfies. SwiftPM does not check those under the condition of a disabled trait.
  private mutating func note(_ lack: DanglingDependency.Lack, _ name: String, _ mention: Mention) {
    if mention.condition?.traits != nil { return grouped.add(.missingTarget(name), for: "\(mention.from)") }
    var known = (packages[mention.folder].map(names(knownTo:)) ?? []).filter { $0 != mention.from.name }
    if case .product(let key) = lack {
      known = packages.values.first { keys.key(of: $0.folder.path) == key }?.manifest.products.map(\.name) ?? []
    } else if case .packageName = lack {
      known = []
    }
    dangling[mention.folder, default: []].append(
      DanglingDependency(
        target: mention.from.name, name: name, lack: lack, line: mention.place.location?.line,
        nearest: known.nearest(to: name)))
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
    case .missing(let folder, let isCertain):
      let key = keys.key(of: folder)
      if isCertain {
        note(.product(package: key), product, mention)
      } else {
        grouped.add(.missingProduct(product, package: key), for: "\(mention.from)")
      }
      return add(unknown(product), product: product, mention, kind: kind)
    case .unknown:
      ends = [external(product, of: Self.unknownPackage)]
    }
    for to in ends { add(to, product: product, mention, kind: kind) }
  }

  /// The package of modules that no known package provides.
  static let unknownPackage = "unknown"

  mutating func external(_ product: String, of identity: String) -> ModuleID {
    let id = ModuleID(package: identity, name: product)
    if modules[id] == nil { modules[id] = Module(id: id, kind: .external) }
    return id
  }

  /// A module that a manifest names and nothing provides.
  mutating func unknown(_ name: String) -> ModuleID {
    let id = ModuleID(package: Self.unknownPackage, name: name)
    modules[id] = Module(id: id, kind: .unknown)
    return id
  }

  private mutating func warn(
    _ mention: Mention, of product: String, in package: String, unlessKnownTo resolution: ProductResolution
  ) {
    if resolution.knows(package: package) { return }
    grouped.add(.undeclaredPackage(package, product: product), for: "\(mention.from)")
  }
}
