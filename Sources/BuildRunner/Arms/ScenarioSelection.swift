package import BuildAnalysis
import ModuleGraph
package import Workspace

/// Resolves the scenarios that a user gives.
package struct ScenarioSelection {
  private let workspace: LoadedWorkspace
  private let arms: [PlannedArm]

  /// - Parameter arms: the combined app first.
  package init(workspace: LoadedWorkspace, arms: [PlannedArm]) {
    self.workspace = workspace
    self.arms = arms
  }

  /// The scenarios to measure, and the places of their changes.
  package struct Selected: Sendable {
    package let scenarios: [Scenario]
    /// See `Run.Plan`.
    package let featureScenarios: [Scenario]?
    /// By the module's name in scenarios.
    package let sites: [String: ChangeSite]
  }

  /// - Parameters:
  ///   - words: scenarios, and the shorthands `each-module` and `each-feature` for a change (`:CHANGE`, else `body`) in
  ///     each module that is built, or in each feature's own; `comparison` is `clean`, `null` and `each-feature`.
  ///   - isPerModule: whether each module of the combined app is built alone as well.
  ///   - runsTests: whether to add the scenario `tests`.
  ///   - files: absolute paths of sources to change instead of the chosen ones.
  /// - Returns: each scenario once. If there are clean and null builds, first null builds are added.
  /// - Throws: `ArmError` or `ScenarioError` for invalid scenarios and for modules that cannot be changed; `BenchmarkError` if their
  /// sources cannot be read.
  package func selected(
    _ words: [String], isPerModule: Bool = false, runsTests: Bool = false, files: [String] = []
  ) throws -> Selected {
    var scenarios: [Scenario] = []
    var featureScenarios: [Scenario] = []
    for word in words.flatMap({ $0 == Self.comparison ? ["clean", "null", Self.eachFeature] : [$0] }) {
      let named = try scenario(word)
      scenarios += named
      if word.hasPrefix(Self.eachFeature) {
        featureScenarios += named
      } else {
        featureScenarios.removeAll(where: named.contains)
      }
    }
    if scenarios.isEmpty { scenarios = [.clean] }
    if isPerModule, let combined = arms.first {
      scenarios += compiled(for: [combined]).map { .alone(module: name($0)) }
    }
    if runsTests { scenarios.append(.tests) }
    if let clean = scenarios.firstIndex(of: .clean), scenarios.contains(.null) {
      scenarios.insert(.firstNull, at: clean + 1)
    }
    var seen: Set<Scenario> = []
    let distinct = scenarios.filter { seen.insert($0).inserted }
    return Selected(
      scenarios: distinct, featureScenarios: featureScenarios.isEmpty ? nil : featureScenarios,
      sites: try sites(distinct, files: files))
  }

  /// The scenarios of another state that can be measured in this one, with the places of their changes.
  /// - Throws: `BenchmarkError` if sources cannot be read.
  package func shared(_ others: Selected) throws -> Selected {
    let scenarios = others.scenarios.filter { scenario in (try? selected([scenario.rawValue])) != nil }
    return Selected(
      scenarios: scenarios, featureScenarios: others.featureScenarios.map { $0.filter(scenarios.contains) },
      sites: try sites(scenarios, files: []))
  }

  private static let comparison = "comparison"
  private static let eachFeature = "each-feature"

  private func scenario(_ word: String) throws(ArmError) -> [Scenario] {
    for (shorthand, modules) in [("each-module", compiled(for: arms)), (Self.eachFeature, features)] {
      guard word == shorthand || word.hasPrefix(shorthand + ":") else { continue }
      let text = word == shorthand ? SourceChange.body.rawValue : String(word.dropFirst(shorthand.count + 1))
      guard let change = SourceChange(rawValue: text) else { throw .scenario(.unknown(word, nearest: [])) }
      return modules.map { .incremental(module: name($0), change: change) }
    }
    guard let scenario = Scenario(rawValue: word), scenario != .changed else {
      let known = ["clean", "null", "first-null", "tests", "each-module", Self.eachFeature, Self.comparison]
      throw .scenario(.unknown(word, nearest: known.nearest(to: word)))
    }
    guard let text = scenario.module else { return [scenario] }
    let module = try module(named: text)
    switch scenario {
    case .incremental(_, let change): return [.incremental(module: name(module), change: change)]
    case .alone, .clean, .firstNull, .null, .changed, .tests: return [.alone(module: name(module))]
    }
  }

  private func module(named text: String) throws(ArmError) -> Module {
    let graph = workspace.graph
    guard let module = graph.module(named: text) else {
      let namesakes = graph.modules.filter { $0.name == text && !$0.kind.isOutside }
      if namesakes.count > 1 { throw .ambiguousName(text, candidates: namesakes.map(\.id.description)) }
      throw .unknownName(text, nearest: compiled(for: arms).map(\.name).nearest(to: text))
    }
    guard arms.contains(where: { $0.arm.modules.contains(module.id) }) else { throw .scenario(.moduleNotBuilt(text)) }
    return module
  }

  /// The name of a module if it is unique, otherwise its id.
  private func name(_ module: Module) -> String {
    workspace.graph.module(named: module.name)?.id == module.id ? module.name : module.id.description
  }

  /// The modules that the arms build and whose sources can be changed, sorted by id.
  private func compiled(for arms: [PlannedArm]) -> [Module] {
    let built = Set(arms.flatMap(\.arm.modules))
    return workspace.graph.modules.filter { module in
      built.contains(module.id) && module.kind.isCompiled && (module.sources ?? 0) > 0
    }
  }

  /// The modules of features, without what they depend on, sorted by id.
  private var features: [Module] {
    let own = Set(arms.dropFirst().flatMap { $0.arm.featureModules ?? [] })
    return compiled(for: arms).filter { own.contains($0.id) }
  }

  private func sites(_ scenarios: [Scenario], files: [String]) throws -> [String: ChangeSite] {
    var sites: [String: ChangeSite] = [:]
    for name in Set(scenarios.compactMap(\.module)).sorted() {
      let changes = scenarios.compactMap { $0.change(in: name) }
      guard !changes.isEmpty, let module = workspace.graph.module(named: name) else { continue }
      sites[name] = try ChangeSite(of: module, in: workspace, for: changes, named: files)
    }
    let changed = Set(sites.values.map { workspace.rootPath + "/" + $0.path })
    if let other = files.first(where: { !changed.contains($0) }) { throw ScenarioError.fileOfNoChange(other) }
    return sites
  }
}
