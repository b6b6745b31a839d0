import ArgumentParser
import BuildAnalysis
import Documents
import Reports
import Services
import Workspace

struct BisectCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bisect", _superCommandName: Program.name,
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

  @OptionGroup var planned: DryRunOptions

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
    guard let resume else { return try await search(by: BisectService(request)) }
    try Self.checkResumedAlone(resume, takingOptionsFrom: "search")
    let folder = BisectionFolder(path: Path.absolute(resume))
    let (former, resumption) = try folder.unfinished()
    let request = try resumption.bisect ?? Self.parse(resumption.words ?? []).request
    var command = self
    try command.result.take(request.result)
    try await command.search(by: BisectService(request, resuming: former, in: folder))
  }

  private var request: BisectRequest {
    var request = BisectRequest()
    (request.workspace, request.build) = (workspace.request, build.request(traits.request))
    (request.good, request.bad, request.arm, request.scenario) = (good ?? "", bad, arm, scenario)
    (request.measure, request.direction) = (measure, faster ? .faster : .slower)
    (request.confidence, request.mostBuilds, request.timeoutSeconds) = (confidence / 100, maxBuilds, timeout)
    (request.folder, request.replaces) = (runFolder, force)
    (request.history.file, request.history.isUsed) = (history, !noHistory)
    request.result = result.request
    return request
  }

  private func search(by service: BisectService) async throws {
    let places = try result.destinations(named: "bisection")
    if planned.dryRun { return try Terminal.write(await service.plan().text) }
    let findings = try await service.run()
    try result.deliver(BisectionReport(findings), to: places)
    Terminal.note("search: \(service.folder.path)")
    if findings.outcome != .found { throw ExitCode(3) }
  }
}
