/// Features that have a sample app.
struct HasSampleAppRule: RuleType {
  static let name = "has-sample-app"
  static let summary = "Each feature has a sample app that runs it alone."
  static let parameters = [
    RuleParameter("modules", .modules, "the features; those that `modgauge roles` names if absent")
  ]
  static let example = """
    id: features-have-sample-apps
    type: has-sample-app
    modules: { layer: feature }
    severity: info
    """

  let values: RuleValues

  func check(_ run: inout RuleRun) {
    guard let roles = run.roles() else { return }
    let features = Set(roles.features.flatMap(\.modules).compactMap(run.vertex))
    let standard = ModuleSet(count: run.modules.count, where: features.contains)
    let wanted = run.select("modules", of: values, else: standard)
    let shown =
      roles.features.filter { !$0.sampleApps.isEmpty }.flatMap(\.modules)
      + roles.assignments.filter { $0.role == .sampleApp }.flatMap(\.of)
    let running = Set(shown.compactMap(run.vertex))
    for vertex in wanted.members where !running.contains(vertex) {
      run.report("\(run.names[vertex]) has no sample app", of: vertex)
    }
  }
}
