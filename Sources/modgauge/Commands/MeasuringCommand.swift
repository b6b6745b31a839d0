import BuildAnalysis
import BuildRunner
import Configuration
import ModuleGraph
import Workspace

/// A command that measures builds of a workspace's arms.
protocol BuildingCommand {
  var workspace: WorkspaceOptions { get }
  var build: BuildOptions { get }
  var traits: TraitOptions { get }
  /// In seconds, of a build.
  var timeout: Int { get }
}

/// A command that builds arms of a workspace against one another, in rounds.
protocol MeasuringCommand: BuildingCommand {
  var rounds: RoundOptions { get }
}

extension MeasuringCommand {
  var timeout: Int { rounds.timeout }

  /// - Parameter rounds: instead of those that the command line or the configuration says.
  func plan(
    _ arms: [PlannedArm], _ selected: ScenarioSelection.Selected, _ builder: Builder, _ settings: BenchmarkSettings,
    seed: UInt64, rounds number: Int? = nil
  ) -> Run.Plan {
    Run.Plan(
      arms: arms.map(\.arm.name), scenarios: selected.scenarios, featureScenarios: selected.featureScenarios,
      warmups: rounds.warmups(settings), rounds: number ?? rounds.rounds(settings),
      stopping: number == nil ? rounds.stopping(settings) : nil, retries: rounds.retryNoisy,
      turns: rounds.inTurns.taking, seed: seed, configuration: builder.configuration, prepare: builder.prepare?.words,
      cleanup: builder.cleanup?.words)
  }
}

extension BuildingCommand {
  /// What turns names into arms of a loaded workspace.
  func armSelection(_ loaded: LoadedWorkspace, _ builder: Builder, makesApps: Bool?) -> ArmSelection {
    ArmSelection(
      workspace: loaded, configuration: builder.configuration, builder: builder.name, makesApps: makesApps ?? true,
      arguments: builder.statedArguments, traits: traits.selection ?? .defaults)
  }

  /// Clean builds, of tests too, need no recording, since what they compiled is on the disk; it proves changes.
  /// - Parameter isRecorded: whether it is wanted all the same.
  func method(
    _ builder: Builder, _ toolchain: Toolchain, _ run: Run, isRecorded: Bool, in place: MeasuringPlace
  ) async throws -> BuildMethod {
    let recording =
      isRecorded || run.plan.scenarios.contains { ![.clean, .tests].contains($0) }
      ? try await place.recording(
        of: builder.swiftBuild, toolchain: toolchain, version: run.workspace.graph.environment?.toolchain)
      : nil
    return BuildMethod(
      builder: builder, supervisor: place.supervisor, recording: recording, timeoutSeconds: timeout)
  }
}
