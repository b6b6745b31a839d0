import ArgumentParser
import BuildAnalysis
import BuildRunner
import Configuration
import Documents
import Reports
import Workspace

struct CompareCommand: AsyncParsableCommand, MeasuringCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare", _superCommandName: Modgauge.name,
    abstract: "Shows whether builds became slower, by how much, and why.",
    discussion: """
      With --base, builds two revisions, or a revision and the working tree, in one session: each round builds both \
      states of every arm, in private copies. The base of a branch is the commit where it left --base. If the base \
      does not build, the head is measured alone; if the head does not build, the exit code is 1.

      With two runs of `modgauge bench`, compares the arms and scenarios that both have; such runs are not paired, \
      so their ratios include whatever changed on the machine in between, and differences in machine, toolchain and \
      plan are reported.

      For each arm and scenario, reports the ratio with its interval and a verdict, then the modules, lines and \
      dependencies that changed.
      """)

  @Argument(
    help: ArgumentHelp(
      "The earlier run, then the later one: folders, their run.json or run.jsonl, .xcactivitylog files, or folders with several of them.",
      valueName: "run"))
  var runs: [String] = []

  @Option(help: ArgumentHelp("The revision to compare with: main, HEAD~3, a hash.", valueName: "revision"))
  var base: String?

  @Option(help: ArgumentHelp("The revision to judge. Default: the working tree.", valueName: "revision"))
  var head: String?

  @OptionGroup var result: ResultOptions<ComparisonReport>

  @Flag(help: "Show the figures of runs that cannot be compared, without a verdict; replace the run in --run.")
  var force = false

  @Option(
    name: .customLong("run"),
    help: ArgumentHelp(
      "With --base: the folder for the run, which `modgauge report` reads. Default: a new one, which is printed.",
      valueName: "folder"))
  var runFolder: String?

  @OptionGroup var named: ArmOptions

  @Option(
    help: ArgumentHelp(
      "What a build starts from, as in `modgauge bench`; may be repeated. Default: the configuration's, else clean.",
      valueName: "scenario"))
  var scenario: [String] = []

  @Flag(help: "Do not record builds; the report then cannot attribute differences to modules.")
  var noRecord = false

  @Flag(help: "With --base: print what would be built, how often, and how long that takes; build nothing.")
  var dryRun = false

  /// Whether features are left out because only the named app was requested.
  @Flag(help: .private) var onlyCombined = false

  @OptionGroup(title: "Gate Options") var gate: GateOptions
  @OptionGroup(title: "Shard Options") var sharding: ShardOptions
  @OptionGroup(title: "Workspace Options") var workspace: WorkspaceOptions
  @OptionGroup(title: "Build Options") var build: BuildOptions
  @OptionGroup(title: "Trait Options") var traits: TraitOptions
  @OptionGroup(title: "Round Options") var rounds: RoundOptions

  func validate() throws {
    if gate.gate, rounds.halfWidth != nil {
      throw ValidationError("A gate ends when it is decided; omit --half-width, or limit it with --time-budget.")
    }
    // What is compared stands in the plan.
    guard sharding.plan == nil else { return }
    if base != nil {
      guard runs.isEmpty else { throw ValidationError("Give either two runs or --base, not both.") }
    } else {
      guard runs.count == 2 else {
        throw ValidationError("Give two runs, the earlier one first, or a revision with --base.")
      }
      let others = [
        ("--head", head != nil), ("--run", runFolder != nil), ("--combined", named.combined != nil),
        ("--feature", !named.feature.isEmpty), ("--scenario", !scenario.isEmpty), ("--rounds", rounds.rounds != nil),
        ("--gate", gate.gate), ("--dry-run", dryRun),
      ]
      if let other = others.first(where: \.1) {
        throw ValidationError("\(other.0) requires --base.")
      }
    }
  }

  func run() async throws {
    if sharding.plan != nil, base != nil || head != nil || !runs.isEmpty {
      throw ValidationError("The plan says what is compared; omit --base, --head and runs.")
    }
    guard let share = try sharding.share(by: .compare) else { return try await compare(nil) }
    try await Self.parse(share.words(ProgramFile.commandWords)).compare(share)
  }

  private func compare(_ share: ShardOptions.Share?) async throws {
    if dryRun { return try await tellPlan(share) }
    let places = try result.destinations(named: "comparison")
    guard let base else {
      let stored = StoredRuns(base: runs[0], head: runs[1])
      let comparison = try stored.comparison(isForced: force)
      try result.deliver(ComparisonReport(comparison, timelines: stored.timelines(of: comparison)), to: places)
      if result.isUnspecified, let logs = try stored.logs() {
        try Terminal.write("\n" + LoggedDifference.text(from: logs.base, to: logs.head, result.style))
      }
      return
    }
    let outcome = try await measured(since: base, share)
    let report = try accepting(outcome)
    try result.deliver(report, to: places)
    Terminal.note("run: \(outcome.run)")
    try finish(report)
  }

  /// The report with confirmed slowdowns marked as accepted, which are recorded in the repository.
  private func accepting(_ outcome: Outcome) throws -> ComparisonReport {
    guard let reason = gate.accept, let decision = outcome.report.gate, decision.outcome == .failed else {
      return outcome.report
    }
    guard decision.isAcceptable, let home = outcome.home else {
      Terminal.note("note: nothing was accepted: counts cannot be accepted; raise their limits under `gate:`")
      return outcome.report
    }
    let file = AcceptedFile(in: home)
    try file.add(decision.acceptances(for: reason))
    Terminal.note("accepted in \(file.path); commit it")
    var report = outcome.report
    report.gate = decision.accepting(for: reason)
    return report
  }

  /// The measurements of two states.
  struct Outcome {
    let report: ComparisonReport
    /// The folder of the run.
    let run: String
    /// The folder of the user's workspace; `nil` in a bare repository.
    let home: String?
  }

  /// Builds both states, and compares them.
  /// - Parameter check: may refuse the run, without samples, before anything is built.
  func measured(
    since base: String, _ share: ShardOptions.Share? = nil, checking check: (Run) throws -> Void = { _ in }
  ) async throws -> Outcome {
    if !force { try replacedRun?.check() }
    return try await measured(source(since: base, share), share, checking: check)
  }

  private var replacedRun: ResultFolder? {
    runFolder.map { ResultFolder(path: Path.absolute($0), names: RunFolder.names, option: "--run") }
  }

  /// Builds the states of a source, and compares them.
  func measured(
    _ source: StateSource, _ share: ShardOptions.Share? = nil, checking check: (Run) throws -> Void = { _ in }
  ) async throws -> Outcome {
    let request = request(
      output: runFolder.map(Path.absolute) ?? RunFolder.platformDefault(workspaceKey: BenchmarkFolders.key(root)))
    try gate.check(source.configuration.settings)
    let report = try await MeasuringPlace.held(for: request.waiting(build.whileBusy)) {
      if force { try replacedRun?.clear() }
    } _: { place in
      try await measure(source, in: place, share, checking: check)
    }
    return Outcome(report: report, run: request.output, home: source.home)
  }

  var root: String { Path.canonical(workspace.packagePath) ?? Path.absolute(workspace.packagePath) }

  func source(since base: String, _ share: ShardOptions.Share? = nil) async throws -> StateSource {
    let configuration = try workspace.configuration()
    return try await StateSource(
      base: share?.document.base ?? base, head: share?.document.revision ?? head,
      try workspace.opened(configuration, for: build), configuration)
  }

  private func request(output: String) -> MeasuringPlace.Request {
    MeasuringPlace.Request(
      root: root, packages: [root], cache: Path.absolute(workspace.cacheDir), output: output,
      recorder: ProgramFile.sibling("modgauge-recorder"))
  }

  /// The facts known before the first build.
  struct Prepared {
    let pair: StatePair
    let toolchain: Toolchain
    let builder: Builder
    /// Without samples.
    var run: Run
  }

  /// - Parameter isShared: whether several machines make the rounds.
  func prepare(
    _ source: StateSource, in folders: BenchmarkFolders, seed: UInt64, isShared: Bool
  ) async throws -> Prepared {
    let toolchain = try Toolchain(at: workspace.toolchain)
    let settings = source.configuration.settings
    let builder = try build.builder(
      swift: toolchain.swift, traits: traits.buildArguments, settings.bench, of: source.options.packagePath)
    let (found, selected) = try await pair(source, builder, in: folders)
    let xcode = await builder.xcodebuild?.version()
    func run(of pair: StatePair) throws -> Run {
      var run = pair.run(plan(pair.head.arms, selected, builder, settings.bench, seed: seed))
      if let xcode { run.environment.compiler = xcode }
      run.calibration = CalibrationFile.read(for: run.environment)
      if gate.gate, !run.arms.isEmpty { try makeDecidable(&run, settings, isShared: isShared) }
      return run
    }
    let pair = gate.gate && !isShared ? try gated(found, settings, run) : found
    return Prepared(pair: pair, toolchain: toolchain, builder: builder, run: try run(of: pair))
  }

  private func measure(
    _ source: StateSource, in place: MeasuringPlace, _ share: ShardOptions.Share?, checking check: (Run) throws -> Void
  ) async throws -> ComparisonReport {
    let settings = source.configuration.settings
    let prepared = try await prepare(
      source, in: place.folders, seed: share?.document.plan.seed ?? rounds.seed ?? .random(in: 0..<1_000_000),
      isShared: share != nil)
    try check(prepared.run)
    let pair = prepared.pair
    let run = try share?.part(of: prepared.run) ?? prepared.run
    if !workspace.quiet { tellPlan(of: run) }
    let session = ComparisonSession(
      source: source, pair: pair,
      method: try await method(prepared.builder, prepared.toolchain, run, isRecorded: !noRecord, in: place),
      place: place, keepsTraces: !noRecord)
    // Checked-out revisions are gone after the first session.
    let accepted = gate.gate ? try pair.accepted : AcceptedRegressions()
    // On every second machine the states have each other's folders, so that what a folder does to builds cancels out.
    let isSwapped = share.map { $0.place.index.isMultiple(of: 2) } ?? false
    let findings = run.arms.isEmpty ? RunFindings(run) : try await session.measure(run, isSwapped: isSwapped)
    if run.arms.isEmpty { try RunFolder(path: place.folders.output).write(findings) }
    let comparison = Self.comparison(findings)
    let folder = source.home.flatMap(Path.placeInRepository)
    let results = RunFolder(path: place.folders.output)
    let timelines = results.timelines(of: comparison, head: results)
    if gate.gate, share != nil, !workspace.quiet {
      Terminal.note("the gate is decided by `modgauge merge`, from the runs of all machines")
    }
    func report(_ decision: GateDecision?) -> ComparisonReport {
      ComparisonReport(
        comparison, gate: decision, timelines: timelines, inRepository: folder, growingFiles: pair.growingFiles)
    }
    guard gate.gate, share == nil else { return report(nil) }
    let decision = GateDecision(on: comparison, settings.gate).accepting(accepted)
    guard !decision.unsettled.isEmpty else { return report(decision) }
    let rounds = Gate.roundsToConfirm(decision.pairsToConfirm)
    if !workspace.quiet {
      Terminal.note("confirming the slowdown in new copies, with \(Figures.counted(rounds, "more round"))")
    }
    let again = Self.comparison(try await session.measureAgain(run, only: decision.unsettled, rounds: rounds))
    return report(decision.confirmed(by: again))
  }

  private static func comparison(_ findings: RunFindings) -> RunComparison {
    guard let comparison = RunComparison(findings) else { preconditionFailure("both states have arms") }
    return comparison
  }

  private func finish(_ report: ComparisonReport) throws {
    let hasFailed = report.comparison.cases.contains { !$0.failures.head.isEmpty }
    if hasFailed { throw ExitCode(1) }
    try report.gate?.outcome.exit(inconclusive: gate.inconclusive)
  }

  /// Loads both states, and finds the arms to build: those that both have, or all of the head if there is no base.
  private func pair(
    _ source: StateSource, _ builder: Builder, in folders: BenchmarkFolders
  ) async throws -> (StatePair, ScenarioSelection.Selected) {
    let settings = source.configuration.settings
    let head = try await source.load(.head, in: folders)
    let arms = try arms(of: head.workspace, builder, settings)
    let words = scenario.isEmpty ? settings.bench.scenarios : scenario
    let selected = try ScenarioSelection(workspace: head.workspace, arms: arms).selected(words)
    if selected.scenarios.contains(.tests) { throw ScenarioError.testsOnlyInBench }
    try check(builder, arms, selected.scenarios)
    var state = StatePair.State(
      side: .head, workspace: head.workspace, subject: head.subject, arms: arms, sites: selected.sites)
    guard let base = try await loadBase(source, in: folders) else {
      return (StatePair(base: nil, head: state, home: source.home), selected)
    }
    let others = armSelection(base.workspace, builder, makesApps: settings.bench.makesApps).arms(like: arms)
    let names = Set(others.map(\.arm.name))
    let unpaired = Run.Unpaired(
      base: onlyInBase(base.workspace, than: arms, builder, settings),
      head: arms.map(\.arm.name).filter { !names.contains($0) })
    guard !others.isEmpty else { throw NothingShared(arms: arms.map(\.arm.name)) }
    state.arms = arms.filter { names.contains($0.arm.name) }
    let shared = try ScenarioSelection(workspace: base.workspace, arms: others).shared(selected)
    if !workspace.quiet { tellOmitted(unpaired, selected.scenarios.filter { !shared.scenarios.contains($0) }) }
    let before = StatePair.State(
      side: .base, workspace: base.workspace, subject: base.subject, arms: others, sites: shared.sites)
    var pair = StatePair(base: before, head: state, home: source.home, unpaired: unpaired)
    let modules = Set(state.arms.flatMap(\.arm.modules))
    if gate.gate {
      pair.changes = head.workspace.changes(
        since: base.workspace, in: modules.sorted(), readingAnything: builder.swiftBuild == nil)
    }
    return (pair, shared)
  }

  private func tellOmitted(_ unpaired: Run.Unpaired?, _ scenarios: [Scenario]) {
    for (state, lonely) in [("base", unpaired?.head ?? []), ("head", unpaired?.base ?? [])] where !lonely.isEmpty {
      Terminal.note("note: not in the \(state), so not built: \(lonely.joined(separator: ", "))")
    }
    for scenario in scenarios {
      Terminal.note("note: \(scenario.rawValue) cannot be built in the base and is skipped")
    }
  }

  /// The arms that the head no longer has; none if the user named what to build.
  private func onlyInBase(
    _ base: LoadedWorkspace, than arms: [PlannedArm], _ builder: Builder, _ settings: WorkspaceConfiguration
  ) -> [String] {
    guard !onlyCombined, named.feature.isEmpty else { return [] }
    let names = Set(arms.map(\.arm.name))
    // A base with other roles may have no arms of its own; those of the head are compared all the same.
    do { return try self.arms(of: base, builder, settings).map(\.arm.name).filter { !names.contains($0) } } catch {
      return []
    }
  }

  private func arms(
    of loaded: LoadedWorkspace, _ builder: Builder, _ settings: WorkspaceConfiguration
  ) throws(ArmError) -> [PlannedArm] {
    let selection = armSelection(loaded, builder, makesApps: settings.bench.makesApps)
    if onlyCombined { return [try selection.combinedArm(named: named.combined)] }
    do throws(ArmError) {
      return try selection.arms(settings.roles.overridden(combined: named.combined, features: named.feature)).arms
    } catch .roles where named.feature.isEmpty {
      // An app without features has two states to compare all the same.
      return [try selection.combinedArm(named: named.combined)]
    }
  }

  /// - Returns: `nil` if the base cannot be built, which is reported.
  private func loadBase(_ source: StateSource, in folders: BenchmarkFolders) async throws -> RevisionSource.Loaded? {
    do { return try await source.load(.base, in: folders) } catch is CancellationError {
      throw CancellationError()
    } catch {
      if !(error is ExitCode) { Terminal.note("error: \("\(error)".visibleLines)") }
      Terminal.note("the base cannot be loaded; the head is measured alone")
      return nil
    }
  }

  private struct NothingShared: Error, CustomStringConvertible {
    let arms: [String]

    var description: String {
      "The base has none of \(arms.joined(separator: ", ")). Use --combined to name something that both states contain."
    }
  }
}
