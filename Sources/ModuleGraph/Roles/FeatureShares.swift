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
    /// What the combined app would not compile without the feature, and its sample apps in a whole package.
    package let marginal: Part
  }

  package let roles: Roles
  package let combined: Part
  /// In the order of the features.
  package let rows: [Row]

  /// What is known of how long builds of a graph's modules take.
  package struct Estimates {
    /// Of a clean build of some modules with all that they depend on.
    package let seconds: ([ModuleID]) -> Double?
    /// By how much a build of some modules would be shorter without others, which nothing that is left needs.
    package let secondsSaved: (_ modules: [ModuleID], _ without: [ModuleID]) -> Double?

    /// Where nothing is known, nothing is estimated.
    package init(
      seconds: @escaping ([ModuleID]) -> Double? = { _ in nil },
      secondsSaved: @escaping ([ModuleID], [ModuleID]) -> Double? = { _, _ in nil }
    ) {
      self.seconds = seconds
      self.secondsSaved = secondsSaved
    }
  }

  /// - Parameters:
  ///   - roles: of the graph.
  ///   - graph: with the conditions applied that hold for the builds that are meant.
  ///   - imports: by module, what it imports that does not exist where the graph was read.
  /// - Complexity: O(features · (modules + dependencies)).
  package init(
    _ roles: Roles, in graph: ModuleGraph, imports: [ModuleID: MissingImport] = [:],
    estimates: Estimates = Estimates()
  ) {
    let survey = BuildSurvey(graph, imports: imports)
    func part(_ ids: [ModuleID], _ seconds: Double?) -> Part { survey.part(ids, estimatedSeconds: seconds) }
    let all = graph.builtModules(of: roles.combined)
    let combined = part(all, estimates.seconds(all))
    rows = roles.features.map { feature in
      let others = roles.features.filter { $0 != feature }.map(\.modules)
      let marginal = graph.marginalModules(of: feature.modules, besides: others, in: all)
      let apps = feature.sampleApps.map { (app: $0, modules: graph.closure(of: [$0])) }
      let smallest = apps.min { ($0.modules.count, $0.app) < ($1.modules.count, $1.app) }
      let built = smallest?.modules ?? graph.closure(of: feature.modules)
      let part = part(built, estimates.seconds(built))
      return Row(
        feature: feature, sampleApp: smallest?.app, part: part, moduleShare: part.moduleShare(of: combined),
        sourceShare: part.sourceShare(of: combined), lineShare: part.lineShare(of: combined),
        secondsShare: part.estimatedSeconds.flatMap { seconds in
          combined.estimatedSeconds.flatMap { $0 > 0 ? seconds / $0 : nil }
        },
        marginal: survey.part(marginal, estimatedSeconds: estimates.secondsSaved(all, marginal)))
    }
    self.roles = roles
    self.combined = combined
  }
}

extension FeatureShares.Part {
  package func moduleShare(of whole: Self) -> Double? {
    whole.modules > 0 ? Double(modules) / Double(whole.modules) : nil
  }
  /// Absent, as the next, unless both sums are known exactly.
  package func sourceShare(of whole: Self) -> Double? { sources.share(of: whole.sources) }
  package func lineShare(of whole: Self) -> Double? { lines.share(of: whole.lines) }
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
