package import ModuleGraph

/// The findings on one feature, as built by its arm: in a sample app, or alone.
package struct FeatureFindings: Sendable {
  package let arm: Arm
  package let scope: ArmScope
  /// Like `null`, `nil` if the run does not have this scenario.
  package let clean: CaseFindings?
  package let null: CaseFindings?
  /// Builds after a change in the feature's own modules, in the order of the scenarios.
  package let changes: [CaseFindings]
  /// Building and running the feature's own tests.
  package let tests: CaseFindings?
  /// The feature's own test modules, sorted, possibly empty; `nil` if the run has no tests.
  package let ownTests: [ModuleID]?
  /// `nil` if the feature's modules are not known, or if neither costs nor lines are known.
  package let shared: SharedWork?
  /// How many seconds shorter recorded clean builds of the combined app would be without the modules that exist only
  /// for this feature: predicted by a replay, not measured. `nil` if no round was recorded, or the replay is not
  /// accurate enough.
  package let marginalSeconds: Spread?

  /// The cases whose ratios to the combined app are reported first: the clean build, the first build after a change,
  /// and the feature's own tests; the null build if the run has none of these.
  package var telling: [CaseFindings] {
    let rows = [clean, changes.first, tests].compactMap(\.self)
    return rows.isEmpty ? [null].compactMap(\.self) : rows
  }
}

/// The part of an arm's work that is not specific to its feature, so that another feature would need it as well.
package struct SharedWork: Sendable, Hashable, Encodable {
  package enum Measure: String, Sendable, Encodable {
    /// Medians of CPU seconds in recorded clean builds.
    case cpuSeconds = "cpu-seconds"
    /// Lines of the workspace's modules.
    case lines
  }

  package let measure: Measure
  /// The shared part as a share of the arm's CPU time, or of the lines that it compiles.
  package let share: Double
  /// The one or two shared modules with the largest shares, by the compiler's module names.
  package let largest: [String]
  /// The sum of their shares.
  package let largestShare: Double

  /// Modules with a smaller share are not included in `largest`.
  private static let smallestShare = 0.05

  /// - Parameters:
  ///   - parts: each module's name, its figure, and whether it exists only for the feature.
  ///   - whole: the figure of the whole build, which may contain more than modules; `nil` for the sum of the parts.
  /// - Returns: `nil` if all amounts are 0 or there are none.
  init?(_ measure: Measure, _ parts: [(name: String, amount: Double, isOwn: Bool)], of whole: Double? = nil) {
    let all = max(whole ?? 0, parts.reduce(0) { $0 + $1.amount })
    guard all > 0 else { return nil }
    let shared = parts.filter { !$0.isOwn }.sorted { ($1.amount, $0.name) < ($0.amount, $1.name) }
    let largest = shared.prefix(2).filter { $0.amount >= Self.smallestShare * all }
    self.measure = measure
    share = shared.reduce(0) { $0 + $1.amount } / all
    self.largest = largest.map(\.name)
    largestShare = largest.reduce(0) { $0 + $1.amount } / all
  }
}

extension FeatureFindings {
  /// The findings on each arm except the reference, in their order.
  static func all(
    of run: Run, _ measurements: Measurements, _ cases: [CaseFindings], _ modules: [ModuleSummary]
  )
    -> [FeatureFindings]
  {
    let clean = run.reference.map { measurements.measured(Case(arm: $0.name, scenario: .clean)) } ?? []
    return run.scopes().filter { $0.arm.name != run.reference?.name }.map { scope in
      let arm = scope.arm
      let own = cases.filter { $0.arm.name == arm.name }
      let feature = Set(arm.featureModules ?? [])
      return FeatureFindings(
        arm: arm, scope: scope, clean: own.first { $0.scenario == .clean }, null: own.first { $0.scenario == .null },
        changes: own.filter { build in
          guard case .incremental(let module, _) = build.scenario else { return false }
          return run.workspace.graph.module(named: module).map { feature.contains($0.id) } ?? false
        },
        tests: own.first { $0.scenario == .tests },
        ownTests: run.plan.scenarios.contains(.tests) ? arm.tests?.modules ?? [] : nil,
        shared: shared(
          by: scope, in: run, modules.filter { $0.arm == arm.name && $0.scenario == .clean },
          cpuSeconds: own.first { $0.scenario == .clean }?.summary?.cpuSeconds),
        marginalSeconds: Spread(clean.compactMap { $0.savedSecondsWithout?[arm.name] }))
    }
  }

  /// - Parameter cpuSeconds: the median of the arm's clean builds.
  private static func shared(
    by scope: ArmScope, in run: Run, _ recorded: [ModuleSummary], cpuSeconds: Double?
  ) -> SharedWork? {
    guard scope.arm.featureModules != nil else { return nil }
    let built = Set(scope.arm.modules)
    let modules = run.workspace.graph.modules.filter { built.contains($0.id) && !$0.kind.isOutside }
    // The executable that contains the feature counts as part of it, even if it contains other features as well.
    let programs = modules.filter { $0.kind == .executable }.map(\.id)
    let own = Set((scope.arm.featureModules ?? []) + (scope.marginalModules ?? []) + programs)
    if !recorded.isEmpty {
      return SharedWork(
        .cpuSeconds,
        recorded.map { summary in
          let isMadeApp = summary.id == nil && summary.module == Arm.madeModule
          let isOwn = summary.id.map(own.contains) ?? isMadeApp
          return (summary.id?.name ?? summary.module, summary.cpuSeconds.median, isOwn)
        }, of: cpuSeconds)
    }
    guard modules.allSatisfy({ $0.missingSources == nil && ($0.lines != nil || $0.sources == nil) }) else { return nil }
    return SharedWork(
      .lines, modules.compactMap { module in module.lines.map { (module.name, Double($0), own.contains(module.id)) } })
  }
}
