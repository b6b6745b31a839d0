import ModuleGraph

extension AdviceKind {
  private static let fewestParts = 4
  private static let fewestUsers = 3
  /// Besides a line for each import, as for a license or comments.
  private static let mostOtherLines = 30

  static let umbrellas = AdviceKind(
    "umbrella", "umbrella modules",
    reason:
      "A module that only re-exports others lets everything that imports it wait for all of them, and be compiled again "
      + "after a change in any of them.",
    remedy: "Import the parts where they are used; keep the umbrella for code outside of the workspace."
  ) { facts, kind, _ in
    facts.ownModules.compactMap { module in
      guard let uses = facts.imports?.uses[module.id], uses.allSatisfy(\.isReexport), let lines = module.lines,
        lines <= uses.count + mostOtherLines
      else { return nil }
      let parts = Set(facts.dependencies(of: module.id)).filter { facts.own.contains($0.package) }
      let users = Set(facts.dependents(of: module.id)).filter { facts.module($0).map { $0.kind != .test } ?? false }
      let exported = Set(uses.compactMap { use in if case .module(let name) = use.imported { name } else { nil } })
      guard parts.count >= fewestParts, users.count >= fewestUsers,
        parts.allSatisfy({ exported.contains(Module.compiledName($0.name)) })
      else { return nil }
      return AdviceFinding(
        kind: kind, subject: [module.id.description],
        message:
          "\(users.count.counted("module")) wait for all \(parts.count) modules that \(module.name) only re-exports "
          + "(\(parts.names))", place: .module(module.id), modules: [module.id])
    }
  }
}
