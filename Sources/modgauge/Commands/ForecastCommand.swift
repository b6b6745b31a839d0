import ArgumentParser
import BuildAnalysis
import Foresight
import ModuleGraph
import Reports
import Services
import Workspace

struct ForecastCommand: WorkspaceCommand {
  static let configuration = CommandConfiguration(
    commandName: "forecast", _superCommandName: Program.name,
    abstract: "Estimates what builds will cost after a change.",
    discussion: """
      Compares two states of the workspace: the files and manifests of a revision, and those of another or of the working \
      tree. Which files a build recompiles follows from what they declare and which names they mention; what that costs follows \
      from a recorded build (--run). The answer is an estimate with a range, for the incremental build after pulling the \
      change and for a clean one.
      """)

  @Option(
    help: ArgumentHelp(
      "The state before: the merge base with this revision, as in a pull request.", valueName: "revision"))
  var base: String

  @Option(help: ArgumentHelp("The state after. Default: the working tree.", valueName: "revision"))
  var head: String?

  @Option(
    help: ArgumentHelp(
      "The recorded clean build: the folder that modgauge record wrote. \(WorkspaceOptions.latestHelp)",
      valueName: "run"),
    completion: NameCompletion.runs)
  var run = WorkspaceOptions.latest

  @Option(
    help: ArgumentHelp(
      "A recorded incremental build, whose CPU time corrects the estimate (modgauge record --incremental). Repeatable; the newest last.",
      valueName: "run"))
  var incremental: [String] = []

  @OptionGroup(title: "Workspace Options") var workspace: WorkspaceOptions
  @OptionGroup var seen: PlatformOptions
  @OptionGroup(title: "Trait Options") var traits: TraitOptions
  @OptionGroup var result: ResultOptions<ForecastReport>

  func run() async throws {
    let places = try result.destinations(named: "forecast")
    let states = head.map { ComparedStates($0, since: base) } ?? ComparedStates(workingTreeSince: base)
    let (before, after, _) = try await states.load(
      graphRequest, try workspace.request.foundConfiguration(), reads: .interfaces)
    if let head, before.commit == after.commit, !workspace.quiet {
      Terminal.note("note: \(head) has no commits that \(base) lacks, so nothing changes".visible)
    }
    let estimate = try RecordedEstimate(at: workspace.recording(named: run), for: after.graph)
    let plugins = Set(after.graph.modules.filter { $0.kind == .plugin }.map(\.id))
    let moves = ModuleMove.byRenamedPackages(from: before.graph, to: after.graph)
    let interfaces = WorkspaceInterfaces(modules: (before.workspace?.interfaces?.modules ?? [:]).renaming(moves))
    let lines = Self.lines([after.workspace?.interfaces, interfaces].compactMap(\.self))
    let costs = try estimate.compilerCosts().corrected(
      by: estimate.incrementalBuilds(at: incremental), lines: { lines[$0] ?? [:] }, isCounted: { !plugins.contains($0) }
    )
    if !incremental.isEmpty, !costs.isCorrected {
      Terminal.note("warning: the incremental builds correct nothing: none of them compiled a module.")
    }
    let forecast = CommitForecast(
      from: (before.graph.renaming(moves), interfaces),
      to: (after.graph, after.workspace?.interfaces ?? WorkspaceInterfaces(modules: [:])), costs: costs,
      usesSwiftBuild: estimate.usesSwiftBuild)
    let report = ForecastReport(
      forecast, names: (base: before.name, head: after.name), in: after.graph, estimate: estimate.source)
    try result.deliver(report, to: places)
    for state in [before, after] { try workspace.request.finish(state.graph) }
  }

  /// The weighted lines of each module's files: recorded builds compiled those that the change removes, too.
  /// - Parameter states: the later one first.
  private static func lines(_ states: [WorkspaceInterfaces]) -> [ModuleID: [String: Int]] {
    states.map { $0.modules.mapValues(\.linesByName) }.reduce([:]) { lines, state in
      lines.merging(state) { $0.merging($1) { newer, _ in newer } }
    }
  }
}
