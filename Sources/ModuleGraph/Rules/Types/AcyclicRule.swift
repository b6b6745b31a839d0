/// Modules, packages or layers without dependency cycles.
struct AcyclicRule: RuleType {
  static let name = "acyclic"
  static let summary =
    "No module depends on itself through others; with `of: packages` or `of: layers`, no package or layer."
  static let parameters = [
    RuleParameter("of", .choice(["modules", "packages", "layers"]), "what may not depend on itself through others")
  ]
  static let example = """
    id: no-package-cycles
    type: acyclic
    of: packages
    """

  let values: RuleValues

  private var of: String { values.choice("of") ?? "modules" }

  /// The modules of the rule, folded into what must be acyclic.
  private func graph(of run: RuleRun) -> SelectedGraph {
    let layers = run.settings.layers
    let shown = Set(run.own.members.map { run.modules[$0].id })
    return SelectedGraph(run.graph, shown: shown, layers: layers).folded { module in
      switch of {
      case "packages": ModuleGroup(kind: .package, name: module.package)
      case "layers":
        layers.index(of: module.id).map { ModuleGroup(kind: .layer, name: layers.all[$0].name) }
      default: nil
      }
    }
  }

  func check(_ run: inout RuleRun) {
    if of == "layers", run.settings.layers.isEmpty { return run.note(.noLayers) }
    let graph = graph(of: run)
    let labels = graph.labels
    for cycle in Cycles(graph).components {
      // A layer that depends on itself through modules of no layer depends on no other layer.
      if of == "layers", cycle.nodes.count(where: { graph.nodes[$0].group != nil }) < 2 { continue }
      func label(_ node: Int) -> String {
        of == "layers" && graph.nodes[node].group == nil ? "\(labels[node]) (in no layer)" : labels[node]
      }
      let circle = (cycle.shortest + cycle.shortest.prefix(1)).map(label).joined(separator: " → ")
      let others = cycle.nodes.count - cycle.shortest.count
      let steps = cycle.steps(in: graph)
      let modules = cycle.shortest.flatMap { graph.nodes[$0].module.map { [$0.id] } ?? [] }
      run.report(
        "\(circle)" + (others > 0 ? ", and \(others) more that depend on one another" : ""),
        subject: cycle.nodes.map { graph.nodes[$0].id },
        modules: of != "modules"
          ? Set(steps.flatMap { $0.dependencies.prefix(1).flatMap { [$0.from, $0.to] } }).sorted().compactMap(
            run.vertex)
          : modules.compactMap(run.vertex),
        path: of == "modules" ? modules.compactMap(run.vertex) : [],
        dependencies: steps.flatMap { $0.dependencies.prefix(1) })
    }
  }
}
