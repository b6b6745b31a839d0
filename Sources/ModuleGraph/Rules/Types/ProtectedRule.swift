/// Modules that only certain others may depend on.
struct ProtectedRule: RuleType {
  static let name = "protected"
  static let summary =
    "Only modules of `from` depend directly on the modules of `to`, which may depend on each other."
  static let parameters = [
    RuleParameter("to", .modules, required: true, "the protected modules"),
    RuleParameter("from", .modules, required: true, "what may depend on them"),
  ]
  static let example = """
    id: screens-are-resolved-by-the-app
    type: protected
    to: ScreenResolver
    from: { layer: app }
    """

  let values: RuleValues

  func check(_ run: inout RuleRun) {
    let (protected, allowed) = (run.select("to", of: values), run.select("from", of: values))
    let others = run.own.subtracting(allowed).subtracting(protected)
    if others.isEmpty, run.problems.isEmpty {
      return run.note(.cannotBreak(reason: "“from” selects every module"), line: values.modules("from")?.line)
    }
    for dependent in others.members {
      for path in run.paths(from: dependent, to: protected, transitive: false, through: { _ in false }) {
        run.report(path: path)
      }
    }
  }
}
