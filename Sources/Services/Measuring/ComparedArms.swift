import BuildAnalysis
import BuildRunner
import Configuration
import Documents
import Workspace

/// Loads two states, and finds what is built in both.
struct ComparedArms {
  let request: CompareRequest
  let source: StateSource
  let builder: Builder

  private var settings: WorkspaceConfiguration { source.configuration.settings }
  private var isQuiet: Bool { request.workspace.isQuiet }

  /// The arms that both states have, or all of the head if there is no base.
  /// - Throws: `ArmError`, `ScenarioError`, `ServiceError`.
  func pair(in folders: BenchmarkFolders) async throws -> (StatePair, ScenarioSelection.Selected) {
    let head = try await source.load(.head, in: folders)
    let arms = try arms(of: head.workspace)
    let scenarios = request.scenarios.isEmpty ? settings.bench.scenarios : request.scenarios
    let selected = try ScenarioSelection(workspace: head.workspace, arms: arms).selected(scenarios)
    if selected.scenarios.contains(.tests) { throw ScenarioError.testsOnlyInBench }
    try request.rounds.check(builder, arms, selected.scenarios)
    var state = StatePair.State(
      side: .head, workspace: head.workspace, subject: head.subject, arms: arms, sites: selected.sites)
    guard let base = try await loadBase(in: folders) else {
      return (StatePair(base: nil, head: state, home: source.home), selected)
    }
    let others = selection(in: base.workspace).arms(like: arms)
    let names = Set(others.map(\.arm.name))
    let unpaired = Run.Unpaired(
      base: onlyInBase(base.workspace, than: arms), head: arms.map(\.arm.name).filter { !names.contains($0) })
    guard !others.isEmpty else {
      let names = arms.map(\.arm.name).joined(separator: ", ")
      throw ServiceError("The base has none of \(names). Name something that both states contain as the combined app.")
    }
    state.arms = arms.filter { names.contains($0.arm.name) }
    let shared = try ScenarioSelection(workspace: base.workspace, arms: others).shared(selected)
    if !isQuiet { tellOmitted(unpaired, selected.scenarios.filter { !shared.scenarios.contains($0) }) }
    let before = StatePair.State(
      side: .base, workspace: base.workspace, subject: base.subject, arms: others, sites: shared.sites)
    var pair = StatePair(base: before, head: state, home: source.home, unpaired: unpaired)
    let modules = Set(state.arms.flatMap(\.arm.modules))
    if request.isGated {
      pair.changes = head.workspace.changes(
        since: base.workspace, in: modules.sorted(), readingAnything: builder.swiftBuild == nil)
    }
    return (pair, shared)
  }

  private func selection(in loaded: LoadedWorkspace) -> ArmSelection {
    request.build.armSelection(loaded, builder, makesApps: settings.bench.makesApps)
  }

  private func arms(of loaded: LoadedWorkspace) throws(ArmError) -> [PlannedArm] {
    let (selection, named) = (selection(in: loaded), request.arms)
    let app = named.combined ?? settings.roles.combined?.names.first
    if request.isOfCombinedOnly { return [try selection.combinedArm(named: app)] }
    do throws(ArmError) {
      return try selection.arms(settings.roles.overridden(combined: named.combined, features: named.features)).arms
    } catch .roles where named.features.isEmpty {
      // An app without features has two states to compare all the same.
      return [try selection.combinedArm(named: app)]
    }
  }

  /// The arms that the head no longer has; none if the user named what to build.
  private func onlyInBase(_ base: LoadedWorkspace, than arms: [PlannedArm]) -> [String] {
    guard !request.isOfCombinedOnly, request.arms.features.isEmpty else { return [] }
    let names = Set(arms.map(\.arm.name))
    // A base with other roles may have no arms of its own; those of the head are compared all the same.
    do { return try self.arms(of: base).map(\.arm.name).filter { !names.contains($0) } } catch { return [] }
  }

  private func tellOmitted(_ unpaired: Run.Unpaired?, _ scenarios: [Scenario]) {
    for (state, lonely) in [("base", unpaired?.head ?? []), ("head", unpaired?.base ?? [])] where !lonely.isEmpty {
      Terminal.note("note: not in the \(state), so not built: \(lonely.joined(separator: ", "))")
    }
    for scenario in scenarios {
      Terminal.note("note: \(scenario.rawValue) cannot be built in the base and is skipped")
    }
  }

  /// - Returns: `nil` if the base cannot be built, which is reported.
  private func loadBase(in folders: BenchmarkFolders) async throws -> RevisionSource.Loaded? {
    do { return try await source.load(.base, in: folders) } catch is CancellationError {
      throw CancellationError()
    } catch {
      if !(error is Reported) { Terminal.note("error: \("\(error)".visibleLines)") }
      Terminal.note("the base cannot be loaded; the head is measured alone")
      return nil
    }
  }
}
