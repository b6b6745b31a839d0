package import BuildAnalysis
import ModuleGraph

extension GraphPicture {
  /// The modules that a run built: those of each feature carry its mark, those of one feature alone its colour.
  ///
  /// Modules that only other arms than the combined app need, such as the sample apps themselves, are dashed.
  package init(_ run: Run) {
    let features = run.arms.filter { $0.role != .combined }
    let marks = Dictionary(uniqueKeysWithValues: features.enumerated().map { ($1.name, Self.mark($0)) })
    let combined = Set(run.reference?.modules ?? [])
    let built = Set(run.arms.flatMap(\.modules))
    let shown = run.workspace.graph.modules.filter { built.contains($0.id) && $0.kind != .external }
    let (edges, impliedNote) = Self.edges(SelectedGraph(run.workspace.graph, shown: Set(shown.map(\.id))))
    self.init(
      caption: Self.caption(run, isAnyDashed: shown.contains { !combined.contains($0.id) })
        + (impliedNote.map { "; not shown: \($0)" } ?? ""),
      clusters: Self.clusters(shown) { module in
        let owners = features.filter { $0.modules.contains(module.id) }
        let own = owners.count == 1 ? owners.first.flatMap { marks[$0.name] } : nil
        var node = Node(
          module, paint: own ?? Self.neutral, marks: owners.compactMap { marks[$0.name]?.stroke },
          note: owners.isEmpty ? nil : "built for " + owners.map(\.name).joined(separator: ", "))
        node.isDashed = !combined.contains(module.id)
        return node
      },
      edges: edges,
      legend: Self.legend(run, features: features, marks: marks))
  }

  /// White, for modules that several features need, or none.
  private static let neutral = Paint(fill: "#ffffff", stroke: "#57606a")

  /// Eight colours that remain apart for most kinds of colour blindness (Okabe and Ito, 2008), each with its tint.
  private static func mark(_ index: Int) -> Paint {
    let paints = [
      Paint(fill: "#fdebcc", stroke: "#e69f00"), Paint(fill: "#d9eefb", stroke: "#56b4e9"),
      Paint(fill: "#ccece2", stroke: "#009e73"), Paint(fill: "#f5e0eb", stroke: "#cc79a7"),
      Paint(fill: "#cce3f0", stroke: "#0072b2"), Paint(fill: "#f7dfcc", stroke: "#d55e00"),
      Paint(fill: "#fbf7c9", stroke: "#c7b800"), Paint(fill: "#e3e3e3", stroke: "#777777"),
    ]
    return paints[index % paints.count]
  }

  private static func legend(_ run: Run, features: [Arm], marks: [String: Paint]) -> [LegendEntry] {
    let medians = Dictionary(run.summaries.map { ($0.arm, $0.median) }, uniquingKeysWith: { first, _ in first })
    let ratios = Dictionary(run.comparisons.map { ($0.arm, $0.ratio) }, uniquingKeysWith: { first, _ in first })
    let combined = run.reference.map { arm in
      LegendEntry(paint: neutral, text: "\(arm.name): " + (medians[arm.name].map { Figures.seconds($0) } ?? "failed"))
    }
    return [combined].compactMap { $0 }
      + features.map { arm in
        let ratio = ratios[arm.name].map { ", ×\(Figures.ratio($0))" } ?? ""
        let time = medians[arm.name].map { Figures.seconds($0) } ?? "failed"
        return LegendEntry(paint: marks[arm.name] ?? neutral, text: "\(arm.name): \(time)\(ratio)")
      }
  }

  private static func caption(_ run: Run, isAnyDashed: Bool) -> String {
    let rounds = "\(run.plan.rounds) \(run.plan.rounds == 1 ? "round" : "rounds")"
    let claim = run.plan.rounds < Run.roundsForClaim ? ", too few for a claim" : ""
    let combined = isAnyDashed ? run.reference.map { "; dashed: not in \($0.name)" } ?? "" : ""
    return "clean \(run.plan.configuration) builds, median of \(rounds)\(claim)\(combined)"
  }
}
