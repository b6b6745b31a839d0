package import BuildAnalysis
import ModuleGraph

extension GraphPicture {
  /// A picture of the modules that a run built. Modules of features have the features' marks; those of a single feature
  /// also have its colour.
  ///
  /// Modules that are not part of the combined app, such as the sample apps themselves, are dashed. For a run of two
  /// states, the picture shows the changes of what they build.
  /// - Parameters:
  ///   - budget: the maximum number of nodes; if there are more, they are folded into groups. `nil` for no limit.
  ///   - mostProminent: as for `shortened(to:mostProminent:)`.
  package init(_ findings: RunFindings, budget: Int? = nil, mostProminent: Int = SelectedGraph.mostProminent) {
    let run = findings.run
    if let base = run.base.map({ run.built(on: .base, of: $0) }),
      let difference = try? GraphDifference(from: base, to: run.built(on: .head, of: run.workspace))
    {
      self.init(difference, context: .everything)
      return
    }
    let features = run.arms.filter { $0.role != .combined }
    let marks = Dictionary(uniqueKeysWithValues: features.enumerated().map { ($1.name, Palette.category($0)) })
    let built = Set(run.arms.flatMap(\.modules))
    let shown = run.workspace.graph.modules.filter { built.contains($0.id) && !$0.kind.isOutside }
    let whole = SelectedGraph(run.workspace.graph, shown: Set(shown.map(\.id)), named: run.featureModules)
    let (graph, shortening) = budget.map { whole.shortened(to: $0, mostProminent: mostProminent) } ?? (whole, nil)
    let drawn = DrawnEdges(graph)
    self.init(
      title: "What clean builds of \(run.workspace.name) build",
      notes: [
        Self.caption(findings, isAnyDashed: !Set(shown.map(\.id)).isSubset(of: run.reference?.modules ?? [])),
        findings.quietness?.warning, shortening.map { Self.note($0, of: whole) },
        drawn.note.map { "not drawn: \($0)" },
      ].compactMap { $0 } + (shortening.map { Self.exceptions($0, boxes: graph.nodes.count) } ?? []),
      clusters: Self.clusters(graph, by: .package, layers: LayersOfNodes(graph)) { index in
        Self.node(graph.nodes[index], in: graph, of: run, features: features, marks: marks)
      },
      isFolded: shortening != nil,
      edges: drawn.edges,
      legend: Self.legend(findings, features: features, marks: marks) + drawn.legend)
  }

  private static func node(
    _ shown: SelectedGraph.Node, in graph: SelectedGraph, of run: Run, features: [Arm], marks: [String: Paint]
  ) -> Node {
    let modules = Set(shown.modules.map(\.id))
    let owners = features.filter { !modules.isDisjoint(with: $0.modules) }
    let own = owners.count == 1 ? owners.first.flatMap { marks[$0.name] } : nil
    var node = Node(
      shown,
      NodeColors.Look(
        paint: own ?? Palette.neutral,
        note: owners.isEmpty ? nil : "built for " + owners.map(\.name).joined(separator: ", "), isKindShown: true),
      in: graph)
    node.marks = owners.compactMap { marks[$0.name]?.stroke }
    node.isDashed = modules.isDisjoint(with: run.reference?.modules ?? [])
    return node
  }

  private static func legend(_ findings: RunFindings, features: [Arm], marks: [String: Paint]) -> [LegendEntry] {
    let scenario = findings.run.shownScenario
    func entry(_ arm: Arm, ratio: Double?) -> LegendEntry {
      let median = findings.summary(of: Case(arm: arm.name, scenario: scenario))?.median
      let words = "\(arm.name): " + (median.map { Figures.seconds($0) } ?? "failed")
      return LegendEntry(
        symbol: .area(marks[arm.name] ?? Palette.neutral),
        text: words + (ratio.map { ", ×\(Figures.ratio($0))" } ?? ""))
    }
    return [findings.run.reference].compactMap { $0.map { entry($0, ratio: nil) } }
      + features.map { arm in
        let comparison = findings.comparisons.first { $0.arm == arm.name && $0.scenario == scenario }
        return entry(arm, ratio: comparison?.wall.ratio)
      }
  }

  private static func caption(_ findings: RunFindings, isAnyDashed: Bool) -> String {
    let run = findings.run
    // The smallest number of rounds behind a median.
    let made = findings.summaries.filter { $0.scenario == run.shownScenario }.map(\.rounds).min() ?? 0
    let isWhole = run.plan.stopping != nil || findings.ending.rounds >= run.plan.rounds
    let rounds =
      isWhole
      ? Figures.counted(made, "round") : "\(Figures.count(made)) of \(Figures.counted(run.plan.rounds, "round"))"
    let claim = made < RunFindings.roundsForClaim ? ", too few for a conclusion" : ""
    let combined = isAnyDashed ? run.reference.map { "; dashed: not in \($0.name)" } ?? "" : ""
    guard made > 0 else {
      return "\(run.shownScenario.rawValue) \(run.plan.configuration) builds: none was measured\(combined)"
    }
    return "\(run.shownScenario.rawValue) \(run.plan.configuration) builds, median of \(rounds)\(claim)\(combined)"
  }
}

extension Run {
  /// The part of a state's graph that its arms build.
  fileprivate func built(on side: Arm.Side, of subject: Subject) -> ModuleGraph {
    var all = Arm(name: "", role: .other, targets: [], modules: [])
    all.modules = Set(arms.filter { $0.side == side }.flatMap(\.modules)).sorted()
    return subject.graph.part(builtFor: all)
  }

  /// The features of the arms, which a folded picture shows before other modules.
  var featureModules: Set<ModuleID> { Set(arms.compactMap(\.featureModules).joined()) }

  /// The scenario whose figures a picture shows: clean builds, otherwise the first one in the plan.
  fileprivate var shownScenario: Scenario { plan.scenarios.contains(.clean) ? .clean : plan.scenarios.first ?? .clean }
}
