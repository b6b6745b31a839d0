/// What the graph alone tells of sample apps: how much of the combined app each would compile.
package struct FeatureShares: Sendable, Hashable {
  /// What one build compiles.
  package struct Part: Sendable, Hashable {
    /// Of the workspace, without external products.
    package let modules: Int
    /// Absent, as the next, where no module's sources were counted.
    package let sources: Tally?
    package let lines: Tally?
    /// How many products of other packages it depends on, whose modules nobody counted.
    package let externalProducts: Int
    /// Estimated from a recorded build, never measured; absent where nothing is known.
    package let estimatedSeconds: Double?
    /// Why it cannot be built where the graph was read; empty where nothing speaks against it.
    package let obstacles: [BuildObstacle]
  }

  package struct Row: Sendable, Hashable {
    package let feature: Feature
    /// The sample app that there is, of several the smallest; else what would be compiled is that of the feature alone.
    package let sampleApp: ModuleID?
    package let part: Part
    package let moduleShare: Double?
    /// Absent, as the next, unless both sums are known exactly.
    package let sourceShare: Double?
    package let lineShare: Double?
    /// Of the seconds that the combined app takes by the same estimate.
    package let secondsShare: Double?
  }

  package let roles: Roles
  package let combined: Part
  /// In the order of the features.
  package let rows: [Row]

  /// - Parameters:
  ///   - roles: of the graph.
  ///   - graph: with the conditions applied that hold for the builds that are meant.
  ///   - imports: by module, what it imports that does not exist where the graph was read.
  ///   - seconds: estimates a clean build of modules with all that they depend on.
  /// - Complexity: O(features · (modules + dependencies)).
  package init(
    _ roles: Roles, in graph: ModuleGraph, imports: [ModuleID: MissingImport] = [:],
    seconds: ([ModuleID]) -> Double? = { _ in nil }
  ) {
    let modules = Dictionary(graph.modules.map { ($0.id, $0) }) { first, _ in first }
    let survey = ObstacleSurvey(graph, imports: imports)
    func part(_ ids: [ModuleID]) -> Part {
      let built = ids.compactMap { modules[$0] }
      let own = built.filter { $0.kind != .external }
      return Part(
        modules: own.count, sources: own.tally(of: \.sources), lines: own.tally(of: \.lines),
        externalProducts: built.count - own.count, estimatedSeconds: seconds(ids),
        obstacles: survey.obstacles(to: own))
    }
    let combined = part(graph.builtModules(of: roles.combined))
    rows = roles.features.map { feature in
      let apps = feature.sampleApps.map { (app: $0, modules: graph.closure(of: [$0])) }
      let smallest = apps.min { ($0.modules.count, $0.app) < ($1.modules.count, $1.app) }
      let part = part(smallest?.modules ?? graph.closure(of: feature.modules))
      return Row(
        feature: feature, sampleApp: smallest?.app, part: part,
        moduleShare: combined.modules > 0 ? Double(part.modules) / Double(combined.modules) : nil,
        sourceShare: part.sources.share(of: combined.sources), lineShare: part.lines.share(of: combined.lines),
        secondsShare: part.estimatedSeconds.flatMap { seconds in
          combined.estimatedSeconds.flatMap { $0 > 0 ? seconds / $0 : nil }
        })
    }
    self.roles = roles
    self.combined = combined
  }
}

extension Tally? {
  fileprivate func share(of whole: Tally?) -> Double? {
    guard let part = self?.exact, let whole = whole?.exact, whole > 0 else { return nil }
    return Double(part) / Double(whole)
  }
}

extension Roles {
  package func isComparable(in graph: ModuleGraph) -> Bool { (try? checkComparable(in: graph)) != nil }

  /// Checks that there is something to compare: a feature that is built without all of the combined app.
  ///
  /// Features that somebody named are compared whatever they are.
  /// - Throws: `RoleError.nothingToCompare`.
  package func checkComparable(in graph: ModuleGraph) throws(RoleError) {
    guard features.allSatisfy({ !$0.evidence.contains(where: \.isConfigured) }) else { return }
    let modules = Dictionary(graph.modules.map { ($0.id, $0) }) { first, _ in first }
    let all = graph.builtModules(of: combined).filter { $0 != combined.module }.compactMap { modules[$0] }
      .filter { $0.kind != .external }
    if features.count > 1 { return }
    if let only = features.first, Set(all.map(\.id)).subtracting(graph.closure(of: only.modules)).isEmpty == false {
      return
    }
    throw .nothingToCompare(
      combined: combined.name(in: graph), onlyFeature: features.first?.name,
      modules: all.filter { [.regular, .framework].contains($0.kind) }.map(\.name))
  }
}

extension CombinedApp {
  /// What it is called: a module's name, `all of NAME` for a package, `all packages`.
  package func name(in graph: ModuleGraph) -> String {
    switch target {
    case .module(let id): graph.modules.count { $0.name == id.name } > 1 ? id.description : id.name
    case .wholePackage(let key?): "all of \(graph.packages.first { $0.key == key }?.name ?? key)"
    case .wholePackage(nil): "all packages"
    }
  }
}
