import ModuleGraph

/// Small graphs with kinds and folders, in which modules are called by their names alone.
enum RoleExample {
  /// - Parameters:
  ///   - adjacency: who depends on whom.
  ///   - kinds: regular where they are not given.
  ///   - paths: `Sources/NAME` where they are not given.
  ///   - products: libraries by their names.
  static func graph(
    _ adjacency: KeyValuePairs<String, [String]>, kinds: [String: Module.Kind] = [:], paths: [String: String] = [:],
    products: KeyValuePairs<String, [String]> = [:], path: String = ".", package key: String = "Shop"
  ) -> ModuleGraph {
    let plain = ModuleGraph(adjacency, package: key)
    return ModuleGraph(
      packages: [Package(key: key, identity: key, name: key, path: path, toolsVersion: "6.0.0", dependencies: [])],
      products: products.map { name, modules in
        Product(
          name: name, package: key, kind: .library, linkage: .automatic,
          modules: modules.map { ModuleID(package: key, name: $0) })
      },
      modules: plain.modules.map { module in
        Module(
          id: module.id, kind: kinds[module.name] ?? .regular, path: paths[module.name] ?? "Sources/\(module.name)",
          sources: 2, lines: 100, languages: ["swift"])
      }, dependencies: plain.dependencies)
  }

  /// Several packages in one workspace.
  static func merged(_ graphs: [ModuleGraph], dependencies: [(String, String)] = []) -> ModuleGraph {
    let modules = graphs.flatMap(\.modules)
    func id(_ name: String) -> ModuleID { modules.first { $0.name == name }?.id ?? ModuleID(package: "?", name: name) }
    return ModuleGraph(
      packages: graphs.flatMap(\.packages), products: graphs.flatMap(\.products), modules: modules,
      dependencies: graphs.flatMap(\.dependencies)
        + dependencies.map { Dependency(from: id($0), to: id($1), kind: .product) })
  }

  /// App → Home, Search, Cart → Core.
  static let shop = graph(
    ["App": ["Home", "Search", "Cart"], "Home": ["Core"], "Search": ["Core"], "Cart": ["Core"]],
    kinds: ["App": .executable])
}

extension Roles {
  var featureNames: [String] { features.map(\.name) }
  var combinedName: String? { combined.module?.name }

  func role(of name: String) -> Role? { assignment(of: name)?.role }
  func assignment(of name: String) -> RoleAssignment? { assignments.first { $0.module.name == name } }
  func names(_ role: Role) -> [String] { assignments.filter { $0.role == role }.map(\.module.name) }
  func sampleApps(of feature: String) -> [String] {
    features.first { $0.name == feature }?.sampleApps.map(\.name) ?? []
  }
}
