import ModuleGraph

extension GraphAssembly {
  /// Adds the targets of Xcode projects and what they use. The packages' modules must all be there already.
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
      for target in project.file.targets {
        let id = ModuleID(package: key, name: target.name)
        guard modules[id] == nil else { continue }
        let folder = target.folder.map { Path.relative(project.place($0), to: root) }
        modules[id] = Module(id: id, kind: target.kind, path: folder)
      }
    }
    for project in projects {
      for target in project.file.targets {
        let id = ModuleID(package: index.key(of: project.path), name: target.name)
        add(dependenciesOn: index.targets(of: target, in: project), from: id)
        for use in target.products { add(use, of: id, in: project, localProducts: products) }
      }
    }
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

  private mutating func add(dependenciesOn targets: [XcodeProjectIndex.Edge], from: ModuleID) {
    for edge in targets where edge.to != from && modules[edge.to] != nil {
      let isSame = edge.to.package == from.package
      add(
        Dependency(
          from: from, to: edge.to, kind: isSame ? .target : .product, product: isSame ? nil : edge.to.name,
          condition: Condition(platforms: edge.platforms)))
    }
  }

  private mutating func add(
    _ use: XcodeTarget.ProductUse, of from: ModuleID, in project: XcodeProject, localProducts: [String: [String]]
  ) {
    let kind = use.isPlugin ? Dependency.Kind.plugin : .product
    for to in ends(of: use, of: from, in: project, localProducts) {
      add(Dependency(from: from, to: to, kind: kind, product: use.name))
    }
  }

  /// The modules of a product. Where the project names no package, Xcode takes the local one that has the product.
  private mutating func ends(
    of use: XcodeTarget.ProductUse, of from: ModuleID, in project: XcodeProject, _ localProducts: [String: [String]]
  ) -> [ModuleID] {
    let folders: [String]
    switch use.package {
    case .local(let path)?:
      let folder = Path.canonical(project.place(path)).flatMap { packages[$0] == nil ? nil : $0 }
      folders = [folder ?? keys.folder(ofIdentity: use.package?.identity ?? "")].compactMap { $0 }
    case .remote?: folders = [keys.folder(ofIdentity: use.package?.identity ?? "")].compactMap { $0 }
    case nil: folders = localProducts[use.name] ?? []
    }
    if folders.count > 1 {
      let places = folders.map { "`\(packages[$0]?.folder.relativePath ?? "")`" }.joined(separator: " and ")
      warnings.insert("\(from) uses the product `\(use.name)`, which \(places) have; the first is shown.")
    }
    guard let folder = folders.first else { return [external(use.name, of: use.package?.identity ?? "unknown")] }
    guard let targets = packages[folder]?.manifest.targets(ofProduct: use.name) else {
      warnings.insert(
        "\(from) depends on the product `\(use.name)` of \(keys.key(of: folder)), which has no product of that name.")
      return [external(use.name, of: "unknown")]
    }
    return targets.map { ModuleID(package: keys.key(of: folder), name: $0) }
  }

  /// The folders of the packages that have a product, sorted by their paths from the root.
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

/// What the targets of all projects of a workspace are called, and which of them are meant by a name.
struct XcodeProjectIndex {
  /// A dependency on another target.
  struct Edge {
    let to: ModuleID
    let platforms: [String]
  }

  private var keys: [String: String] = [:]
  /// The targets that build a file, such as `Core.framework`.
  private var builders: [String: [ModuleID]] = [:]

  init(projects: [XcodeProject], packageKeys: Set<String>, root: String) {
    let names = Dictionary(grouping: projects, by: \.name)
    for project in projects {
      let isUnique = names[project.name]?.count == 1 && !packageKeys.contains(project.name)
      let key = isUnique ? project.name : Path.relative(project.path, to: root)
      keys[project.path] = key
      for target in project.file.targets {
        guard let file = target.productFile else { continue }
        builders[file, default: []].append(ModuleID(package: key, name: target.name))
      }
    }
  }

  func key(of project: String) -> String { keys[project] ?? project }

  /// What a target waits for: the targets that it names, and those that build what it links, which Xcode finds for
  /// itself. Those of its own project come first.
  func targets(of target: XcodeTarget, in project: XcodeProject) -> [Edge] {
    let own = key(of: project.path)
    let named = target.dependencies.compactMap { reference -> Edge? in
      guard let other = reference.project else {
        return Edge(to: ModuleID(package: own, name: reference.name), platforms: reference.platforms)
      }
      guard let path = Path.canonical(project.place(other)), let key = keys[path] else { return nil }
      return Edge(to: ModuleID(package: key, name: reference.name), platforms: reference.platforms)
    }
    let linked = target.linkedFiles.compactMap { file -> Edge? in
      let candidates = builders[file] ?? []
      let builder = candidates.first { $0.package == own } ?? candidates.first
      return builder.map { Edge(to: $0, platforms: []) }
    }
    return named + linked.filter { edge in !named.contains { $0.to == edge.to } }
  }
}
