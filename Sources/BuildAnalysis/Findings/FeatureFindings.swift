import ModuleGraph

/// What a run says of one feature, as its arm builds it: in a sample app, or alone.
package struct FeatureFindings: Sendable {
  package let arm: Arm
  package let scope: ArmScope
  /// Absent, as the next, where the run has no such scenario.
  package let clean: CaseFindings?
  package let null: CaseFindings?
  /// After a change in the feature's own modules, in the order of the scenarios.
  package let changes: [CaseFindings]
  /// Absent where nobody knows which modules the feature is, and where neither costs nor lines are known.
  package let shared: SharedWork?
  /// By how much recorded clean builds of the combined app would be shorter without what is there for this feature only:
  /// a replay, nobody has measured it. Absent where no round was recorded, or its replay is not like it.
  package let marginalSeconds: Spread?

  /// Those whose ratios to the combined app are told first: a clean build, and one after a change.
  package var telling: [CaseFindings] { [clean, changes.first].compactMap(\.self) }
}

/// How much of an arm's work is not there for its feature only, and would be done for another one, too.
package struct SharedWork: Sendable, Hashable, Encodable {
  package enum Measure: String, Sendable, Encodable {
    /// Of recorded clean builds; medians.
    case cpuSeconds = "cpu-seconds"
    /// Of the workspace's modules.
    case lines
  }

  package let measure: Measure
  /// Of all that the arm compiles.
  package let share: Double
  /// The one or two modules with the largest parts, as the compiler names them.
  package let largest: [String]
  /// The share of these.
  package let largestShare: Double

  /// A module with a smaller part is not among the largest.
  private static let smallestShare = 0.05

  /// - Parameter parts: each module's name, its figure, and whether it is there for the feature only.
  /// - Returns: `nil` where nothing is known.
  init?(_ measure: Measure, _ parts: [(name: String, amount: Double, isOwn: Bool)]) {
    let all = parts.reduce(0) { $0 + $1.amount }
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
  /// One for each arm but the reference, in their order.
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
        shared: shared(by: scope, in: run, modules.filter { $0.arm == arm.name && $0.scenario == .clean }),
        marginalSeconds: Spread(clean.compactMap { $0.savedSecondsWithout?[arm.name] }))
    }
  }

  private static func shared(by scope: ArmScope, in run: Run, _ recorded: [ModuleSummary]) -> SharedWork? {
    guard scope.arm.featureModules != nil else { return nil }
    let built = Set(scope.arm.modules)
    let modules = run.workspace.graph.modules.filter { built.contains($0.id) && $0.kind != .external }
    // The program that shows the feature is there for it, too, even where others of the package show it as well.
    let programs = modules.filter { $0.kind == .executable }.map(\.id)
    let own = Set((scope.arm.featureModules ?? []) + (scope.marginalModules ?? []) + programs)
    if !recorded.isEmpty {
      return SharedWork(
        .cpuSeconds,
        recorded.map { summary in
          let isMadeApp = summary.id == nil && summary.module == Arm.madeModule
          return (summary.module, summary.cpuSeconds.median, summary.id.map(own.contains) ?? isMadeApp)
        })
    }
    guard modules.allSatisfy({ $0.lines != nil || $0.sources == nil }) else { return nil }
    return SharedWork(.lines, modules.map { ($0.compiledName, Double($0.lines ?? 0), own.contains($0.id)) })
  }
}
