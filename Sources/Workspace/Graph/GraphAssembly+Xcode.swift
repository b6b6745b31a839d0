import ManifestSyntax
import ModuleGraph

extension GraphAssembly {
  /// Adds the targets of Xcode projects and what they use. The packages' modules must have been added already.
  mutating func addProjects() {
    let index = XcodeProjectIndex(projects: projects, packageKeys: Set(described.map(\.key)), root: root)
    let products = localProducts
    for project in projects {
      let key = index.key(of: project.path)
      described.append(
        Package(
          key: key, identity: project.name.lowercased(), name: project.name,
          path: Path.relative(project.path, to: root), toolsVersion: nil,
          dependencies: project.file.packages.map { stated($0, by: project) }))
      for target in project.file.targets { add(target, of: project, package: key) }
    }
    for project in projects {
      for target in project.file.targets {
        guard let id = index.module(of: target, in: project) else { continue }
        for edge in index.edges(of: target, in: project) where edge.to != id { add(edge, from: id) }
        for use in target.products { add(use, of: id, in: project, localProducts: products) }
      }
    }
  }

  private mutating func add(_ target: XcodeTarget, of project: XcodeProject, package key: String) {
    let id = ModuleID(package: key, name: target.name)
    guard modules[id] == nil else {
      warnings.insert("\(key) has two targets named `\(target.name)`; the first is shown.")
      return
    }
    guard let scan = projectScans[project.path]?[target.id] else {
      modules[id] = Module(id: id, kind: target.kind)
      return
    }
    modules[id] = Module(target, id: id, scan: scan)
    if !scan.files.isEmpty { sources[id] = scan.files }
    grouped.add(scan.warnings, of: key)
  }

  private func stated(_ package: XcodePackage, by project: XcodeProject) -> PackageDependency {
    switch package {
    case .local(let path):
      let place = project.place(path)
      let folder = Path.canonical(place) ?? place
      return PackageDependency(
        identity: packages[folder] == nil ? package.identity : keys.identity(of: folder), requirement: "path",
        location: Path.relative(folder, to: root))
    case .remote(let location, let requirement):
      return PackageDependency(
        identity: package.identity, requirement: requirement,
        location: location.hasPrefix("/") ? Path.relative(location, to: root) : location)
    }
  }

  private mutating func add(_ edge: XcodeProjectIndex.Edge, from: ModuleID) {
    let isSame = edge.to.package == from.package
    add(
      Dependency(
        from: from, to: edge.to, kind: edge.isEmbedded ? .embed : isSame ? .target : .product,
        product: isSame ? nil : edge.to.name, condition: Condition(platforms: edge.platforms)))
  }

  private mutating func add(
    _ use: XcodeTarget.ProductUse, of from: ModuleID, in project: XcodeProject, localProducts: [String: [String]]
  ) {
    let kind: Dependency.Kind = use.isPlugin ? .plugin : use.isEmbedded ? .embed : .product
    for to in ends(of: use, of: from, in: project, localProducts) {
      add(Dependency(from: from, to: to, kind: kind, product: use.name, condition: Condition(platforms: use.platforms)))
    }
  }

  /// The modules of a product. If the project names no package, Xcode takes the local one that has the product.
  private mutating func ends(
    of use: XcodeTarget.ProductUse, of from: ModuleID, in project: XcodeProject, _ localProducts: [String: [String]]
  ) -> [ModuleID] {
    let folders: [String]
    switch use.package {
    case .local(let path)?:
      let folder = Path.canonical(project.place(path)).flatMap { packages[$0] == nil ? nil : $0 }
      folders = [folder ?? keys.folder(ofIdentity: use.package?.identity ?? "", for: nil)].compactMap { $0 }
    case .remote?: folders = [keys.folder(ofIdentity: use.package?.identity ?? "", for: nil)].compactMap { $0 }
    case nil: folders = localProducts[use.name] ?? []
    }
    if folders.count > 1 {
      let places = folders.map { "`\(packages[$0]?.folder.relativePath ?? "")`" }.joined(separator: " and ")
      warnings.insert("\(from) uses the product `\(use.name)`, which \(places) have; the first is shown.")
    }
    guard let folder = folders.first else {
      return [external(use.name, of: use.package?.identity ?? Self.unknownPackage)]
    }
    guard let targets = packages[folder]?.manifest.targets(ofProduct: use.name) else {
      warnings.insert(
        "\(from) depends on the product `\(use.name)` of \(keys.key(of: folder)), which has no product of that name.")
      return [unknown(use.name)]
    }
    return targets.map { ModuleID(package: keys.key(of: folder), name: $0) }
  }

  /// The folders of the packages that have a product, sorted by path relative to the root.
  private var localProducts: [String: [String]] {
    var folders: [String: [String]] = [:]
    for package in packages.values.sorted(by: { $0.folder.relativePath < $1.folder.relativePath }) {
      let made = package.manifest.targets.filter { $0.kind == .executable || $0.kind == .macro }.map(\.name)
      for name in Set(package.manifest.products.map(\.name) + made) {
        folders[name, default: []].append(package.folder.path)
      }
    }
    return folders
  }
}

extension Module {
  /// A target of an Xcode project as a module, with the figures of its files.
  fileprivate init(_ target: XcodeTarget, id: ModuleID, scan: XcodeScan) {
    // If all files are missing, there is no figure.
    let isCounted = scan.isWhole && (scan.missing == 0 || !scan.files.isEmpty)
    self.init(
      id: id, kind: target.kind, path: scan.folder, sources: isCounted ? scan.files.count : nil,
      lines: isCounted ? scan.files.total(\.lines) : nil, bytes: isCounted ? scan.files.total(\.bytes) : nil,
      missingSources: scan.isWhole && scan.missing > 0 ? scan.missing : nil,
      languages: Set(scan.files.compactMap(\.language)).sorted())
  }
}
