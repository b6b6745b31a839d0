/// A limit on the number of direct dependents.
struct MaxDependentsRule: RuleType {
  static let name = "max-dependents"
  static let summary = "At most `max` modules of the workspace depend directly on a module."
  static let parameters = FigureLimit.parameters
  static let example = """
    id: no-new-users-of-legacy
    type: max-dependents
    modules: Legacy
    max: 14
    """

  let values: RuleValues

  private var limit: FigureLimit { FigureLimit(values: values) }

  func check(_ run: inout RuleRun) {
    let edges = run.ownEdges.reversed
    limit.check(&run, figures: run.modules.indices.map { edges.successors(of: $0).count }) {
      "has \(FigureLimit.counted($0, "dependent", "dependents"))"
    }
  }
}
