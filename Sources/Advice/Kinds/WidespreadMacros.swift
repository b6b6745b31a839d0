import ModuleGraph

extension AdviceKind {
  /// Fewer users are the purpose of a macro.
  private static let fewestUsers = 10

  static let widespreadMacros = AdviceKind(
    "widespread-macros", "macros used in many modules",
    reason: "Each of these modules waits until the macro's program was built, and starts it where it expands one.",
    remedy: "Keep macros out of modules at the bottom of the graph, where the expanded code can be written instead."
  ) { facts, kind, _ in
    facts.graph.modules.filter { $0.kind == .macro }.compactMap { macro in
      let libraries = facts.dependents(of: macro.id).filter { facts.module($0)?.kind != .test }
      let names = Set(libraries.map { Module.compiledName($0.name) })
      let users = facts.ownModules.map(\.id).filter { id in
        facts.imports?.uses[id]?.contains {
          if case .module(let name) = $0.imported { names.contains(name) } else { false }
        }
          ?? false && !libraries.contains(id)
      }
      guard users.count >= fewestUsers else { return nil }
      return AdviceFinding(
        kind: kind, subject: [macro.id.description],
        message: "\(users.count) modules import \(libraries.names) with the macros of \(macro.name) (\(users.names))",
        place: .module(users[0]), modules: facts.reached(from: [macro.id]).sorted())
    }
  }
}
