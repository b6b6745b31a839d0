/// Modules that must have tests.
struct HasTestsRule: RuleType {
  static let name = "has-tests"
  static let summary = "A test module depends directly on each of the modules."
  static let parameters = [
    RuleParameter("modules", .modules, "the modules; all libraries with sources if absent")
  ]
  static let example = """
    id: features-have-tests
    type: has-tests
    modules: { layer: feature }
    severity: warning
    """

  let values: RuleValues

  func check(_ run: inout RuleRun) {
    let libraries = ModuleSet(count: run.modules.count) { vertex in
      let kind = run.modules[vertex].kind
      return run.own.contains(vertex) && kind.isLinked && kind.hasSources
    }
    let dependents = run.whole.graph.reversed
    for vertex in run.select("modules", of: values, else: libraries).members {
      if dependents.successors(of: vertex).contains(where: { run.modules[$0].kind == .test }) { continue }
      run.report("no test module depends on \(run.names[vertex])", of: vertex)
    }
  }
}
