package import BuildAnalysis
package import BuildRunner
package import Configuration
package import Documents
package import ModuleGraph
import Platform
package import Workspace

extension BuildRequest {
  /// What a request for the machine does while it is busy; `nil` to refuse.
  package var whileBusy: (@Sendable (_ holder: String) -> Void)? {
    guard waits else { return nil }
    return { Terminal.note("waiting until another benchmark has finished (\($0.visible))") }
  }

  /// `swift build` with what is asked for, else with what the configuration says of it.
  package func swiftBuild(swift: String, _ settings: BenchmarkSettings = BenchmarkSettings()) -> SwiftBuild {
    // A configuration with `xcodebuild` states the arguments of that, whatever builds now.
    let stated = arguments.isEmpty && settings.xcodebuild == nil ? settings.buildArguments : arguments
    return SwiftBuild(
      swift: swift, configuration: configuration, jobs: jobs, buildSystem: buildSystem ?? settings.buildSystem,
      extraArguments: traits.buildArguments + stated)
  }

  /// The builder, which a configuration may determine. A build system, or arguments for `swift build` where the
  /// configuration has a command, imply `swift build`.
  /// - Parameter path: the workspace; of what `xcodebuild` builds, the Xcode workspace or project.
  /// - Throws: `InvalidRequest` for traits, which are SwiftPM's.
  package func builder(
    swift: String, _ settings: BenchmarkSettings, of path: String
  ) throws(InvalidRequest) -> Builder {
    let swiftBuild = swiftBuild(swift: swift, settings)
    let isSwiftBuild = buildSystem != nil || !arguments.isEmpty
    var xcodebuild: Xcodebuild?
    if let stated = self.xcodebuild(settings) {
      if let option = traits.buildArguments.first {
        throw InvalidRequest(
          "\(option) is an option of `swift build`, and the configuration's builder is `xcodebuild`.")
      }
      xcodebuild = Xcodebuild(
        container: WorkspaceLocation.container(of: path),
        configuration: configuration == "release" ? "Release" : stated.configuration ?? "Debug",
        destination: stated.destination, jobs: jobs,
        extraArguments: arguments.isEmpty ? settings.buildArguments : arguments)
    }
    return Builder(
      swiftBuild, command: isSwiftBuild ? nil : settings.command, xcodebuild: xcodebuild, prepare: settings.prepare,
      cleanup: settings.cleanup, cores: HostMachine.usableProcessors)
  }

  /// What `xcodebuild` builds; `nil` if it is not the builder.
  package func xcodebuild(_ settings: BenchmarkSettings) -> XcodebuildSettings? {
    buildSystem == nil ? settings.xcodebuild : nil
  }

  /// Resolves names into arms of a loaded workspace.
  package func armSelection(_ loaded: LoadedWorkspace, _ builder: Builder, makesApps: Bool?) -> ArmSelection {
    ArmSelection(
      workspace: loaded, configuration: builder.configuration, builder: builder.name, xcodebuild: builder.xcodebuild,
      makesApps: makesApps ?? true, arguments: builder.statedArguments, traits: traits.selection ?? .defaults)
  }

  /// Resolves names into arms that `swift build` builds.
  package func armSelection(_ loaded: LoadedWorkspace, _ swiftBuild: SwiftBuild) -> ArmSelection {
    ArmSelection(
      workspace: loaded, configuration: swiftBuild.configuration, arguments: swiftBuild.statedArguments,
      traits: traits.selection ?? .defaults)
  }
}

extension WorkspaceRequest {
  /// The same with the Xcode workspace or project that the configuration's builder builds, unless one is named.
  package func opened(
    _ configuration: LoadedConfiguration, for build: BuildRequest
  ) throws(ServiceError) -> WorkspaceRequest {
    guard let container = build.xcodebuild(configuration.settings.bench)?.container,
      ![".xcworkspace", ".xcodeproj"].contains(where: path.hasSuffix)
    else { return self }
    var request = self
    let isHere = configuration.base.map { $0 == Path.canonical(path) } ?? true
    let folder = isHere ? path : configuration.base ?? path
    request.path = folder == "." ? container : "\(folder)/\(container)"
    guard Path.isFolder(request.path) else {
      let file = configuration.file ?? WorkspaceConfiguration.fileName
      throw ServiceError(
        "There is no folder `\(request.path.visible)`, which `builder:` in `\(file.visible)` names. Its path is relative to that file's folder."
      )
    }
    return request
  }
}

extension TraitRequest {
  /// `nil` if nothing was said.
  package var selection: TraitSelection? {
    if all { return .all }
    if none { return TraitSelection.none }
    return named.map { .named($0) }
  }

  /// The same traits as arguments for `swift build`.
  package var buildArguments: [String] {
    (named.map { ["--traits", $0.joined(separator: ",")] } ?? []) + (all ? ["--enable-all-traits"] : [])
      + (none ? ["--disable-default-traits"] : [])
  }

  /// The workspace's graph with conditions on traits, and on a platform, applied.
  /// - Parameter isBuilt: whether it is that of a build, which has the default traits if nothing was said.
  /// - Throws: `ServiceError`.
  package func graph(
    of workspace: LoadedWorkspace, platform: String?, isBuilt: Bool = false
  ) throws -> ModuleGraph {
    let selection = selection ?? (isBuilt ? .defaults : nil)
    guard selection != nil || platform != nil else { return workspace.graph }
    let platforms = workspace.graph.platforms
    if let platform, !platforms.contains(platform) {
      let nearest = platforms.nearest(to: platform)
      let list = nearest.isEmpty ? ". Conditions name: " + platforms.sorted().joined(separator: ", ") : ""
      throw ServiceError("There is no platform “\(platform)”\(list).\(nearest.suggestion)")
    }
    if case .named(let names)? = selection {
      let known = Set(workspace.packages.flatMap { $0.manifest.traits.map(\.name) } + ["default", "defaults"])
      if let unknown = names.first(where: { !known.contains($0) }) {
        let nearest = known.subtracting(["defaults"]).nearest(to: unknown)
        throw ServiceError("No package of the workspace has a trait “\(unknown)”.\(nearest.suggestion)")
      }
    }
    return workspace.graph.applyingConditions(
      platform: platform, traits: selection.map { workspace.enabledTraits($0) })
  }
}

extension RoundRequest {
  /// What ends the rounds before the last one; `nil` if their number is fixed. A number of rounds without further
  /// conditions is fixed, whatever the configuration says.
  package func stopping(_ settings: BenchmarkSettings) -> Run.Plan.Stopping? {
    if rounds != nil, !mayStop { return nil }
    let budget = budgetSeconds ?? settings.timeBudget?.seconds
    guard let percent = halfWidth ?? settings.halfWidth ?? budget.map({ _ in Self.standardHalfWidth }) else {
      return nil
    }
    return Run.Plan.Stopping(targetHalfWidth: percent / 100, budgetSeconds: budget)
  }

  /// The number of rounds, or their maximum.
  package func count(_ settings: BenchmarkSettings) -> Int {
    rounds ?? (mayStop ? nil : settings.rounds)
      ?? (stopping(settings) == nil ? RunFindings.roundsForClaim : Self.mostRounds)
  }

  /// Whether there is a condition for ending the rounds.
  private var mayStop: Bool { halfWidth != nil || budgetSeconds != nil }

  private static let standardHalfWidth = 1.5
  /// Up to this number, all distributions are exact.
  private static let mostRounds = 100

  /// The plan of rounds of arms.
  package func plan(
    _ arms: [PlannedArm], _ selected: ScenarioSelection.Selected, _ builder: Builder, _ settings: BenchmarkSettings,
    seed: UInt64
  ) -> Run.Plan {
    Run.Plan(
      arms: arms.map(\.arm.name), scenarios: selected.scenarios, featureScenarios: selected.featureScenarios,
      warmups: warmups ?? settings.warmups ?? 1, rounds: count(settings), stopping: stopping(settings),
      retries: retries, turns: turns, seed: seed, configuration: builder.configuration,
      prepare: builder.prepare?.arguments, cleanup: builder.cleanup?.arguments)
  }

  /// Checks before the first build whether all arms can be built as requested.
  func check(_ builder: Builder, _ arms: [PlannedArm], _ scenarios: [Scenario]) throws(ArmError) {
    if builder.xcodebuild != nil, turns == .on { throw .scheme(.noTurns) }
    try builder.check(arms, scenarios)
  }
}

extension UInt64 {
  /// A seed for the order of builds.
  static var randomSeed: UInt64 { .random(in: 0..<1_000_000) }
}

extension MeasuringEnvironment {
  /// How a run's builds are made here. Clean builds, including those of tests, need no recording, since the files on the
  /// disk show what they compiled; other builds do.
  /// - Parameter isRecorded: whether to record clean builds anyway. Those of `xcodebuild` have logs of their own.
  func method(
    _ builder: Builder, _ toolchain: Toolchain, _ run: Run, isRecorded: Bool, timeoutSeconds: Int
  ) async throws -> BuildMethod {
    try builder.xcodebuild?.check()
    let recording =
      builder.xcodebuild == nil && (isRecorded || run.plan.scenarios.contains { ![.clean, .tests].contains($0) })
      ? try await recording(
        of: builder.swiftBuild, toolchain: toolchain, version: run.workspace.graph.environment?.toolchain)
      : nil
    return BuildMethod(builder: builder, supervisor: supervisor, recording: recording, timeoutSeconds: timeoutSeconds)
  }
}

extension MeasuringEnvironment.Request {
  /// - Parameter output: the folder of the results; `nil` for a new one.
  package init(_ workspace: LoadedWorkspace, _ request: WorkspaceRequest, output: String?) {
    self.init(
      workspace, cache: Path.absolute(request.cachePath),
      output: output.map(Path.absolute)
        ?? RunFolder.platformDefault(workspaceKey: BenchmarkFolders.key(workspace.rootPath)),
      recorder: ProgramFile.sibling("modgauge-recorder"))
  }

  /// The same for a workspace whose states are loaded later.
  /// - Parameter output: absolute.
  init(_ request: WorkspaceRequest, output: String) {
    self.init(
      root: request.root, packages: [request.root], cache: Path.absolute(request.cachePath), output: output,
      recorder: ProgramFile.sibling("modgauge-recorder"))
  }
}
