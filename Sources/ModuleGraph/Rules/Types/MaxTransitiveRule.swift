/// A limit on the number of direct and transitive dependencies.
struct MaxTransitiveRule: RuleType {
  static let name = "max-transitive"
  static let summary = "A module depends on at most `max` others of the workspace, directly or not."
  static let parameters = FigureLimit.parameters
  static let example = """
    id: light-sample-apps
    type: max-transitive
    modules: "*DemoApp"
    max: 40
    """

  let values: RuleValues

  private var limit: FigureLimit { FigureLimit(values: values) }

  func check(_ run: inout RuleRun) {
    limit.check(&run, figures: run.ownEdges.transitiveSuccessorCounts) {
      "depends on \(FigureLimit.counted($0, "module", "modules")), directly or not"
    }
  }
}
