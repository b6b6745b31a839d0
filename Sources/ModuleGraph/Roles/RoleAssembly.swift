/// Assigns roles to all modules; each step skips those that have one.
struct RoleAssembly {
  private let graph: RoleGraph
  private let statements: RoleStatements
  private let combined: CombinedApp
  private let built: Set<Int>
  private(set) var features: [Feature]
  private var assigned: [RoleAssignment?]

  init(
    _ graph: RoleGraph, combined: CombinedApp, built: Set<Int>, features: [Feature], _ statements: RoleStatements
  ) {
    self.graph = graph
    self.statements = statements
    self.combined = combined
    self.built = built
    let app = combined.module
    self.features = features.filter { feature in !feature.modules.contains { $0 == app } }
    assigned = Array(repeating: nil, count: graph.modules.count)
    if let app = app.flatMap(graph.index) { assign(app, .combined, combined.evidence) }
    for feature in self.features {
      for module in feature.modules.compactMap(graph.index) { assign(module, .feature, feature.evidence) }
    }
  }

  /// Sorted by id.
  var assignments: [RoleAssignment] { assigned.compactMap(\.self) }

  private mutating func assign(_ index: Int, _ role: Role, of: [ModuleID] = [], _ evidence: [RoleEvidence]) {
    guard assigned[index] == nil else { return }
    assigned[index] = RoleAssignment(module: graph.id(index), role: role, of: of.sorted(), evidence: evidence)
  }

  /// - Parameter stated: the programs that the user named as sample apps; `nil` to infer them.
  mutating func assignAll(sampleApps stated: [Int: RoleEvidence]?) {
    assignSampleApps(stated)
    assignInterfaces()
    assignRest()
  }

  private mutating func assignSampleApps(_ stated: [Int: RoleEvidence]?) {
    let search = SampleAppSearch(graph, features: features)
    for program in graph.modules.indices where graph.isProgram(program) && assigned[program] == nil {
      if graph.names[program].isTestHost { continue }
      if let stated, stated[program] == nil { continue }
      if let found = search.sampleApp(program, statedBy: stated?[program]) {
        features[found.feature].sampleApps.append(graph.id(program))
        assign(program, .sampleApp, of: features[found.feature].modules, found.evidence)
      } else if stated != nil || graph.isSample(program) {
        let shown = search.shownFeatures(of: program).map { features[$0].name }
        let signs = stated?[program].map { [$0] } ?? search.signs(of: program)
        assign(program, stated == nil ? .outside : .sampleApp, signs + [.showsFeatures(shown)])
      }
    }
  }

  private mutating func assignInterfaces() {
    for index in graph.modules.indices where assigned[index] == nil {
      let layer = statements.interfaceLayer(of: index)
      guard layer != nil || graph.interface(index) != nil else { continue }
      let (evidence, implementations) = graph.interface(index) ?? ([], [])
      assign(index, .interface, of: implementations.map(graph.id), (layer.map { [$0] } ?? []) + evidence)
    }
  }

  /// The remaining modules are shared by features, or part of one, or part of the app, or the app does not build them.
  private mutating func assignRest() {
    let users = nearestFeatures()
    let counts = dependentFeatureCounts()
    for index in graph.modules.indices where assigned[index] == nil {
      let names = users[index].map { features[$0].name }
      if !built.contains(index) {
        let programSigns: [RoleEvidence] = graph.isProgram(index) ? [.kind(graph.modules[index].kind)] : []
        assign(index, .outside, programSigns + [.notInCombined])
      } else if users[index].count > 1 {
        assign(index, .shared, [.usedByFeatures(names)])
      } else if let only = users[index].first {
        assign(
          index, .part, of: features[only].modules,
          [.usedByOne(feature: names[0], othersThroughIt: counts[index] > 1)])
      } else {
        assign(index, .part, [ownPart(index)])
      }
    }
  }

  private func ownPart(_ index: Int) -> RoleEvidence {
    if let embedder = graph.embedder(of: index) { return .embedded(by: graph.label(embedder)) }
    let reach = combined.module != nil && graph.isLibrary(index) ? graph.reach([index]) : []
    let count = features.count { $0.modules.compactMap(graph.index).allSatisfy(reach.contains) }
    return count > 1 ? .leadsToFeatures(count) : .usedByNoFeature
  }

  /// For each module, how many features depend on it, directly or not.
  private func dependentFeatureCounts() -> [Int] {
    var counts = [Int](repeating: 0, count: graph.modules.count)
    for feature in features {
      for module in graph.reach(feature.modules.compactMap(graph.index)) { counts[module] += 1 }
    }
    return counts
  }

  /// For each module, the features that depend on it without another feature in between, sorted.
  private func nearestFeatures() -> [[Int]] {
    var users = [[Int]](repeating: [], count: graph.modules.count)
    for (place, feature) in features.enumerated() {
      let own = feature.modules.compactMap(graph.index)
      var seen = Set(own)
      var pending = own
      while let next = pending.popLast() {
        for target in graph.graph.successors(of: next) where seen.insert(target).inserted {
          users[target].append(place)
          if assigned[target]?.role != .feature { pending.append(target) }
        }
      }
    }
    return users
  }
}
