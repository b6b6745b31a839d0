package import BuildAnalysis
package import BuildRunner
package import ModuleGraph
package import Workspace

/// Two states of a workspace, and their arms.
package struct StatePair: Sendable {
  package struct State: Sendable {
    package let side: Arm.Side
    package let workspace: LoadedWorkspace
    /// The description for a run.
    package let subject: Run.Subject
    /// The same in both states, in the same order.
    package var arms: [PlannedArm]
    /// The places of changes.
    package var sites: [String: ChangeSite]
  }

  /// `nil` if it cannot be built.
  package let base: State?
  package let head: State
  /// The folder of the user's workspace; `nil` if there is none, as in a bare repository.
  package let home: String?
  /// The arms that only one state has; `nil` if there are none.
  package var unpaired: Run.Unpaired?
  /// How what each module is built from differs; `nil` without a base. Unchanged modules are absent.
  package var changes: [ModuleID: BuildInputChange]?
  /// The arms that a gate leaves out, since nothing that they are built from differs.
  package var unchanged: [Run.Unchanged] = []

  /// The slowdowns that the head accepts and the base does not.
  /// - Throws: what `InputFile.document` throws.
  package var accepted: AcceptedRegressions {
    get throws {
      let known = try base.map { try AcceptedFile(in: $0.workspace.rootPath).read() } ?? AcceptedRegressions()
      return try AcceptedFile(in: head.workspace.rootPath).read().subtracting(known)
    }
  }

  /// The files of the head that are new or longer, the ones with the most new lines first; empty without a base.
  package var growingFiles: [ModuleID: [String]] {
    guard let base else { return [:] }
    return head.workspace.sources.reduce(into: [:]) { result, module in
      let known = Dictionary(
        (base.workspace.sources[module.key] ?? []).map { ($0.path, $0.lines ?? 0) }, uniquingKeysWith: { $1 })
      let grown = module.value.map { (path: $0.path, lines: ($0.lines ?? 0) - (known[$0.path] ?? 0)) }
      let sorted = grown.filter { $0.lines > 0 }.sorted { ($1.lines, $0.path) < ($0.lines, $1.path) }
      if !sorted.isEmpty { result[module.key] = sorted.map(\.path) }
    }
  }

  /// What is built, in the order of the folders.
  /// - Parameter isSwapped: whether the head has the first folders, so that the effect of a folder is not mistaken for
  ///   that of the change.
  package func subjects(isSwapped: Bool) -> [BuildSubject] {
    let states = [base, head].compactMap(\.self)
    return (isSwapped ? states.reversed() : states).enumerated().map { index, state in
      let revision = state.subject.dirty == true ? nil : state.subject.revision
      return BuildSubject(
        workspace: state.workspace, arms: state.arms.map { $0.on(state.side, revision: revision, place: index + 1) },
        sites: state.sites, home: home)
    }
  }

  /// The same with only the arms and changes of some cases.
  /// - Parameter cases: under the names that arms have in either state.
  package func only(_ cases: [Case]) -> StatePair {
    func part(_ state: State) -> State {
      var state = state
      state.arms = state.arms.filter { planned in cases.contains { $0.arm == planned.arm.name } }
      state.sites = state.sites.filter { module, _ in cases.contains { $0.scenario.change(in: module) != nil } }
      return state
    }
    return StatePair(base: base.map(part), head: part(head), home: home)
  }

  /// The same with only some arms, and without those of them that a gate need not build.
  /// - Parameter isChosen: whether the arm is one of them.
  package func gated(where isChosen: (Arm) -> Bool) -> StatePair {
    guard let changes else { return self }
    let chosen = head.arms.map(\.arm).filter(isChosen)
    let unchanged = chosen.compactMap { arm -> Run.Unchanged? in
      let found = arm.modules.compactMap { changes[$0] }
      return found.contains(.code) ? nil : Run.Unchanged(arm: arm.name, comments: !found.isEmpty)
    }
    let built = Set(chosen.map(\.name)).subtracting(unchanged.map(\.arm))
    func part(_ state: State) -> State {
      var state = state
      state.arms = state.arms.filter { built.contains($0.arm.name) }
      return state
    }
    return StatePair(
      base: base.map(part), head: part(head), home: home, unpaired: unpaired, changes: changes,
      unchanged: unchanged)
  }

  /// The run of a plan on this machine, before its first build.
  /// - Parameter plan: its arms may still be missing.
  package func run(_ plan: Run.Plan) -> Run {
    let states = subjects(isSwapped: false).map { $0.arms.map(\.arm) }
    // Both states of an arm stand together.
    let arms = head.arms.indices.flatMap { index in states.map { $0[index] } }
    let toolchain = head.workspace.graph.environment?.toolchain ?? ""
    var run = Run(
      started: Moment.now, environment: .current(compiler: "Swift \(toolchain)"),
      workspace: head.subject, base: base?.subject, plan: plan,
      arms: arms)
    run.plan.arms = arms.map(\.name)
    run.unpaired = unpaired
    run.unchanged = unchanged.isEmpty ? nil : unchanged
    return run
  }
}
