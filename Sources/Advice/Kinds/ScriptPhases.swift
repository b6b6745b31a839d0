import ModuleGraph

extension AdviceKind {
  /// Xcode's own words are “will be run during every build because it does not specify any outputs”.
  static let scriptWithoutOutputs = AdviceKind(
    "script-without-outputs", "script phases without outputs",
    reason: "Xcode runs a script phase without outputs in every build, also if nothing changed.",
    remedy: "List the files that it reads and writes as inputs and outputs, or move what only checks to CI.",
    search: { facts, kind, _ in scripts(facts, kind, "has no outputs") { !$0.hasOutputs && !$0.isAlwaysRun } })

  static let scriptAlways = AdviceKind(
    "script-always-run", "script phases without dependency analysis",
    reason: "Xcode runs them in every build, also if nothing changed.",
    remedy:
      "Switch “Based on dependency analysis” on, with inputs and outputs; or let the script end at once where it has "
      + "nothing to do, and move what only checks to CI.",
    search: { facts, kind, _ in scripts(facts, kind, "is not based on dependency analysis") { $0.isAlwaysRun } })

  private static func scripts(
    _ facts: AdviceFacts, _ kind: String, _ words: String, where isMeant: (XcodeTargetFacts.Script) -> Bool
  ) -> [AdviceFinding] {
    facts.targets.flatMap { target in
      target.scripts.filter(isMeant).map { script in
        AdviceFinding(
          kind: kind, subject: [target.module.description, script.name],
          message: "“\(script.name)” of \(target.module.name) \(words)", place: .file(script.location),
          scripts: [target.module])
      }
    }
  }
}
