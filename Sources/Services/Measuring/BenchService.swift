package import BuildAnalysis
import BuildRunner
import Configuration
package import Documents
import ModuleGraph
package import Reports
package import Workspace

/// Carries out a request to build a combined app and its features in rounds.
package struct BenchService {
  package let request: BenchRequest
  /// An interrupted run that is resumed; `nil` for a new one.
  private let unfinished: UnfinishedRun?
  /// The part of a plan that this machine carries out; `nil` for all rounds.
  private let share: PlanShare?

  package init(_ request: BenchRequest, share: PlanShare? = nil) {
    (self.request, self.share, unfinished) = (request, share, nil)
  }

  /// Resumes a run.
  /// - Throws: what reading the plan throws of which it is a part.
  package init(_ request: BenchRequest, resuming unfinished: UnfinishedRun) throws {
    (self.request, self.unfinished) = (request, unfinished)
    share = try unfinished.resumption.shard.map {
      try PlanShare(of: $0.plan, at: ShardPosition($0.place), by: .bench)
    }
  }

  /// What is needed to resolve names.
  package struct Loaded {
    let toolchain: Toolchain
    let configuration: LoadedConfiguration
    package let workspace: LoadedWorkspace
    let builder: Builder
  }

  /// What is known before the first build.
  package struct Prepared {
    let subject: BuildSubject
    let toolchain: Toolchain
    let builder: Builder
    /// Without samples.
    package fileprivate(set) var run: Run

    package var workspace: LoadedWorkspace { subject.workspace }
  }

  /// What came out.
  package struct Outcome {
    package let findings: RunFindings
    package let folder: RunFolder
    /// Why it ended early; `nil` if it did not.
    package let failure: (any Error)?
    /// `nil` if the run is not to be remembered.
    fileprivate let history: HistoryFile?

    /// Adds the run to the history.
    package func remember(isQuiet: Bool) { history?.remember(findings.run, isQuiet: isQuiet) }
  }

  /// Refuses to replace what is in the folder, unless that was requested.
  /// - Throws: `ResultFolder.Occupied`, `ResultFiles.Failure`.
  package func checkFolder() throws {
    if !request.replaces { try replaced?.check() }
  }

  /// The folder that is named for a new run.
  private var replaced: ResultFolder? {
    guard unfinished == nil else { return nil }
    return request.folder.map { ResultFolder(path: Path.absolute($0), names: RunFolder.names) }
  }

  package func load() async throws -> Loaded {
    let toolchain = try Toolchain(at: request.workspace.toolchain)
    let configuration = try request.workspace.foundConfiguration()
    let opened = try request.workspace.opened(configuration, for: request.build)
    let loaded = try await opened.load(configuration, toFindApp: roleSettings(configuration))
    try opened.finish(loaded.graph)
    let builder = try request.build.builder(
      swift: toolchain.swift, configuration.settings.bench, of: opened.path)
    return Loaded(toolchain: toolchain, configuration: configuration, workspace: loaded, builder: builder)
  }

  private func roleSettings(_ configuration: LoadedConfiguration) -> RoleSettings {
    configuration.settings.roles.overridden(combined: request.arms.combined, features: request.arms.features)
  }

  /// What the graph alone says of the apps.
  /// - Throws: `RoleError`.
  package func roles(of loaded: Loaded) throws -> RolesReport {
    let graph = try request.build.traits.graph(
      of: loaded.workspace, platform: loaded.workspace.platformOfApps, isBuilt: true)
    return try RolesReport(on: loaded.workspace, as: graph, settings: roleSettings(loaded.configuration))
  }

  /// Resolves names, and checks whether everything can be built.
  /// - Throws: `ArmError`, `ScenarioError`, `ServiceError`.
  package func prepare(_ loaded: Loaded, isDryRun: Bool = false) async throws -> Prepared {
    let seed = share?.document.plan.seed ?? unfinished?.resumption.seed ?? request.rounds.seed ?? .randomSeed
    var prepared = try await prepare(loaded, seed: seed)
    try checkObstacles(to: prepared, isDryRun: isDryRun)
    if let share { prepared.run = try share.part(of: prepared.run) }
    return prepared
  }

  private func prepare(_ loaded: Loaded, seed: UInt64) async throws -> Prepared {
    let (workspace, builder, settings) = (loaded.workspace, loaded.builder, loaded.configuration.settings.bench)
    let selection = request.build.armSelection(
      workspace, builder, makesApps: request.makesApps ?? settings.makesApps)
    let stated = roleSettings(loaded.configuration)
    let compared = try selection.arms(stated)
    let selected = try ScenarioSelection(workspace: workspace, arms: compared.arms).selected(
      request.scenarios.isEmpty ? settings.scenarios : request.scenarios, isPerModule: request.buildsEachModule,
      runsTests: request.runsTests, files: request.files.map(Path.absolute))
    try request.rounds.check(builder, compared.arms, selected.scenarios)
    let arms = selected.scenarios.contains(.tests) ? try selection.addingTests(to: compared.arms) : compared.arms
    let subject = BuildSubject(workspace: workspace, arms: arms, sites: selected.sites)
    var run = await subject.run(request.rounds.plan(arms, selected, builder, settings, seed: seed))
    if let xcodebuild = builder.xcodebuild { run.environment.compiler = await xcodebuild.version() }
    run.calibration = CalibrationFile.read(for: run.environment)
    run.inference = compared.roles.map { roles in
      Run.Inference(
        sentences: Text.inferences(roles, in: workspace.graph, isAppAlone: !stated.infersFeatures),
        roles: ModuleRole.all(of: roles))
    }
    return Prepared(subject: subject, toolchain: loaded.toolchain, builder: builder, run: run)
  }

  /// Reports before the first build what cannot be built on this machine; a dry run shows it with the plan.
  /// - Throws: `ArmError.obstructed` if that is the combined app.
  private func checkObstacles(to prepared: Prepared, isDryRun: Bool) throws {
    let scopes = prepared.run.scopes(imports: prepared.workspace.missingImports)
    let isForHere = !prepared.builder.statedArguments.contains { ["--swift-sdk", "--triple", "--sdk"].contains($0) }
    guard prepared.builder.swiftBuild != nil, isForHere else { return }
    if let app = scopes.first(where: { $0.arm.role == .combined }), let obstacle = app.part.obstacles.first {
      let others = scopes.filter { $0.part.obstacles.isEmpty }.map(\.arm.name)
      throw ArmError.obstructed(app: app.arm.name, obstacle: obstacle, others: others)
    }
    guard !request.workspace.isQuiet, !isDryRun else { return }
    for sentence in Text.obstacles(to: scopes, in: prepared.workspace.graph) {
      Terminal.note("warning: " + Text.printable(sentence))
    }
  }

  /// What would be built, with what each arm compiles.
  package func plan(of prepared: Prepared) throws -> PlanReport {
    let former = try former(prepared)
    let estimate = former.estimate(of: prepared.run)
    return PlanReport(
      prepared.run, expected: former.expectedDuration(of: prepared.run), imports: prepared.workspace.missingImports,
      estimates: estimate.map { ($0.estimates(in: prepared.workspace.graph), $0.source) })
  }

  /// The folder with the private copies.
  package func folder(of prepared: Prepared) -> String {
    MeasuringEnvironment.Request(prepared.workspace, request.workspace, output: request.folder).folders.work
  }

  private func former(_ prepared: Prepared) throws -> FormerRuns {
    FormerRuns(of: prepared.workspace.rootPath, history: try history(of: prepared.workspace))
  }

  /// The plan for several machines.
  /// - Throws: `PlanShare.Unplannable`.
  package func sharedPlan() async throws -> PlanDocument {
    let run = try await prepare(load(), seed: request.rounds.seed ?? .randomSeed).run
    guard run.plan.stopping == nil else { throw PlanShare.Unplannable.openEnd }
    return PlanDocument(run, carriedOutBy: request)
  }

  /// Makes the builds, and writes the reports even if that ends early.
  package func run(_ prepared: Prepared) async throws -> Outcome {
    let place = MeasuringEnvironment.Request(
      prepared.workspace, request.workspace, output: unfinished?.folder.path ?? request.folder)
    let replaced = request.replaces ? replaced : nil
    return try await MeasuringEnvironment.held(for: place.waiting(request.build.whileBusy)) {
      try replaced?.clear()
    } _: { place in
      let run = try unfinished?.resumed(as: prepared.run) ?? prepared.run
      let method = try await place.method(
        prepared.builder, prepared.toolchain, run, isRecorded: request.records,
        timeoutSeconds: request.rounds.timeoutSeconds)
      if !request.workspace.isQuiet {
        let expected = try former(prepared).expectedDuration(of: prepared.run)
        Terminal.note(PlanReport(prepared.run, expected: expected).summary, terminator: "")
      }
      return try await carryOut(run, prepared.subject, by: method, in: place)
    }
  }

  private func carryOut(
    _ run: Run, _ subject: BuildSubject, by method: BuildMethod, in place: MeasuringEnvironment
  ) async throws -> Outcome {
    let resumption = unfinished?.resumption ?? self.resumption(seed: run.plan.seed)
    let folder = RunFolder(path: place.folders.output)
    let session = BenchmarkSession(
      plan: run, resumption: resumption, folder: folder, isQuiet: request.workspace.isQuiet)
    let keepsTraces = request.records || run.isBuiltByXcode
    let benchmark = Benchmark(run, failurePolicy: request.stopsAtFailure ? .stop : .goOn)
    let outcome = await session.result(of: benchmark) { report in
      try await WorkspaceBuilds(
        of: [subject], for: run, by: method, in: place.folders, resolved: resumption.resolved, keepsTraces: keepsTraces,
        report)
    }
    var failure: (any Error)?
    if case .failure(let error) = outcome { failure = error }
    // A part of a plan is no run of its own.
    let history = run.plan.shard != nil ? nil : try history(of: subject.workspace)
    return Outcome(findings: try session.finished(), folder: folder, failure: failure, history: history)
  }

  private func resumption(seed: UInt64) -> Resumption {
    var resumption = Resumption(folder: Path.absolute("."), of: request, seed: seed)
    resumption.shard = share.map { Resumption.Shard(plan: Path.absolute($0.path), place: $0.place.description) }
    return resumption
  }

  private func history(of loaded: LoadedWorkspace) throws -> HistoryFile? {
    guard request.history.isUsed else { return nil }
    return try HistoryFile(
      named: request.history.file, configuration: request.workspace.foundConfiguration(), root: loaded.rootPath)
  }
}
