/// What the graph alone shows about sample apps: how much of the combined app each would compile.
package struct FeatureShares: Sendable, Hashable {
  /// What one build compiles.
  package struct Part: Sendable, Hashable {
    /// Modules of the workspace that are compiled: neither external products nor binaries.
    package let modules: Int
    /// `nil`, like the lines, if no module's sources were counted.
    package let sources: Tally?
    package let lines: Tally?
    /// The number of products of other packages that it depends on. Their modules are not counted.
    package let externalProducts: Int
    /// Estimated from a recorded build, never measured; `nil` without an estimate.
    package let estimatedSeconds: Double?
    /// Why it cannot be built on the system for which the graph was read; empty if nothing is known to prevent it.
    package var obstacles: [BuildObstacle]
  }

  package struct Row: Sendable, Hashable {
    package let feature: Feature
    /// The existing sample app; of several, the smallest of those that are named after the feature, if any. `nil` if
    /// there is none, and `part` is then that of the feature alone.
    package let sampleApp: ModuleID?
    package let part: Part
    package let moduleShare: Double?
    /// `nil`, like the share of lines, unless both sums are exact.
    package let sourceShare: Double?
    package let lineShare: Double?
    /// The share of the combined app's estimated seconds.
    package let secondsShare: Double?
    /// What the combined app would not compile without the feature; in a whole package, the programs that show it alone
    /// are included.
    package let marginal: Part
  }

  package let roles: Roles
  package let combined: Part
  /// In the order of the features.
  package let rows: [Row]

  /// Estimates of build times from earlier builds.
  package struct Estimates {
    /// The seconds of a clean build of some modules with all their dependencies.
    package let seconds: ([ModuleID]) -> Double?
    /// The seconds that a build of some modules saves without others, which none of the remaining modules needs.
    package let secondsSaved: (_ modules: [ModuleID], _ without: [ModuleID]) -> Double?

    /// Estimates nothing by default.
    package init(
      seconds: @escaping ([ModuleID]) -> Double? = { _ in nil },
      secondsSaved: @escaping ([ModuleID], [ModuleID]) -> Double? = { _, _ in nil }
    ) {
      self.seconds = seconds
      self.secondsSaved = secondsSaved
    }

    /// The seconds of a clean build of a sample app, or of its feature alone if the recorded build lacks the app.
    package func seconds(_ app: [ModuleID], showing feature: [ModuleID]) -> Double? {
      seconds(app) ?? seconds(feature)
    }
  }

  /// - Parameters:
  ///   - roles: the roles of the graph's modules.
  ///   - graph: a graph to which the conditions of the builds in question are applied.
  ///   - imports: by module, an import that does not exist on the graph's system.
  /// - Complexity: O(features · (modules + dependencies)).
  package init(
    _ roles: Roles, in graph: ModuleGraph, imports: [ModuleID: MissingImport] = [:],
    estimates: Estimates = Estimates()
  ) {
    let survey = BuildSurvey(graph, imports: imports)
    func part(_ ids: [ModuleID], _ seconds: Double?) -> Part { survey.part(ids, estimatedSeconds: seconds) }
    let all = graph.builtModules(of: roles.combined)
    let combined = part(all, estimates.seconds(all))
    let parts = roles.combined.module == nil ? [] : graph.partsOfApp(in: all)
    rows = roles.features.map { feature in
      let others = roles.features.filter { $0 != feature }.map(\.modules) + parts.others(than: feature.modules)
      let marginal = graph.marginalModules(
        of: feature.modules, besides: others, in: all,
        isWholePackage: roles.combined.module == nil)
      let app = feature.sampleApp(in: graph)
      let alone = graph.closure(of: feature.modules)
      let built = app.map { graph.closure(of: [$0]) } ?? alone
      let part = part(built, estimates.seconds(built, showing: alone))
      return Row(
        feature: feature, sampleApp: app, part: part, moduleShare: part.moduleShare(of: combined),
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

extension Feature {
  /// Of its sample apps, the smallest of those that are named after it, or else of all of them.
  fileprivate func sampleApp(in graph: ModuleGraph) -> ModuleID? {
    if sampleApps.count < 2 { return sampleApps.first }
    let named = sampleApps.filter { $0.name.hasPrefix(name) }
    let survey = BuildSurvey(graph)
    return (named.isEmpty ? sampleApps : named).map { (app: $0, part: survey.part(graph.closure(of: [$0]))) }
      .min { first, second in
        let (lines, others) = (first.part.lines?.exact ?? 0, second.part.lines?.exact ?? 0)
        return (first.part.modules, lines, first.app) < (second.part.modules, others, second.app)
      }?.app
  }
}

extension FeatureShares.Part {
  /// The share of the combined app's modules; `nil` if that has none.
  package func moduleShare(of whole: Self) -> Double? {
    whole.modules > 0 ? Double(modules) / Double(whole.modules) : nil
  }
  /// `nil`, like the share of lines, unless both sums are exact.
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
  /// Whether ``checkComparable(in:)`` succeeds.
  package func isComparable(in graph: ModuleGraph) -> Bool { (try? checkComparable(in: graph)) != nil }

  /// Checks that there is something to compare: a feature that compiles less than the combined app.
  ///
  /// Features that the user named are compared in any case, unless the only one would be the combined app.
  /// - Throws: `RoleError.nothingToCompare` or `RoleError.appIsOnlyFeature`.
  package func checkComparable(in graph: ModuleGraph) throws(RoleError) {
    let app = combined.evidence.lazy.compactMap(\.appNamedOtherwise).first
    if let app, features.map(\.name) == [app] { throw .appIsOnlyFeature(app) }
    guard features.allSatisfy({ !$0.evidence.contains(where: \.isConfigured) }) else { return }
    let modules = Dictionary(graph.modules.map { ($0.id, $0) }) { first, _ in first }
    let all = graph.builtModules(of: combined).filter { $0 != combined.module }.compactMap { modules[$0] }
      .filter { !$0.kind.isOutside }
    if features.count > 1 { return }
    if let only = features.first, Set(all.map(\.id)).subtracting(graph.closure(of: only.modules)).isEmpty == false {
      return
    }
    throw .nothingToCompare(
      RoleError.Lack(
        combined: combined.name(in: graph), onlyFeature: features.first?.name,
        modules: all.filter { [.regular, .framework].contains($0.kind) }.map(\.name),
        apps: combined.module != nil ? [] : graph.modules.filter { $0.kind == .app }.map(\.name),
        unreadProject: combined.evidence.lazy.compactMap(\.unreadProject).first))
  }
}

extension CombinedApp {
  /// Its display name: a module's name, `all of NAME` for a package, `all packages`, or `the whole workspace` with Xcode projects.
  package func name(in graph: ModuleGraph) -> String {
    switch target {
    case .module(let id): graph.modules.count { $0.name == id.name } > 1 ? id.description : id.name
    case .wholePackage(let key?): "all of \(graph.packages.first { $0.key == key }?.name ?? key)"
    case .wholePackage(nil):
      graph.packages.contains { $0.toolsVersion == nil } ? "the whole workspace" : "all packages"
    }
  }
}
