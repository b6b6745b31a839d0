import ArgumentParser
import BuildAnalysis
import Documents
import Reports
import Services

struct CompareCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare", _superCommandName: Program.name,
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

  @OptionGroup var planned: DryRunOptions

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
        ("--gate", gate.gate), ("--dry-run", planned.dryRun),
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
    guard let share = try sharding.share(by: .compare) else {
      return try await base == nil ? compareRuns() : build(by: CompareService(request))
    }
    let planned = try share.document.compare ?? Self.parse(share.document.words ?? []).request
    try await build(by: CompareService(planned.carriedOut(for: request), share: share))
  }

  var request: CompareRequest {
    var request = CompareRequest()
    (request.workspace, request.build, request.rounds) = (
      workspace.request, build.request(traits.request), rounds.request
    )
    (request.base, request.head) = (base ?? "", head)
    (request.arms, request.scenarios, request.records) = (named.request, scenario, !noRecord)
    (request.isGated, request.folder, request.replaces) = (gate.gate, runFolder, force)
    return request
  }

  private func compareRuns() throws {
    let places = try result.destinations(named: "comparison")
    let stored = StoredRuns(base: runs[0], head: runs[1])
    let comparison = try stored.comparison(isForced: force)
    try result.deliver(ComparisonReport(comparison, timelines: stored.timelines(of: comparison)), to: places)
    if result.isUnspecified, let logs = try stored.logs() {
      try Terminal.write("\n" + LoggedDifference.text(from: logs.base, to: logs.head, result.style))
    }
  }

  private func build(by service: CompareService) async throws {
    if planned.dryRun {
      guard let plan = try await service.plan() else { return Terminal.note("nothing would be built") }
      try Terminal.write(PlanReport.standardRendering.bytes(of: plan, style: result.style))
      return planned.tell(place: service.folder, isQuiet: workspace.quiet)
    }
    let places = try result.destinations(named: "comparison")
    var outcome = try await service.run()
    if let reason = gate.accept { try service.accept(&outcome, for: reason) }
    try result.deliver(outcome.report, to: places)
    Terminal.note("run: \(outcome.run)")
    if outcome.report.comparison.cases.contains(where: { !$0.failures.head.isEmpty }) { throw ExitCode(1) }
    try outcome.report.gate?.outcome.exit(inconclusive: gate.inconclusive)
  }
}
