import ArgumentParser
import ModuleGraph
import Reports
import Services

struct MetricsCommand: ModuleGraphCommand {
  static let configuration = CommandConfiguration(
    commandName: "metrics", _superCommandName: Program.name,
    abstract: "Gives figures for each module, and for the graph as a whole.",
    discussion: """
      Figures are those of the whole graph; the selection options choose which modules are listed. Test modules and \
      external products belong to the graph if they are included.

      in, out: how many modules depend on it, and on how many it depends, directly; all in, all out: directly or not. \
      height: the steps of the longest path down from it; depth: those of the longest path to it from the top. out share: \
      out ÷ (in + out), known as instability. rebuilt share: the share of all lines in the module and what depends on it, \
      which a change may recompile. owners: by CODEOWNERS, if there is one. An edge is implied by longer paths if its ends \
      are connected without it.

      With --run: CPU, wall: the module's seconds in that build; rebuilt CPU: the CPU seconds that a change may repeat, its own \
      and those of what depends on it.
      """)

  @Option(
    help: ArgumentHelp(
      "Sort by this figure, the greatest first. Default: recompiled, or dependents where not all lines are known; with "
        + "--run recompiled-cpu-seconds.", valueName: "column"))
  var sort: MetricColumn?

  @Option(
    help: ArgumentHelp(
      "Add seconds: the folder or file of a recorded build, or of a run of bench --record. \(WorkspaceOptions.latestHelp)",
      valueName: "run"),
    completion: NameCompletion.runs)
  var run: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Show only the first rows.", valueName: "number"))
  var top: Int?

  @OptionGroup(title: "Workspace Options") var workspace: WorkspaceOptions
  @OptionGroup var seen: PlatformOptions
  @OptionGroup(title: "Selection Options") var selection: SelectionOptions
  @OptionGroup(title: "Trait Options") var traits: TraitOptions
  @OptionGroup var result: ResultOptions<MetricsTable>

  func validate() throws {
    if let top, top < 1 { throw ValidationError("--top must be 1 or more.") }
    if let sort, sort.isRecorded, run == nil {
      throw ValidationError("--sort \(sort.rawValue) needs a recorded build; name it with --run.")
    }
  }

  func run() async throws {
    let places = try result.destinations(named: "metrics")
    let configuration = try workspace.request.foundConfiguration()
    let loaded = try await workspace.request.load(configuration, reads: .owners)
    let (graph, selected) = try graphs(of: loaded, configuration)
    let whole = try selection.selection().whole(graph, layers: selected.layers)
    let costs = try run.map { try RecordedCosts.read(workspace.recording(named: $0), for: graph) }
    let table = MetricsTable(
      GraphMetrics(whole, costs: costs?.byModule ?? [:]), of: selected, sortedBy: sort, top: top, build: costs?.build,
      owners: loaded.owners)
    try result.deliver(table, to: places)
    try workspace.request.finish(graph)
  }
}

extension MetricColumn: ExpressibleByArgument {}
