/// Modules that may not depend on certain others.
struct ForbiddenRule: RuleType {
  static let name = "forbidden"
  static let summary = "No module of `from` depends on one of `to`."
  static let parameters = [
    RuleParameter("from", .modules, required: true, "the dependents"),
    RuleParameter("to", .modules, required: true, "what they may not depend on"),
    RuleParameter("transitive", .flag, "whether dependencies through other modules count"),
  ]
  static let example = """
    id: no-ui-in-core
    type: forbidden
    from: { layer: core }
    to: ["*UI", swift-nio/*]
    transitive: true
    """

  let values: RuleValues

  private var isTransitive: Bool { values.flag("transitive") }

  func check(_ run: inout RuleRun) {
    let (dependents, forbidden) = (run.select("from", of: values), run.select("to", of: values))
    if dependents.count == 1, dependents == forbidden {
      return run.note(.cannotBreak(reason: "“from” and “to” are the same module"), line: values.modules("from")?.line)
    }
    let own = run.own
    for dependent in dependents.members {
      // A path through another module of `from` is reported for that module.
      let paths = run.paths(
        from: dependent, to: forbidden, transitive: isTransitive,
        through: { own.contains($0) && !dependents.contains($0) })
      for path in paths { run.report(path: path) }
    }
  }
}
