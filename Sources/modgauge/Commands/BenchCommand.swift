import ArgumentParser
import BuildAnalysis
import BuildRunner
import Documents
import ModuleGraph
import Reports
import Services

struct BenchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench", _superCommandName: Program.name,
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
  @OptionGroup var start: ScenarioOptions

  @Flag(
    help: "Record every measured build as modgauge record does: figures for each module, and a trace of each build.")
  var record = false

  @Flag(
    inversion: .prefixedNo,
    help: "Whether a feature without a sample app gets one in the copy, or is built as a library. Default: it gets one."
  )
  var makeApps: Bool?

  @OptionGroup var planned: DryRunOptions

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
    if planned.dryRun { _ = try planFormat }
    if result.format.contains(where: { $0.rendering.name == RunReport.modulesName }), !planned.dryRun, !record {
      throw ValidationError(
        "--format \(RunReport.modulesName) needs --record: only recorded builds have figures of modules.")
    }
    if force, try result.folder == nil {
      throw ValidationError("--force requires --output: the default folder is always new.")
    }
    if noHistory, history != nil { throw ValidationError("--history and --no-history cannot be combined.") }
  }

  private var planFormat: Rendering<PlanReport> {
    get throws {
      guard let printed = try result.printed else { return PlanReport.standardRendering }
      if let format = FormatName<PlanReport>(argument: printed.name) { return format.rendering }
      throw ValidationError("A plan has these formats: \(PlanReport.renderings.map(\.name).joined(separator: ", ")).")
    }
  }

  func run() async throws {
    guard let resume else { return try await measure(with: service()) }
    try Self.checkResumedAlone(resume, takingOptionsFrom: "run")
    let unfinished = try UnfinishedRun(at: resume)
    try unfinished.enterFolder()
    let request = try unfinished.resumption.bench ?? Self.parse(unfinished.resumption.words ?? []).request
    var command = self
    try command.result.take(request.result)
    try await command.measure(with: BenchService(request, resuming: unfinished))
  }

  private func service() throws -> BenchService {
    guard let share = try sharding.share(by: .bench) else { return BenchService(try request) }
    let planned = try share.document.bench ?? Self.parse(share.document.words ?? []).request
    return BenchService(try planned.carriedOut(for: request), share: share)
  }

  var request: BenchRequest {
    get throws {
      var request = BenchRequest()
      (request.workspace, request.build, request.rounds) = (
        workspace.request, build.request(traits.request), rounds.request
      )
      (request.arms, request.scenarios, request.files) = (named.request, start.scenario, start.file)
      (request.buildsEachModule, request.runsTests, request.records) = (start.perModule, start.tests, record)
      (request.makesApps, request.stopsAtFailure) = (makeApps, onFailure == .stop)
      (request.folder, request.replaces) = (try result.folder, force)
      (request.history.file, request.history.isUsed) = (history, !noHistory)
      request.result = result.request
      return request
    }
  }

  private func measure(with service: BenchService) async throws {
    let places = try result.files()
    if !planned.dryRun { try service.checkFolder() }
    let loaded = try await service.load()
    let prepared: BenchService.Prepared
    do { prepared = try await service.prepare(loaded, isDryRun: planned.dryRun) } catch let error as ArmError
      where planned.dryRun && error.leavesTheGraph
    {
      // Why nothing can be built is the answer, also where there is no feature to show besides.
      do {
        let name = FormatName<RolesReport>(argument: try planFormat.name) ?? .standard
        try Terminal.write(name.rendering.bytes(of: service.roles(of: loaded), style: result.style))
      } catch is RoleError {}
      throw error
    }
    if planned.dryRun {
      try Terminal.write(planFormat.bytes(of: service.plan(of: prepared), style: result.style))
      return planned.tell(place: service.folder(of: prepared), isQuiet: workspace.quiet)
    }
    let (outcome, isQuiet) = (try await service.run(prepared), service.request.workspace.isQuiet)
    try Terminal.write(RunReport(outcome.findings).printed(as: result.printed, result.style))
    outcome.tell(isQuiet: isQuiet, isVerbose: result.verbose)
    try result.all.deliver(RunReport(outcome.findings), to: places)
    outcome.remember(isQuiet: isQuiet)
    if let failure = outcome.failure { throw failure }
    if outcome.findings.run.samples.contains(where: { $0.outcome != .ok }) { throw ExitCode(1) }
  }
}

extension Benchmark.FailurePolicy: ExpressibleByArgument {}
