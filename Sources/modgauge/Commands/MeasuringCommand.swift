import BuildAnalysis
import BuildRunner
import Configuration
import ModuleGraph
import Workspace

/// A command that measures builds of a workspace's arms.
protocol BuildingCommand {
  var traits: TraitOptions { get }
  /// In seconds, of a build.
  var timeout: Int { get }
}

/// A command that compares builds of a workspace's arms, in rounds.
protocol MeasuringCommand: BuildingCommand {
  var rounds: RoundOptions { get }
}

extension MeasuringCommand {
  var timeout: Int { rounds.timeout }

  /// - Parameter rounds: overrides the command line and the configuration.
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

extension MeasuringCommand {
  /// Checks before the first build whether all arms can be built as requested.
  /// - Throws: `ArmError`.
  func check(_ builder: Builder, _ arms: [PlannedArm], _ scenarios: [Scenario]) throws(ArmError) {
    if builder.xcodebuild != nil, rounds.inTurns == .on { throw .scheme(.noTurns) }
    try builder.check(arms, scenarios)
  }
}

extension BuildingCommand {
  /// Resolves names into arms of a loaded workspace.
  func armSelection(_ loaded: LoadedWorkspace, _ builder: Builder, makesApps: Bool?) -> ArmSelection {
    ArmSelection(
      workspace: loaded, configuration: builder.configuration, builder: builder.name, xcodebuild: builder.xcodebuild,
      makesApps: makesApps ?? true, arguments: builder.statedArguments, traits: traits.selection ?? .defaults)
  }

  /// Clean builds, including those of tests, need no recording, since the files on the disk show what they compiled;
  /// other builds do.
  /// - Parameter isRecorded: whether to record clean builds anyway. Those of `xcodebuild` have logs of their own.
  func method(
    _ builder: Builder, _ toolchain: Toolchain, _ run: Run, isRecorded: Bool, in place: MeasuringPlace
  ) async throws -> BuildMethod {
    try builder.xcodebuild?.check()
    let recording =
      builder.xcodebuild == nil && (isRecorded || run.plan.scenarios.contains { ![.clean, .tests].contains($0) })
      ? try await place.recording(
        of: builder.swiftBuild, toolchain: toolchain, version: run.workspace.graph.environment?.toolchain)
      : nil
    return BuildMethod(
      builder: builder, supervisor: place.supervisor, recording: recording, timeoutSeconds: timeout)
  }
}
