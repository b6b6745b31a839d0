/// The role of every module: combined app, feature, sample app, interface, shared module and so on, with the evidence.
///
/// What the user states takes precedence. The rest is inferred.
package struct Roles: Sendable, Hashable {
  package let combined: CombinedApp
  /// In the order in which the user named them; otherwise sorted by name.
  package let features: [Feature]
  /// One for each module except tests and external products, sorted by id.
  package let assignments: [RoleAssignment]

  /// Whether the combined app, a feature or a sample app was inferred.
  package var isInferred: Bool {
    let evidence = [combined.evidence] + features.map(\.evidence)
    return !inferredSampleApps.isEmpty || evidence.contains { !$0.contains(where: \.isConfigured) }
  }

  /// The inferred sample apps, sorted by id.
  package var inferredSampleApps: [RoleAssignment] {
    assignments.filter { $0.role == .sampleApp && !$0.evidence.contains(where: \.isConfigured) }
  }

  /// Assigns a role to every module.
  ///
  /// - Parameters:
  ///   - whole: a graph to which the conditions of the builds in question are applied.
  ///   - settings: what the user states.
  ///   - unreadProject: the name of an Xcode project or workspace beside the packages, which the graph does not contain.
  /// - Throws: `RoleError` for names that match nothing. A workspace without features is no error here; see
  ///   ``checkComparable(in:)``.
  /// - Complexity: O((programs + features) · (modules + dependencies)).
  package init(
    _ whole: ModuleGraph, settings: RoleSettings = RoleSettings(), unreadProject: String? = nil
  ) throws(RoleError) {
    let graph = RoleGraph(whole)
    let statements = RoleStatements(graph, of: whole, settings: settings)
    let words = try statements.features()
    let named = try words.map { (words) throws(RoleError) in
      try Self.replacingSampleApps(in: words, whole, graph, settings)
    }
    let samples = try statements.sampleApps()
    let search = CombinedSearch(
      graph: graph, whole: whole, layers: settings.layers, required: statements.required(by: named, samples),
      others: statements.others(words, samples).merging(statements.others(named, samples)) { first, _ in first },
      unreadProject: unreadProject)
    var combined = try statements.combined(search) ?? search.combinedApp()
    try combined.checkFeatures(named, in: whole)
    let built = Set(whole.builtModules(of: combined).compactMap(graph.index))
    let found =
      named ?? statements.layeredFeatures(in: built, besides: combined.module.flatMap(graph.index))
      ?? Self.inferredFeatures(of: combined, graph, in: whole)
    let features = statements.addingFeatures(shownBy: samples ?? [:], to: found)
    if combined.module != nil, settings.combined == nil, features.count > 1 {
      combined.evidence.append(.pullsIn(features: features.count))
    }
    var assembly = RoleAssembly(graph, combined: combined, built: built, features: features, statements)
    assembly.assignAll(sampleApps: samples)
    self.combined = combined
    self.features = assembly.features
    assignments = assembly.assignments
  }

  /// Replaces each sample app that the user named as a feature by the feature that it shows.
  private static func replacingSampleApps(
    in named: [Feature], _ whole: ModuleGraph, _ graph: RoleGraph, _ settings: RoleSettings
  ) throws(RoleError) -> [Feature] {
    guard named.contains(where: { $0.modules.compactMap(graph.index).contains(where: graph.isProgram) }) else {
      return named
    }
    var inferring = settings
    inferring.features = nil
    let inferred = try Roles(whole, settings: inferring).features
    var features: [Feature] = []
    for feature in named {
      let shown = inferred.first { $0.sampleApps.contains(feature.modules[0]) }
      let replaced = shown.map {
        Feature(name: $0.name, modules: $0.modules, product: $0.product, evidence: feature.evidence)
      }
      let next = replaced ?? feature
      if !features.contains(where: { $0.modules == next.modules }) { features.append(next) }
    }
    return features
  }

  private static func inferredFeatures(of combined: CombinedApp, _ graph: RoleGraph, in whole: ModuleGraph) -> [Feature]
  {
    switch combined.target {
    case .module(let id):
      guard let app = graph.index(id) else { return [] }
      return FeatureSearch(graph, app: app).features().map { found in
        Feature(name: graph.label(found.module), modules: [graph.id(found.module)], evidence: [found.evidence])
      }.sorted { $0.name < $1.name }
    case .wholePackage(let key):
      return whole.libraryFeatures(of: key, graph)
    }
  }
}

extension CombinedApp {
  /// - Throws: `RoleError.appIsOnlyFeature` if all features that the user named are this app.
  fileprivate func checkFeatures(_ named: [Feature]?, in graph: ModuleGraph) throws(RoleError) {
    guard let named, let module, !named.isEmpty, named.allSatisfy({ $0.modules == [module] }) else { return }
    throw .appIsOnlyFeature(name(in: graph))
  }
}

extension ModuleGraph {
  /// The modules that a build of the combined app compiles or links, sorted by id.
  /// - Complexity: O(modules + dependencies).
  package func builtModules(of combined: CombinedApp) -> [ModuleID] {
    switch combined.target {
    case .module(let id): closure(of: [id])
    case .wholePackage(let key):
      closure(
        of: modules.filter { $0.kind != .test && !$0.kind.isOutside && (key == nil || $0.package == key) }.map(\.id))
    }
  }

  /// The library products of the package that is built as a whole, or of all packages if it has none. Of products with
  /// the same modules, the first counts.
  fileprivate func libraryFeatures(of key: String?, _ graph: RoleGraph) -> [Feature] {
    let libraries = products.filter { product in
      product.kind == .library && product.modules.compactMap(graph.index).contains(where: graph.isLibrary)
    }
    let own = libraries.filter { $0.package == key }
    let counts = Dictionary(libraries.map { ($0.name, 1) }, uniquingKeysWith: +)
    return (own.isEmpty ? libraries : own).uniqued { $0.modules.sorted() }.map { product in
      Feature(
        name: counts[product.name] == 1 ? product.name : product.id, modules: product.modules,
        product: product.id, evidence: [.product(product.name)])
    }.sorted { $0.name < $1.name }
  }
}
