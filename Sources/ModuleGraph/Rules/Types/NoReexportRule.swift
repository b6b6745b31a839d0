/// Modules that re-export nothing.
struct NoReexportRule: RuleType {
  static let name = "no-reexport"
  static let summary = """
    The modules do not re-export what they import: no `@_exported import`. Importers of a module that does see more than they \
    declare, and depend on it.
    """
  static let parameters = [
    RuleParameter("modules", .modules, "the modules; all but tests if absent"),
    RuleParameter("of", .patterns, "the imported modules, by their names in code; all if absent"),
    RuleParameter("public", .flag, "whether `public import` counts as well"),
  ]
  static let example = """
    id: no-umbrella
    type: no-reexport
    modules: { layer: features }
    of: [Core*, UIKit]
    """
  static let reads = FileReadings.imports

  let values: RuleValues

  private var of: NamePatterns? { values.patterns("of") }
  private var findsPublic: Bool { values.flag("public") }

  func check(_ run: inout RuleRun) {
    let chosen = run.select("modules", of: values)
    let (of, findsPublic) = (of, findsPublic)
    guard let imports = run.settings.uses else { return }
    // A rule may name a module that nothing imports yet; only a name that is neither a module nor known is an error.
    let known = SystemModules.all.union(run.modules.map(\.compiledName)).union(
      imports.uses.values.joined().compactMap(\.moduleName))
    run.check(of, among: known, "module")
    for vertex in chosen.members {
      if run.modules[vertex].hasUnreadSources {
        run.leaveOpen(vertex, "\(run.names[vertex]) may re-export modules in sources that could not be read")
      }
      let uses = imports.uses[run.modules[vertex].id] ?? []
      let found = uses.filter { use in
        (use.isReexport || findsPublic && use.isPublic) && (use.moduleName.map { of?.matches($0) ?? true } ?? false)
      }
      for (name, uses) in Dictionary(grouping: found, by: { $0.moduleName ?? "" }) {
        report(name, uses, of: vertex, &run)
      }
    }
  }

  private func report(_ name: String, _ uses: [WorkspaceImports.Use], of vertex: Int, _ run: inout RuleRun) {
    let words = uses.contains(where: \.isReexport) ? "re-exports \(name)" : "publicly imports \(name)"
    run.report(
      "\(run.names[vertex]) \(words)" + (uses.count > 1 ? ", in \(uses.count) places" : ""),
      subject: [run.modules[vertex].id.description, name], modules: [vertex], places: uses.map(\.place))
  }
}
