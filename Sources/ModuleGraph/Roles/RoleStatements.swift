/// What the user states about roles, resolved in the graph.
struct RoleStatements {
  private let graph: RoleGraph
  private let whole: ModuleGraph
  private let settings: RoleSettings
  private let words: ModuleNames

  init(_ graph: RoleGraph, of whole: ModuleGraph, settings: RoleSettings) {
    self.graph = graph
    self.whole = whole
    self.settings = settings
    words = ModuleNames(graph: whole)
  }

  /// - Returns: `nil` if the user named none.
  func combined(_ search: CombinedSearch) throws(RoleError) -> CombinedApp? {
    guard let stated = settings.combined, let word = stated.names.first else { return nil }
    let evidence = RoleEvidence.stated(by: stated.source)
    if word == RoleSettings.everything { return search.wholePackage(evidence) }
    let found = try modules(word, stated.source)
    let own = found.filter { $0.package == rootKey }
    guard let id = own.first ?? found.first, own.count == 1 || found.count == 1 else {
      throw .selection(.ambiguous(word: word, candidates: found.map(\.description).sorted()))
    }
    return CombinedApp(target: .module(id), evidence: [evidence], alternatives: [])
  }

  /// The features that the user named, in their order; `nil` if there are none.
  func features() throws(RoleError) -> [Feature]? {
    guard let stated = settings.features, !stated.names.isEmpty else { return settings.isAppAlone ? [] : nil }
    let evidence = [RoleEvidence.stated(by: stated.source)]
    var features: [Feature] = []
    var seen: Set<[ModuleID]> = []
    for word in stated.names {
      if let product = product(word, kind: .library) {
        if seen.insert(product.modules).inserted {
          features.append(
            Feature(name: product.name, modules: product.modules, product: product.id, evidence: evidence))
        }
        continue
      }
      var found = try modules(word, stated.source).sorted().compactMap(graph.index)
      if word.isPattern {
        // A pattern is for libraries: their sample apps have similar names.
        found = found.filter(graph.isLibrary)
        if found.isEmpty { throw .noLibrary(word, source: stated.source) }
      }
      for index in found {
        guard graph.isLibrary(index) || graph.isProgram(index) else {
          throw .notAFeature(graph.label(index), graph.modules[index].kind, source: stated.source)
        }
        if seen.insert([graph.id(index)]).inserted {
          features.append(Feature(name: graph.label(index), modules: [graph.id(index)], evidence: evidence))
        }
      }
    }
    return features
  }

  /// The programs that the user named as sample apps, with the evidence; `nil` if there are none, and their layer has
  /// none.
  func sampleApps() throws(RoleError) -> [Int: RoleEvidence]? {
    guard let stated = settings.sampleApps, !stated.names.isEmpty else {
      return layered(.sampleApp, of: graph.isProgram)
    }
    var found: [Int: RoleEvidence] = [:]
    for word in stated.names {
      // A pattern may match libraries as well: features have similar names.
      let programs = try modules(word, stated.source).compactMap(graph.index).filter(graph.isProgram)
      guard !programs.isEmpty else { throw .notASampleApp(word, source: stated.source) }
      for index in programs { found[index] = .stated(by: stated.source) }
    }
    return found
  }

  /// The modules in layers of features that the combined app builds; `nil` if there is no such layer.
  func layeredFeatures(in built: Set<Int>, besides app: Int?) -> [Feature]? {
    guard let modules = layered(.feature, of: graph.isLibrary) else { return nil }
    return modules.filter { built.contains($0.key) && $0.key != app }.map { index, evidence in
      Feature(name: graph.label(index), modules: [graph.id(index)], evidence: [evidence])
    }.sorted { $0.name < $1.name }
  }

  /// The layer of interfaces that a module is in.
  func interfaceLayer(of index: Int) -> RoleEvidence? { layered(.interface, of: { $0 == index })?[index] }

  /// What the combined app must depend on: the features that the user named, and the dependencies of named programs.
  func required(by features: [Feature]?, _ samples: [Int: RoleEvidence]?) -> Set<Int> {
    let named = (features ?? []).flatMap(\.modules).compactMap(graph.index)
    let programs = named.filter(graph.isProgram) + (samples ?? [:]).keys
    return Set(named.filter { !graph.isProgram($0) } + programs.flatMap { graph.graph.successors(of: $0) })
      .filter(graph.isLibrary)
  }

  /// The modules to which the user gave another role than that of the combined app, and how.
  func others(_ features: [Feature]?, _ samples: [Int: RoleEvidence]?) -> [Int: RoleEvidence] {
    var others = samples ?? [:]
    for feature in features ?? [] {
      for index in feature.modules.compactMap(graph.index) { others[index] = feature.evidence.first }
    }
    return others
  }

  /// Adds the features that named sample apps show and the user did not name: what such an app is named after, or all
  /// that it depends on.
  func addingFeatures(shownBy samples: [Int: RoleEvidence], to features: [Feature]) -> [Feature] {
    var features = features
    for (sample, evidence) in samples.sorted(by: { $0.key < $1.key }) {
      if !SampleAppSearch(graph, features: features).shownFeatures(of: sample).isEmpty { continue }
      let libraries = graph.graph.successors(of: sample).filter(graph.isLibrary)
      let namesake = libraries.filter { graph.names[sample].isNamed(after: graph.names[$0]) }
        .max { graph.names[$0].words.count < graph.names[$1].words.count }
      guard let feature = namesake ?? (libraries.count == 1 ? libraries.first : nil) else { continue }
      features.append(
        Feature(name: graph.label(feature), modules: [graph.id(feature)], evidence: [evidence]))
    }
    return features
  }
}

extension RoleStatements {
  private var rootKey: String? { whole.packages.first { $0.path == "." }?.key }

  /// The modules in layers whose names state a role; `nil` if there is no such layer.
  private func layered(_ role: Role, of isWanted: (Int) -> Bool) -> [Int: RoleEvidence]? {
    guard settings.layers.all.contains(where: { $0.role == role }) else { return nil }
    let found = graph.modules.indices.compactMap { index -> (Int, RoleEvidence)? in
      guard isWanted(index), let layer = settings.layers.index(of: graph.id(index)).map({ settings.layers.all[$0] }),
        layer.role == role
      else { return nil }
      return (index, .layer(layer.name))
    }
    return Dictionary(uniqueKeysWithValues: found)
  }

  private func product(_ word: String, kind: Product.Kind) -> Product? {
    let products = whole.products.filter { $0.kind == kind && ($0.name == word || $0.id == word) }
    return products.first { $0.package == rootKey } ?? products.first
  }

  private func modules(_ word: String, _ source: String) throws(RoleError) -> [ModuleID] {
    if let product = product(word, kind: .executable) {
      let program = product.modules.first { graph.index($0).map(graph.isProgram) ?? false }
      if let program { return [program] }
    }
    let found: [ModuleID]
    do { found = try words.modules([word], flag: source).filter { graph.index($0) != nil } } catch {
      throw .selection(error)
    }
    if found.isEmpty {
      let kind = whole.modules.first { $0.name == word || $0.id.description == word }?.kind
      throw .withoutRole(word, kind ?? .test, source: source)
    }
    return found
  }
}

extension String {
  /// Whether it is a glob rather than a name.
  package var isPattern: Bool { contains("*") || contains("?") }
}
