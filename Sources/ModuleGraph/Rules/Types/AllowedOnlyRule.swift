/// Modules that may depend only on certain others.
struct AllowedOnlyRule: RuleType {
  static let name = "allowed-only"
  static let summary = "The modules of `from` depend directly on nothing but the modules of `to`."
  static let parameters = [
    RuleParameter("from", .modules, required: true, "the dependents"),
    RuleParameter("to", .modules, "what they may depend on; nothing if absent"),
  ]
  static let example = """
    id: pure-model
    type: allowed-only
    from: Model
    to: [Foundations, { kind: macro }]
    """

  let values: RuleValues

  func check(_ run: inout RuleRun) {
    let dependents = run.select("from", of: values)
    let none = ModuleSet(count: run.modules.count) { _ in false }
    let allowed = run.select("to", of: values, else: none)
    for dependent in dependents.members {
      for dependency in run.whole.graph.successors(of: dependent)
      where dependency != dependent && !allowed.contains(dependency) {
        run.report(path: [dependent, dependency])
      }
    }
  }
}
