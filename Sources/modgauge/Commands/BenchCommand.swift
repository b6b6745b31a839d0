import ArgumentParser
import BuildAnalysis
import BuildRunner
import Documents
import ModuleGraph
import Reports
import Workspace

struct BenchCommand: AsyncParsableCommand, MeasuringCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench", _superCommandName: Modgauge.name,
    abstract: "Times builds of the combined app against those of its features.",
    discussion: """
      A name is an executable, a product or a module; each is built with exactly what it depends on, in a private \
      copy of the workspace. If no names are given, they are inferred as by `modgauge roles` and printed: the \
      combined app, and for each feature its sample app. For a feature without one, a sample app that imports only \
      the feature is generated in the copy.

      Every round builds each of them once in each scenario, in random order. Changes are made in the copy and \
      undone, and the report shows what they recompiled. A build that fails is shown as failed, and sets exit code \
      1. --resume continues an interrupted run.

      Writes run.jsonl as it goes, then run.json, report.html, report.md, builds.csv, hyperfine.json, chart.svg and \
      .png, graph.svg and .png. The run is added to the workspace's history, which `modgauge history` shows.
      """)

  @OptionGroup(title: "Workspace Options") var workspace: WorkspaceOptions
  @OptionGroup(title: "Build Options") var build: BuildOptions
  @OptionGroup(title: "Trait Options") var traits: TraitOptions
  @OptionGroup(title: "Round Options") var rounds: RoundOptions

  @OptionGroup(title: "Shard Options") var sharding: ShardOptions

  @OptionGroup var named: ArmOptions

  @Option(
    help: ArgumentHelp(
      """
      The scenario of each build: clean, null (nothing changed), first-null (the same right after a clean build), \
      incremental:MODULE:CHANGE, alone:MODULE (that module on top of what it depends on), tests (as --tests), \
      each-module[:CHANGE], \
      each-feature[:CHANGE] (in the combined app and in the feature's own arm), or comparison, which is clean, null and \
      each-feature; CHANGE is comment, body, private, public or file. May be repeated. Default: the \
      configuration's, else clean.
      """, valueName: "scenario"))
  var scenario: [String] = []

  @Option(
    help: ArgumentHelp(
      "The source file that is changed in a module, instead of its largest; may be repeated.", valueName: "path"))
  var file: [String] = []

  @Flag(help: "Also build each module of the combined app alone, on top of its dependencies.")
  var perModule = false

  @Flag(
    help:
      "Also build and run each feature's own tests, and all tests of the combined app, from a clean state.")
  var tests = false

  @Flag(
    help: "Record every measured build as modgauge record does: figures for each module, and a trace of each build.")
  var record = false

  @Flag(
    inversion: .prefixedNo,
    help: "Whether a feature without a sample app gets one in the copy, or is built as a library. Default: it gets one."
  )
  var makeApps: Bool?

  @Flag(help: "Print what would be built, how often, and how long that takes; build nothing.")
  var dryRun = false

  @OptionGroup var result: FolderOptions<RunReport>

  @Option(help: "What to do when a build fails.")
  var onFailure = Benchmark.FailurePolicy.goOn

  @Option(
    help: ArgumentHelp(
      "Resume an interrupted run: its folder or run.jsonl. No other option is allowed.", valueName: "run"))
  var resume: String?

  @Flag(help: "Replace the run, the recorded build or the files of the same names in the folder of --output.")
  var force = false

  @Option(help: HistorySource.help) var history: String?

  @Flag(help: "Do not use the history: expect no duration from it, and do not add the run to it.")
  var noHistory = false

  func validate() throws {
    if dryRun { _ = try planFormat }
    if result.format.contains(where: { $0.rendering.name == RunReport.modulesName }), !dryRun, !record {
      throw ValidationError(
        "--format \(RunReport.modulesName) needs --record: only recorded builds have figures of modules.")
    }
    if force, try result.folder == nil {
      throw ValidationError("--force requires --output: the default folder is always new.")
    }
    if noHistory, history != nil { throw ValidationError("--history and --no-history cannot be combined.") }
  }

  /// The rendering of a plan.
  private var planFormat: Rendering<PlanReport> {
    get throws {
      guard let printed = try result.printed else { return PlanReport.standardRendering }
      guard let rendering = FormatName<PlanReport>(argument: printed.name)?.rendering else {
        throw ValidationError("A plan has these formats: \(PlanReport.renderings.map(\.name).joined(separator: ", ")).")
      }
      return rendering
    }
  }

  func run() async throws {
    guard let resume else { return try await Self.measure(ProgramFile.commandWords, goingOnWith: nil) }
    let words = ProgramFile.commandWords
    guard words == ["--resume", resume] || words == ["--resume=\(resume)"] else {
      throw ValidationError("--resume takes all other options from the run; give it alone.")
    }
    let unfinished = try UnfinishedRun(at: resume)
    try unfinished.enterFolder()
    try await Self.measure(unfinished.resumption.words, goingOnWith: unfinished)
  }

  /// - Parameter words: the arguments, to which a named plan adds its own.
  private static func measure(_ words: [String], goingOnWith unfinished: UnfinishedRun?) async throws {
    let own = try parse(words)
    guard let share = try own.sharding.share(by: .bench) else {
      return try await own.measure(words, goingOnWith: unfinished, share: nil)
    }
    try await parse(share.words(words)).measure(
      words + ["--shard", share.place.words], goingOnWith: unfinished, share: share)
  }

  private func measure(
    _ words: [String], goingOnWith unfinished: UnfinishedRun?, share: ShardOptions.Share?
  ) async throws {
    let named = try result.folder
    let replaced =
      unfinished == nil ? named.map { ResultFolder(path: Path.absolute($0), names: RunFolder.names) } : nil
    let places = try result.files()
    if !force, !dryRun { try replaced?.check() }
    let loaded = try await load()
    var prepared: Prepared
    do {
      prepared = try await prepare(
        loaded,
        seed: share?.document.plan.seed ?? unfinished?.resumption.seed ?? rounds.seed ?? .random(in: 0..<1_000_000))
      try checkObstacles(to: prepared)
    } catch let error as ArmError where dryRun && error.leavesTheGraph {
      // Why nothing can be built is the answer, also where there is no feature to show besides.
      do { try tellGraph(of: loaded) } catch is RoleError {}
      throw error
    }
    if let share { prepared.run = try share.part(of: prepared.run) }
    let former = FormerRuns(of: prepared.workspace.rootPath, history: try historyFile(of: prepared.workspace))
    let plan = plan(of: prepared, former)
    if dryRun { return try Terminal.write(planFormat.bytes(of: plan, style: result.style)) }
    let request = try request(of: prepared.workspace, goingOnWith: unfinished)
    try await MeasuringPlace.held(for: request.waiting(build.whileBusy)) {
      if force { try replaced?.clear() }
    } _: { place in
      let run = try unfinished?.resumed(as: prepared.run) ?? prepared.run
      let method = try await method(prepared.builder, prepared.toolchain, run, isRecorded: record, in: place)
      if !workspace.quiet { Terminal.note(plan.summary, terminator: "") }
      let resumption =
        unfinished?.resumption ?? Resumption(folder: Path.absolute("."), words: words, seed: run.plan.seed)
      try await carryOut(run, prepared.subject, by: method, in: place, resumption, writing: places)
    }
  }

  private func request(
    of loaded: LoadedWorkspace, goingOnWith unfinished: UnfinishedRun?
  ) throws -> MeasuringPlace.Request {
    let key = BenchmarkFolders.key(loaded.rootPath)
    return MeasuringPlace.Request(
      loaded, cache: Path.absolute(workspace.cacheDir),
      output: try unfinished?.folder.path ?? result.folder.map(Path.absolute)
        ?? RunFolder.platformDefault(workspaceKey: key),
      recorder: ProgramFile.sibling("modgauge-recorder"))
  }

  /// Prints what the graph alone shows if nothing would be built.
  private func tellGraph(of loaded: Loaded) throws {
    let graph = try traits.graph(of: loaded.workspace, platform: loaded.workspace.platformOfApps, isBuilt: true)
    let report = try RolesReport(
      on: loaded.workspace, as: graph,
      settings: roleSettings(loaded.configuration))
    let rendering = FormatName<RolesReport>(argument: try planFormat.name)?.rendering ?? RolesReport.standardRendering
    try Terminal.write(rendering.bytes(of: report, style: result.style))
  }

  /// Reports before the first build what cannot be built on this machine; a dry run shows it with the plan.
  /// - Throws: `ArmError.obstructed` if that is the combined app.
  private func checkObstacles(to prepared: Prepared) throws {
    let scopes = prepared.run.scopes(imports: prepared.workspace.missingImports)
    let isForHere = !prepared.builder.statedArguments.contains { ["--swift-sdk", "--triple", "--sdk"].contains($0) }
    guard prepared.builder.swiftBuild != nil, isForHere else { return }
    if let app = scopes.first(where: { $0.arm.role == .combined }), let obstacle = app.part.obstacles.first {
      let others = scopes.filter { $0.part.obstacles.isEmpty }.map(\.arm.name)
      throw ArmError.obstructed(app: app.arm.name, obstacle: obstacle, others: others)
    }
    guard !workspace.quiet, !dryRun else { return }
    for sentence in Text.obstacles(to: scopes, in: prepared.workspace.graph) {
      Terminal.note("warning: " + Text.printable(sentence))
    }
  }

  /// The plan for several machines with these arguments.
  /// - Parameter words: the arguments.
  func planned(_ words: [String]) async throws -> PlanDocument {
    let run = try await prepare(load(), seed: rounds.seed ?? .random(in: 0..<1_000_000)).run
    guard run.plan.stopping == nil else { throw PlanCommand.Refusal.openEnd }
    return PlanDocument(run, carriedOutBy: .bench, words: words)
  }

  /// The plan, with what each arm compiles, since nothing is built.
  private func plan(of prepared: Prepared, _ former: FormerRuns) -> PlanReport {
    let estimate = dryRun ? former.estimate(of: prepared.run) : nil
    return PlanReport(
      prepared.run, expected: former.expectedDuration(of: prepared.run),
      imports: dryRun ? prepared.workspace.missingImports : [:],
      estimates: estimate.map { ($0.estimates(in: prepared.workspace.graph), $0.source) })
  }

  /// The facts known before the first build.
  private struct Prepared {
    let subject: BuildSubject
    let toolchain: Toolchain
    let builder: Builder
    /// Without samples.
    var run: Run

    var workspace: LoadedWorkspace { subject.workspace }
  }

  /// The inputs that are needed to resolve names.
  private struct Loaded {
    let toolchain: Toolchain
    let configuration: FoundConfiguration
    let workspace: LoadedWorkspace
    let builder: Builder
  }

  private func load() async throws -> Loaded {
    let toolchain = try Toolchain(at: workspace.toolchain)
    let configuration = try workspace.configuration()
    let options = try workspace.opened(configuration, for: build)
    let loaded = try await options.load(configuration, toFindApp: roleSettings(configuration))
    try workspace.finish(loaded.graph)
    let builder = try build.builder(
      swift: toolchain.swift, traits: traits.buildArguments, configuration.settings.bench, of: options.packagePath)
    return Loaded(toolchain: toolchain, configuration: configuration, workspace: loaded, builder: builder)
  }

  private func roleSettings(_ configuration: FoundConfiguration) -> RoleSettings {
    configuration.settings.roles.overridden(combined: named.combined, features: named.feature)
  }

  private func prepare(_ state: Loaded, seed: UInt64) async throws -> Prepared {
    let (toolchain, configuration, loaded, builder) = (
      state.toolchain, state.configuration, state.workspace, state.builder
    )
    let settings = configuration.settings.bench
    let selection = armSelection(loaded, builder, makesApps: makeApps ?? settings.makesApps)
    let stated = roleSettings(configuration)
    let compared = try selection.arms(stated)
    let selected = try ScenarioSelection(workspace: loaded, arms: compared.arms).selected(
      scenario.isEmpty ? settings.scenarios : scenario, isPerModule: perModule, runsTests: tests,
      files: file.map(Path.absolute))
    try check(builder, compared.arms, selected.scenarios)
    let arms = selected.scenarios.contains(.tests) ? try selection.addingTests(to: compared.arms) : compared.arms
    let subject = BuildSubject(workspace: loaded, arms: arms, sites: selected.sites)
    var run = await subject.run(plan(arms, selected, builder, settings, seed: seed))
    if let xcodebuild = builder.xcodebuild { run.environment.compiler = await xcodebuild.version() }
    run.calibration = CalibrationFile.read(for: run.environment)
    run.inference = compared.roles.map { roles in
      Run.Inference(
        sentences: Text.inferences(roles, in: loaded.graph, isAppAlone: !stated.infersFeatures),
        roles: ModuleRole.all(of: roles))
    }
    return Prepared(subject: subject, toolchain: toolchain, builder: builder, run: run)
  }

  /// Makes the builds, and writes the reports even if that ended early.
  private func carryOut(
    _ run: Run, _ subject: BuildSubject, by method: BuildMethod, in place: MeasuringPlace, _ resumption: Resumption,
    writing places: [ResultOptions<RunReport>.Destination]
  ) async throws {
    let folder = RunFolder(path: place.folders.output)
    let session = BenchmarkSession(plan: run, resumption: resumption, folder: folder, isQuiet: workspace.quiet)
    let keepsTraces = record || run.isBuiltByXcode
    // A part of a plan is no run of its own.
    let history = run.plan.shard != nil ? nil : try historyFile(of: subject.workspace)
    let outcome = await session.result(of: Benchmark(run, failurePolicy: onFailure)) { report in
      try await WorkspaceBuilds(
        of: [subject], for: run, by: method, in: place.folders, resolved: resumption.resolved, keepsTraces: keepsTraces,
        report)
    }
    let finished = try session.finished()
    try tell(finished, in: folder)
    try result.all.deliver(RunReport(finished), to: places)
    history?.remember(finished.run, isQuiet: workspace.quiet)
    try outcome.get()
    if finished.run.samples.contains(where: { $0.outcome != .ok }) { throw ExitCode(1) }
  }

  private func historyFile(of loaded: LoadedWorkspace) throws -> HistoryFile? {
    try noHistory
      ? nil : HistoryFile(named: history, configuration: workspace.configuration(), root: loaded.rootPath)
  }

  private func tell(_ findings: RunFindings, in folder: RunFolder) throws {
    try Terminal.write(RunReport(findings).printed(as: result.printed, result.style))
    if !workspace.quiet { tellDoubts(of: findings) }
    Terminal.note("reports: \(folder.path)")
    // It exists until the last build.
    if folder.resumption.exists { Terminal.note("resume with `modgauge bench --resume \(folder.path.shellWord)`") }
  }

  private static let shownDoubts = 10

  /// Prints the limits of the figures, which are also in the reports.
  private func tellDoubts(of findings: RunFindings) {
    findings.endingWords.map { Terminal.note($0) }
    let all = Doubts.all(of: findings)
    let isShort = Terminal.showsOutput && !result.verbose
    if isShort, !all.isEmpty {
      return Terminal.note("warning: \(Figures.counted(all.count, "build")) in doubt; --verbose and report.md say why")
    }
    for doubts in all.prefix(Self.shownDoubts) {
      let name = Text.printable(BenchmarkProgress.name(of: doubts.what))
      Terminal.note("warning: \(name): \(doubts.words.joined(separator: "; "))")
    }
    let rest = all.count - Self.shownDoubts
    if rest > 0 { Terminal.note("warnings of \(rest) more are in report.md") }
  }
}

extension Benchmark.FailurePolicy: ExpressibleByArgument {}
