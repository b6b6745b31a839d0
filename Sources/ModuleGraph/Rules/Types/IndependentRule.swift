/// Modules that do not depend on each other.
struct IndependentRule: RuleType {
  static let name = "independent"
  static let summary = "No module of the set depends on another one of it."
  static let parameters = [
    RuleParameter("modules", .modules, required: true, "the modules"),
    RuleParameter(
      "between", .choice(["modules", "packages"]), "with packages, modules of the same package may depend on each other"
    ),
    RuleParameter("transitive", .flag, "whether dependencies through modules outside the set count"),
  ]
  static let example = """
    id: features-apart
    type: independent
    modules: "*Feature"
    comment: Each feature builds and runs by itself.
    """

  let values: RuleValues

  private var isBetweenPackages: Bool { values.choice("between") == "packages" }
  private var isTransitive: Bool { values.flag("transitive") }

  func check(_ run: inout RuleRun) {
    let set = run.select("modules", of: values)
    let packages = Set(set.members.map { run.modules[$0].package })
    let line = values.modules("modules")?.line
    if set.count == 1 { return run.note(.cannotBreak(reason: "it selects one module"), line: line) }
    if isBetweenPackages, packages.count == 1 {
      return run.note(.cannotBreak(reason: "its modules are in one package"), line: line)
    }
    for from in set.members {
      for path in run.paths(from: from, to: set, transitive: isTransitive, through: run.own.contains) {
        guard let to = path.last else { continue }
        if isBetweenPackages, run.modules[from].package == run.modules[to].package { continue }
        run.report(path: path)
      }
    }
  }
}
