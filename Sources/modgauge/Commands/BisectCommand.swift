import ArgumentParser
import BuildAnalysis
import BuildRunner
import Configuration
import Reports
import RunHistory
import Workspace

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct BisectCommand: AsyncParsableCommand, BuildingCommand {
  static let configuration = CommandConfiguration(
    commandName: "bisect", _superCommandName: Modgauge.name,
    abstract: "Finds the revision at which builds became slower.",
    discussion: """
      Builds revisions between --good and --bad, along first parents, until the first slow one is known with the \
      required confidence: a bisection that allows for noise and for a machine whose speed drifts. Builds are made \
      at the most informative revisions, in pairs of a probably good and a probably bad one, in private copies, at \
      the same paths for all revisions. Medians in the history, of this machine and toolchain, show where to look. A \
      revision that does not build is skipped and reported.

      Exit code 3 if --max-builds is reached before the answer is certain enough, or if the two revisions do not \
      differ.
      """)

  @Option(help: ArgumentHelp("A revision before the change: an ancestor of --bad.", valueName: "revision"))
  var good: String?

  @Option(help: ArgumentHelp("A revision after the change.", valueName: "revision"))
  var bad = "HEAD"

  @Option(
    help: ArgumentHelp(
      "What is built: an app, a feature or a module, as named by `modgauge compare`. Default: the combined app.",
      valueName: "name"))
  var arm: String?

  @Option(help: ArgumentHelp("What a build starts from, as in `modgauge bench`; only one.", valueName: "scenario"))
  var scenario = "clean"

  @Option(help: "Wall time, or the CPU time of all processes.")
  var measure = HistoryTrend.Measure.seconds

  @Flag(help: "Search for the revision at which builds became faster.")
  var faster = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The required probability of the answer, in percent.", valueName: "percent"))
  var confidence = 95.0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The largest number of builds, warm-ups included.", valueName: "number"))
  var maxBuilds = 200

  @OptionGroup var result: ResultOptions<BisectionReport>

  @Option(
    name: .customLong("run"),
    help: ArgumentHelp("The folder for the search. Default: a new one, which is printed.", valueName: "folder"))
  var runFolder: String?

  @Flag(help: "Replace the search in --run.")
  var force = false

  @Option(
    help: ArgumentHelp("Resume the search in this folder. No other option is allowed.", valueName: "folder"))
  var resume: String?

  @Option(help: HistorySource.help) var history: String?

  @Flag(help: "Do not use the history.")
  var noHistory = false

  @Option(parsing: .unconditional, help: ArgumentHelp("Terminate a build that takes longer.", valueName: "seconds"))
  var timeout = 3600

  @Flag(help: "Print what would be built and at most how often, and exit.")
  var dryRun = false

  @OptionGroup(title: "Workspace Options") var workspace: WorkspaceOptions
  @OptionGroup(title: "Build Options") var build: BuildOptions
  @OptionGroup(title: "Trait Options") var traits: TraitOptions

  func validate() throws {
    if good == nil, resume == nil { throw ValidationError("Name a revision before the change with --good.") }
    guard confidence >= 50, confidence < 100 else {
      throw ValidationError("--confidence must be from 50 to below 100.")
    }
    guard maxBuilds > 0 else { throw ValidationError("--max-builds must be 1 or more.") }
    guard timeout > 0 else { throw ValidationError("--timeout must be 1 second or more.") }
    if noHistory, history != nil { throw ValidationError("--history and --no-history cannot be combined.") }
    if force, runFolder == nil {
      throw ValidationError("--force requires --run: the default folder is always new.")
    }
  }

  func run() async throws {
    guard let resume else { return try await search(nil, in: nil) }
    let words = ProgramFile.commandWords
    guard words == ["--resume", resume] || words == ["--resume=\(resume)"] else {
      throw ValidationError("--resume takes all other options from the search; give it alone.")
    }
    let folder = BisectionFolder(path: Path.absolute(resume))
    let (former, arguments) = try folder.unfinished()
    try await Self.parse(arguments).search(former, in: folder)
  }

  /// - Parameters:
  ///   - former: a search that is resumed.
  ///   - folder: its folder; `nil` for a new search.
  private func search(_ former: Bisection?, in folder: BisectionFolder?) async throws {
    let places = try result.destinations(named: "bisection")
    let root = Path.canonical(workspace.packagePath) ?? Path.absolute(workspace.packagePath)
    let folder =
      folder
      ?? BisectionFolder(
        path: runFolder.map(Path.absolute) ?? RunFolder.platformDefault(workspaceKey: BenchmarkFolders.key(root)))
    if former == nil, !force, !dryRun { try folder.check() }
    let configuration = try workspace.configuration()
    let source = try await RevisionSource(try workspace.opened(configuration, for: build), configuration)
    let commits = try await source.repository.commits(from: good ?? "", to: bad)
    let request = MeasuringPlace.Request(
      root: root, packages: [root], cache: Path.absolute(workspace.cacheDir), output: folder.path,
      recorder: ProgramFile.sibling("modgauge-recorder"))
    let findings = try await MeasuringPlace.held(for: request.waiting(build.whileBusy)) {
      if former == nil, force, !dryRun { try folder.clear() }
    } _: { place in
      try await search(former, commits, from: source, in: place, folder, root: root)
    }
    guard let findings else { return }
    try result.deliver(BisectionReport(findings), to: places)
    Terminal.note("search: \(folder.path)")
    if findings.outcome != .found { throw ExitCode(3) }
  }

  private func search(
    _ former: Bisection?, _ commits: [GitRepository.Commit], from source: RevisionSource, in place: MeasuringPlace,
    _ folder: BisectionFolder, root: String
  ) async throws -> BisectionFindings? {
    let toolchain = try Toolchain(at: workspace.toolchain)
    let settings = source.configuration.settings
    let builder = try build.builder(
      swift: toolchain.swift, traits: traits.buildArguments, settings.bench, of: source.options.packagePath)
    let (model, wanted, selected) = try await model(commits, builder, settings, from: source, in: place)
    let asked = bisection(of: model, wanted, commits, builder)
    let bisection = try former.map { try resumed($0, as: asked, in: folder) } ?? informed(asked, model, root: root)
    if dryRun {
      try Terminal.write(Self.plan(bisection) + "\n")
      return nil
    }
    if former == nil { try folder.begin(bisection, words: ProgramFile.commandWords) }
    if !workspace.quiet { Terminal.note(Self.plan(bisection)) }
    let makesApps = settings.bench.makesApps
    let subject = BisectionSession.Subject(source: source, wanted: wanted, scenarios: selected) {
      armSelection($0, builder, makesApps: makesApps)
    }
    var session = BisectionSession(
      bisection, of: subject, plan: model.plan,
      by: try await method(builder, toolchain, model, isRecorded: false, in: place), in: place, folder)
    do { try await session.search() } catch is CancellationError {
      Terminal.note("resume with `modgauge bisect --resume \(folder.path.shellWord)`")
      throw CancellationError()
    }
    try folder.end()
    return BisectionFindings(session.bisection)
  }

  /// What is built, by the bad revision: a run of its arm, and the scenario.
  private func model(
    _ commits: [GitRepository.Commit], _ builder: Builder, _ settings: WorkspaceConfiguration,
    from source: RevisionSource, in place: MeasuringPlace
  ) async throws -> (run: Run, arm: PlannedArm, selected: ScenarioSelection.Selected) {
    let loaded = try await source.load(
      commits[commits.count - 1].hash, calling: "bad revision", in: place.folders.revision(.head))
    let wanted = try wantedArm(armSelection(loaded.workspace, builder, makesApps: settings.bench.makesApps), settings)
    let selected = try ScenarioSelection(workspace: loaded.workspace, arms: [wanted]).selected([scenario])
    guard selected.scenarios.count == 1 else { throw OneScenario(word: scenario) }
    if selected.scenarios.contains(.tests) { throw ScenarioError.testsOnlyInBench }
    try builder.check([wanted], selected.scenarios)
    let toolchain = loaded.workspace.graph.environment?.toolchain ?? ""
    let run = Run(
      environment: .current(compiler: await builder.xcodebuild?.version() ?? "Swift \(toolchain)"),
      workspace: loaded.subject,
      plan: Run.Plan(
        arms: [wanted.arm.name], scenarios: selected.scenarios, warmups: 1, rounds: 1, seed: 0,
        configuration: builder.configuration, prepare: builder.prepare?.words, cleanup: builder.cleanup?.words),
      arms: [wanted.arm])
    return (run, wanted, selected)
  }

  private func wantedArm(_ selection: ArmSelection, _ settings: WorkspaceConfiguration) throws -> PlannedArm {
    let known = try comparedArms(selection, settings)
    if let found = arm == nil ? known.first : known.first(where: { $0.arm.name == arm }) { return found }
    guard let arm else { return try selection.combinedArm(named: nil) }
    return try selection.arm(named: arm)
  }

  /// None for an app without features, which can be built nevertheless.
  private func comparedArms(_ selection: ArmSelection, _ settings: WorkspaceConfiguration) throws -> [PlannedArm] {
    do { return try selection.arms(settings.roles).arms } catch {
      guard case .roles = error else { throw error }
      return []
    }
  }

  private func bisection(
    of model: Run, _ wanted: PlannedArm, _ commits: [GitRepository.Commit], _ builder: Builder
  ) -> Bisection {
    Bisection(
      workspace: model.workspace.name, started: Date.now.formatted(.iso8601), environment: model.environment,
      plan: Bisection.Plan(
        arm: wanted.arm.name, scenario: model.plan.scenarios[0], measure: measure,
        direction: faster ? .faster : .slower, confidence: confidence / 100, maxBuilds: maxBuilds,
        configuration: builder.configuration, arguments: builder.statedArguments),
      revisions: commits.map { commit in
        Bisection.Revision(
          commit: commit.hash, subject: commit.subject,
          authored: Date(timeIntervalSince1970: Double(commit.authored)).formatted(.iso8601),
          merged: commit.parents.count == 2 ? commit.parents[1] : nil)
      })
  }

  /// An earlier search, if it is the same one.
  private func resumed(_ former: Bisection, as asked: Bisection, in folder: BisectionFolder) throws -> Bisection {
    let changes = [
      ("the toolchain", former.environment.compiler == asked.environment.compiler),
      (
        "the machine",
        former.environment.cpu == asked.environment.cpu && former.environment.cores == asked.environment.cores
      ),
      ("the revisions", former.revisions == asked.revisions), ("what is built", former.plan == asked.plan),
    ].filter { !$0.1 }.map(\.0)
    guard changes.isEmpty else { throw BisectionFolder.Refusal.changed(changes, path: folder.path) }
    return former
  }

  /// Adds the history's medians of these revisions on this machine with this toolchain. A history that cannot be read
  /// is a warning.
  private func informed(_ bisection: Bisection, _ model: Run, root: String) -> Bisection {
    guard !noHistory, let what = model.cases.first, let series = model.series(of: what) else { return bisection }
    var bisection = bisection
    do {
      let file = try HistoryFile(named: history, configuration: workspace.configuration(), root: root)
      guard history != nil || Path.isFile(file.path) else { return bisection }
      let records = try file.open(creates: false).records { $0 == series }
      let places = Dictionary(bisection.revisions.enumerated().map { ($1.commit, $0) }) { first, _ in first }
      for point in records.first(where: { $0.line == model.line })?.points ?? [] where point.entry.dirty != true {
        guard let revision = point.entry.revision.flatMap({ places[$0] }) else { continue }
        bisection.builds.append(
          Bisection.Build(
            revision: revision, seconds: point.figure.seconds, cpuSeconds: point.figure.cpuSeconds,
            run: point.entry.identity))
      }
    } catch { Terminal.note("warning: the history is not used: \("\(error)".visibleLines)") }
    return bisection
  }

  /// What is built, and at most how often and how long.
  private static func plan(_ bisection: Bisection) -> String {
    let plan = bisection.plan
    let known = bisection.builds.filter { $0.run != nil }.compactMap(\.seconds)
    let builds = Figures.counted(plan.maxBuilds, "build")
    let words =
      "\(plan.arm), \(plan.scenario.rawValue): \(Figures.counted(bisection.revisions.count, "revision")), at most \(builds)"
    guard let median = known.median else { return words }
    return words + ", so at most \(Figures.roughly(median * Double(plan.maxBuilds)))"
      + "; the history knows \(Figures.counted(known.count, "median"))"
  }

  private struct OneScenario: Error, CustomStringConvertible {
    let word: String

    var description: String { "“\(word)” stands for several scenarios; a search takes one." }
  }
}
