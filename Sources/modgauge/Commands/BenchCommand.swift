import ArgumentParser
import BuildAnalysis
import BuildRunner
import Reports
import Workspace

struct BenchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Times builds of the combined app against those of its features.",
    discussion: """
      A name is an executable, a product or a module; each is built with exactly what it depends on, in a private copy \
      of the workspace. Every round builds each of them once in each scenario, in random order. Changes are made in \
      the copy and undone, and the report shows what they had compiled again. Writes run.jsonl as it goes, then \
      run.json, builds.md, builds.csv, graph.svg and graph.png. A build that fails is shown as failed, and makes the \
      exit code 1. A run that was ended early goes on with --resume.
      """)

  @OptionGroup var workspace: WorkspaceOptions
  @OptionGroup(title: "Build Options") var build: BuildOptions
  @OptionGroup(title: "Trait Options") var traits: TraitOptions

  @Option(
    help: ArgumentHelp(
      "The combined app, or all for the whole package without tests. Default: the executable with the most modules.",
      valueName: "name"))
  var combined: String?

  @Option(
    help: ArgumentHelp(
      "A feature or its sample app; may be repeated. Default: the other executables.", valueName: "name"))
  var feature: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      clean, null, incremental:MODULE:CHANGE, each-module[:CHANGE] or each-feature[:CHANGE]; CHANGE is comment, body, \
      private, public or file. May be repeated. Default: the configuration's, else clean.
      """, valueName: "scenario"))
  var scenario: [String] = []

  @Option(
    help: ArgumentHelp(
      "The source file that is changed in a module, instead of its largest; may be repeated.", valueName: "path"))
  var file: [String] = []

  @Flag(help: "Build each module of the combined app alone, too, on top of what it depends on.")
  var perModule = false

  @Option(help: ArgumentHelp("How often each is measured; under 6 nothing is claimed.", valueName: "number"))
  var rounds = 6

  @Option(help: ArgumentHelp("Builds of each before that, not measured; the first resolves.", valueName: "number"))
  var warmups = 1

  @Option(help: ArgumentHelp("Seed of the order within the rounds. Default: a random one.", valueName: "number"))
  var seed: UInt64?

  @Option(help: ArgumentHelp("Ends a build that takes longer.", valueName: "seconds"))
  var timeout = 3600

  @Option(help: "Whether the other builds go on when one fails.")
  var onFailure = Benchmark.FailurePolicy.goOn

  @Option(
    help: ArgumentHelp(
      "Goes on with a run that was ended early: its folder or run.jsonl. Give nothing else.", valueName: "run"))
  var resume: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The folder of the run and its reports; else a new one, which is printed.", valueName: "folder"))
  var output: String?

  func validate() throws {
    guard rounds > 0 else { throw ValidationError("--rounds must be 1 or more.") }
    guard warmups > 0 else { throw ValidationError("--warmups must be 1 or more: the first resolves dependencies.") }
    guard timeout > 0 else { throw ValidationError("--timeout must be 1 second or more.") }
  }

  func run() async throws {
    guard let resume else { return try await measure(goingOnWith: nil) }
    let words = ProgramFile.commandWords
    guard words == ["--resume", resume] || words == ["--resume=\(resume)"] else {
      throw ValidationError("--resume takes everything else from the run; give it alone.")
    }
    let unfinished = try UnfinishedRun(at: resume)
    try unfinished.enterFolder()
    try await Self.parse(unfinished.resumption.words).measure(goingOnWith: unfinished)
  }

  private func measure(goingOnWith unfinished: UnfinishedRun?) async throws {
    let toolchain = try Toolchain(at: workspace.toolchain)
    let configuration = try workspace.configuration()
    let loaded = try await workspace.load(configuration)
    try workspace.finish(loaded.graph)
    let swiftBuild = build.swiftBuild(swift: toolchain.swift, traits: traits.buildArguments)
    let arms = try ArmSelection(
      workspace: loaded, configuration: swiftBuild.configuration, arguments: swiftBuild.statedArguments,
      traits: traits.selection ?? .defaults
    ).arms(combined: combined, features: feature)
    let selected = try ScenarioSelection(workspace: loaded, arms: arms).selected(
      scenario.isEmpty ? configuration.settings.scenarios : scenario, isPerModule: perModule,
      files: file.map(Path.absolute))
    let folders = BenchmarkFolders(
      cache: Path.absolute(workspace.cacheDir), workspaceRoot: loaded.rootPath,
      output: unfinished?.folder.path ?? output.map(Path.absolute)
        ?? RunFolder.platformDefault(workspaceKey: BenchmarkFolders.key(loaded.rootPath)))
    let lock = try MachineLock(holder: "process \(ProgramFile.processID), of \(loaded.rootPath)")
    try await folders.clearLeftovers()
    try folders.makeAll()
    let resumption =
      unfinished?.resumption
      ?? Resumption(
        folder: Path.absolute("."), words: ProgramFile.commandWords,
        seed: seed ?? .random(in: 0..<1_000_000))
    var fresh = Run(
      environment: .current(compiler: "Swift \(loaded.graph.environment?.toolchain ?? "")"),
      workspace: await .current(loaded),
      plan: Run.Plan(
        arms: arms.map(\.arm.name), scenarios: selected.scenarios, warmups: warmups, rounds: rounds,
        seed: resumption.seed,
        configuration: swiftBuild.configuration),
      arms: arms.map(\.arm))
    fresh.calibration = CalibrationFile.read(for: fresh.environment)
    let plan = try unfinished?.resumed(as: fresh) ?? fresh
    let benchmark = Benchmark(
      run: plan, arms: arms, workspace: loaded, swiftBuild: swiftBuild,
      supervisor: try Supervisor(
        recorder: ProgramFile.sibling("modgauge-recorder"), recordPath: folders.record,
        temporaryFolder: folders.temporary),
      folders: folders, timeoutSeconds: timeout, failurePolicy: onFailure, resolved: resumption.resolved,
      recording: try await recording(
        swiftBuild, toolchain, selected.scenarios, version: loaded.graph.environment?.toolchain, folders),
      sites: selected.sites)
    try await carryOut(benchmark, plan: plan, resumption, in: RunFolder(path: folders.output))
    _ = consume lock
  }

  /// What proves changes; clean builds need none, since what they compiled is on the disk.
  private func recording(
    _ swiftBuild: SwiftBuild, _ toolchain: Toolchain, _ scenarios: [Scenario], version: String?,
    _ folders: BenchmarkFolders
  ) async throws -> BuildRecording? {
    guard scenarios != [.clean] else { return nil }
    return BuildRecording(
      source: try await BuildRecording.source(
        for: swiftBuild, version: version, toolchain: toolchain,
        recorder: ProgramFile.sibling("modgauge-recorder"), cacheFolder: Path.absolute(workspace.cacheDir)),
      traceFile: folders.trace, toolchainVersion: version)
  }

  /// Builds, and writes the reports of what was built even where that ended early.
  private func carryOut(_ benchmark: Benchmark, plan: Run, _ resumption: Resumption, in folder: RunFolder) async throws
  {
    if !workspace.quiet { announce(plan) }
    let session = BenchmarkSession(plan: plan, resumption: resumption, folder: folder, isQuiet: workspace.quiet)
    let outcome = await session.result(of: benchmark)
    let run = try session.finished()
    try Terminal.write(Markdown.buildsTable(run) + "\n")
    Terminal.complain("reports: \(folder.path)")
    try outcome.get()
    if run.samples.contains(where: { $0.outcome != .ok }) { throw ExitCode(1) }
  }

  private func announce(_ plan: Run) {
    let features = plan.arms.filter { $0.role != .combined }.map(\.name)
    let listed = features.isEmpty ? "none" : features.joined(separator: ", ")
    Terminal.complain("combined app: \(plan.reference?.name ?? "none"); features: \(listed)")
    if features.isEmpty { Terminal.complain("there is nothing to compare; name modules or products with --feature") }
    Terminal.complain("seed \(plan.plan.seed)")
  }
}

extension Benchmark.FailurePolicy: ExpressibleByArgument {}
