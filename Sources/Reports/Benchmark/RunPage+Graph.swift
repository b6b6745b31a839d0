import BuildAnalysis
import ModuleGraph

extension RunPage {
  var graphSection: HTML {
    graph.map { HTML.section("modules-built", "Modules and dependencies", $0.body) } ?? .empty
  }
}

extension GraphPage {
  /// The page's graph of the modules that a run built, with their roles in the run; coloured by cost if recorded.
  init(_ findings: RunFindings, marks: GraphMarks = GraphMarks()) {
    let graph = findings.run.workspace.graph
    let built = Set(findings.run.arms.flatMap(\.modules))
    let shown = graph.modules.filter { built.contains($0.id) && !$0.kind.isOutside }
    let costs = ModuleCosts(findings)
    var style = PictureStyle()
    style.marks = marks
    style.namesOptions = false
    if !costs.byModule.isEmpty { style.coloring = costs.coloring }
    self.init(
      graph, SelectedGraph(graph, shown: Set(shown.map(\.id)), named: findings.run.featureModules),
      metrics: GraphMetrics(SelectedGraph(graph), costs: costs.byModule), style: style,
      roles: findings.run.roles)
  }
}

extension Run {
  /// The roles of modules as they were inferred, or else from what the user named.
  fileprivate var roles: [ModuleRole] {
    inference?.roles ?? (try? Roles(workspace.graph, settings: roleSettings)).map(ModuleRole.all) ?? []
  }

  fileprivate var roleSettings: RoleSettings {
    func words(_ role: Arm.Role, _ name: (Arm) -> String?) -> RoleSettings.Stated? {
      let names = arms.filter { $0.role == role }.compactMap(name)
      return names.isEmpty ? nil : RoleSettings.Stated(names, by: "the run")
    }
    let features = arms.compactMap { $0.role == .feature ? $0.name : $0.feature }
    return RoleSettings(
      combined: words(.combined, \.name), features: features.isEmpty ? nil : .init(features, by: "the run"),
      // A generated sample app is not in the graph.
      sampleApps: words(.sampleApp) { $0.made == true ? nil : $0.name })
  }
}
