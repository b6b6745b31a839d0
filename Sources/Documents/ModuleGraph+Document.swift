package import ModuleGraph

extension ModuleGraph: Document {
  package static let schema = Schema("graph", version: 1)
  package static let title = "a module graph"
  package static let origin = "what `modgauge graph --format json` wrote"

  private enum CodingKeys: String, CodingKey {
    case environment, packages, products, modules, dependencies, failures, warnings
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let packages = try container.decode([Package].self, forKey: .packages)
    let modules = try container.decode([Module].self, forKey: .modules)
    try container.checkDistinct(packages.map(\.key), forKey: .packages)
    try container.checkDistinct(modules.map(\.id), forKey: .modules)
    self.init(
      environment: try container.decodeIfPresent(Environment.self, forKey: .environment),
      packages: packages,
      products: try container.decode([Product].self, forKey: .products),
      modules: modules,
      dependencies: try container.decode([Dependency].self, forKey: .dependencies),
      failures: try container.decode([Failure].self, forKey: .failures),
      warnings: try container.decode([String].self, forKey: .warnings))
  }
}

extension KeyedDecodingContainer {
  /// - Throws: `DecodingError` if a name is stated twice, since what is known of it would be ambiguous.
  func checkDistinct(_ names: [some Hashable], forKey key: Key) throws {
    var known: Set<AnyHashable> = []
    guard let twice = names.first(where: { !known.insert($0).inserted }) else { return }
    throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "“\(twice)” is stated twice")
  }
}
