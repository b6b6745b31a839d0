import ModuleGraph

/// What was recompiled after a change, compared with the dependents of the changed module.
package struct Rebuild: Sendable, Hashable {
  package let arm: String
  /// The name of the changed module in the scenario.
  package let module: String
  package let change: SourceChange
  /// The modules recompiled in any measured round, each with its largest number of files; `nil` if this could not be
  /// observed, so that the change is not known to have had any effect.
  package let rebuilt: [RebuiltModule]?
  /// The direct and indirect dependents of the changed module in the arm, by the compiler's module names, sorted.
  package let dependents: [String]
  /// Whether the `.swiftmodule` changed in any round; `nil` if there is no such file.
  package let interfaceChanged: Bool?

  package var rebuiltDependents: [String] {
    let compiled = Set((rebuilt ?? []).map(\.module))
    return dependents.filter(compiled.contains)
  }

  /// Modules that were recompiled although they do not depend on the changed one.
  package var strangers: [String] {
    let expected = Set(dependents + [compiledName])
    return (rebuilt ?? []).map(\.module).filter { !expected.contains($0) }
  }

  /// The number of recompiled files; `nil` if it could not be observed.
  package var files: Int? { rebuilt.map { $0.reduce(0) { $0 + $1.files } } }

  /// Whether dependents were recompiled after a change that is not visible to them.
  package var isLeak: Bool { !change.isVisible && !rebuiltDependents.isEmpty }

  private var compiledName: String { Module.compiledName(ModuleID(module)?.name ?? module) }
}

extension Rebuild {
  /// - Parameter measured: the case's successful rounds.
  /// - Returns: `nil` for a case without a change, or without rounds.
  init?(of build: Case, in run: Run, _ measured: [Sample]) {
    guard case .incremental(let module, let change) = build.scenario, !measured.isEmpty,
      let arm = run.arms.first(where: { $0.name == build.arm }),
      let id = run.subject(of: arm).graph.module(named: module)?.id
    else { return nil }
    let seen = measured.compactMap(\.rebuilt)
    self.init(
      arm: build.arm, module: module, change: change, rebuilt: seen.isEmpty ? nil : Self.union(seen),
      dependents: Self.dependents(of: id, in: arm, run.subject(of: arm).graph),
      interfaceChanged: measured.compactMap(\.interfaceChanged).anySatisfied)
  }

  private static func union(_ builds: [[RebuiltModule]]) -> [RebuiltModule] {
    let files = Dictionary(builds.joined().map { ($0.module, $0.files) }, uniquingKeysWith: max)
    return files.map { RebuiltModule(module: $0.key, files: $0.value) }.sorted { $0.module < $1.module }
  }

  private static func dependents(of module: ModuleID, in arm: Arm, _ graph: ModuleGraph) -> [String] {
    let built = Set(arm.modules)
    let dependents = Dictionary(grouping: graph.dependencies, by: \.to)
    let reached = Set([module]).closed { (dependents[$0] ?? []).lazy.map(\.from).filter(built.contains) }
    return reached.subtracting([module]).map { Module.compiledName($0.name) }.sorted()
  }
}

extension [Bool] {
  /// Whether any element is true; `nil` without elements.
  fileprivate var anySatisfied: Bool? { isEmpty ? nil : contains(true) }
}
