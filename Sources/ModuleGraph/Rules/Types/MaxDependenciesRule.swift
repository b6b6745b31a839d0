/// A limit on the number of direct dependencies.
struct MaxDependenciesRule: RuleType {
  static let name = "max-dependencies"
  static let summary = "A module depends directly on at most `max` others of the workspace."
  static let parameters = FigureLimit.parameters
  static let example = """
    id: slim-features
    type: max-dependencies
    modules: { layer: feature }
    max: 12
    """

  let values: RuleValues

  private var limit: FigureLimit { FigureLimit(values: values) }

  func check(_ run: inout RuleRun) {
    let edges = run.ownEdges
    limit.check(&run, figures: run.modules.indices.map { edges.successors(of: $0).count }) {
      "depends on \(FigureLimit.counted($0, "module", "modules"))"
    }
  }
}
