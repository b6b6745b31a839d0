/// Modules that must have an owner.
struct OwnedRule: RuleType {
  static let name = "owned"
  static let summary = """
    Each module has an owner: `CODEOWNERS`, in the repository's top or in `.github`, `.gitlab` or `docs`, states one for at least one \
    of its files.
    """
  static let parameters = [
    RuleParameter("modules", .modules, "the modules; all but tests if absent"),
    RuleParameter("owners", .patterns, "names of the owners that count; all if absent"),
  ]
  static let example = """
    id: features-have-owners
    type: owned
    modules: { layer: feature }
    owners: "@our-company/*"
    """
  static let reads = FileReadings.owners

  let values: RuleValues

  private var owners: NamePatterns? { values.patterns("owners") }

  func check(_ run: inout RuleRun) {
    let chosen = run.select("modules", of: values)
    guard let stated = run.settings.owners else { return }
    guard stated.file != nil else {
      run.report(
        "there is no CODEOWNERS file, so no module has an owner", subject: ["CODEOWNERS"], modules: chosen.members)
      return
    }
    for vertex in chosen.members where run.modules[vertex].kind.hasSources {
      let found = stated[run.modules[vertex].id]
      if found.contains(where: { owners?.matches($0) ?? true }) { continue }
      run.report(
        found.isEmpty
          ? "\(run.names[vertex]) has no owner"
          : "\(run.names[vertex]) is owned by \(found.joined(separator: ", ")), which none of `owners` names",
        of: vertex)
    }
  }
}
