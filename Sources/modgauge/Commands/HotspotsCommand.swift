import ArgumentParser
import Foresight
import ModuleGraph
import Reports
import Services
import Workspace

struct HotspotsCommand: ModuleGraphCommand {
  static let configuration = CommandConfiguration(
    commandName: "hotspots", _superCommandName: Program.name,
    abstract: "Shows how often modules change × what each change rebuilds.",
    discussion: """
      Reads the git history of a period, and counts for each module or file the commits that changed it, and their authors. \
      A change is assumed to rebuild the whole module and everything that depends on it: an upper bound. \
      With --run, the cost is estimated from a recorded build. With --leaks, builds in a private copy show which dependents \
      are recompiled after a private change, and because of which definition.

      Merges are left out. Renames are followed as far as git reports them; deleted files count for their module.
      """)

  @Flag(help: "List files instead of modules.")
  var files = false

  @Option(
    help: ArgumentHelp(
      "Add seconds: the folder or file of a recorded build, or of a run of bench --record. \(WorkspaceOptions.latestHelp)",
      valueName: "run"),
    completion: NameCompletion.runs)
  var run: String?

  @Flag(
    help: ArgumentHelp(
      "Build a private copy after a private change in each of the top modules, and report what is recompiled needlessly."
    ))
  var leaks = false

  @OptionGroup var planned: DryRunOptions

  @Option(
    help:
      "What the rows are sorted by: the cost of all changes, of one change (again: what it recompiles), or another figure."
  )
  var sort = HotspotOrder.cost

  @Option(parsing: .unconditional, help: ArgumentHelp("Show only the first rows.", valueName: "number"))
  var top: Int?

  @OptionGroup var period: PeriodOptions
  @OptionGroup(title: "Workspace Options") var workspace: WorkspaceOptions
  @OptionGroup var seen: PlatformOptions
  @OptionGroup(title: "Selection Options") var selection: SelectionOptions
  @OptionGroup(title: "Trait Options") var traits: TraitOptions
  @OptionGroup(title: "Build Options (with --leaks)") var build: BuildOptions
  @OptionGroup var result: ResultOptions<HotspotReport>

  /// The number of modules in which leaks are searched for, unless --top says another.
  private static let mostLeaks = 10

  func validate() throws {
    if let top, top < 1 { throw ValidationError("--top must be 1 or more.") }
    try planned.check(requires: leaks ? nil : "--leaks")
    if !leaks, let option = build.firstStated { throw ValidationError("\(option) requires --leaks.") }
  }

  func run() async throws {
    let places = try result.destinations(named: "hotspots")
    let configuration = try workspace.request.foundConfiguration()
    let loaded = try await workspace.request.load(configuration, reads: leaks ? .interfaces : [])
    let (graph, selected) = try graphs(of: loaded, configuration)
    let churn = try await period.churn(of: loaded)
    let estimate = try run.map { try RecordedEstimate(at: workspace.recording(named: $0), for: graph) }
    let whole = try selection.selection().whole(graph, layers: selected.layers)
    let hotspots = Hotspots(churn, in: whole, estimates: estimate?.rebuilds ?? .none)
    if planned.dryRun {
      return try Terminal.write(
        await leakSession(loaded, configuration).plan(of: hotspots, limit: top ?? Self.mostLeaks).text)
    }
    let leaks = try await leakCosts(of: hotspots, loaded, configuration)
    let report = HotspotReport(
      hotspots, of: loaded.name, selected: selected, isOfFiles: files, sortedBy: sort, top: top,
      estimate: estimate?.source, leaks: leaks)
    try result.deliver(report, to: places)
    try workspace.request.finish(graph)
  }

  private func leakSession(_ loaded: LoadedWorkspace, _ configuration: LoadedConfiguration) -> LeakSession {
    LeakSession(
      workspace: workspace.request, build: build.request(traits.request), settings: configuration.settings.bench,
      loaded: loaded)
  }

  private func leakCosts(
    of hotspots: Hotspots, _ loaded: LoadedWorkspace, _ configuration: LoadedConfiguration
  ) async throws -> LeakCosts? {
    guard leaks else { return nil }
    return LeakCosts(
      try await leakSession(loaded, configuration).leaks(of: hotspots, limit: top ?? Self.mostLeaks), in: hotspots.churn
    ) {
      loaded.interfaces?.files(of: $0, declaring: $1) ?? []
    }
  }
}

extension HotspotOrder: ExpressibleByArgument {}
