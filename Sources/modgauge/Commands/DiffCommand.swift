import ArgumentParser
import ModuleGraph
import Reports
import Services

struct DiffCommand: ModuleGraphCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", _superCommandName: Program.name,
    abstract: "Shows what changed in the module graph between two revisions.",
    discussion: """
      A state is a git revision (main, HEAD~3, a hash), or a file written by `modgauge graph --format json`. \
      `a..b` compares two revisions, `a...b` the merge base with the second, as a pull request does. \
      Revisions are read from git's objects: the working tree is not touched. Pictures show what \
      changed and its surroundings (--context).
      """)

  @Argument(help: "The state before: a revision, or a graph file; or both states as a..b or a...b.")
  var base: String

  @Argument(help: "The state after. Default: the working tree.")
  var head: String?

  @OptionGroup(title: "Workspace Options") var workspace: WorkspaceOptions
  @OptionGroup var seen: PlatformOptions
  @OptionGroup(title: "Selection Options") var selection: SelectionOptions
  @OptionGroup(title: "Trait Options") var traits: TraitOptions
  @OptionGroup var finding: FindingOptions
  @OptionGroup var result: ResultOptions<DifferenceReport>
  @OptionGroup(title: "Picture Options") var look: PictureOptions

  @Option(
    help: ArgumentHelp(
      "Draw the surroundings of each change up to this many steps, or all. Default: 1, or 0 if that is too large.",
      valueName: "number|all"))
  var context: String?

  @Flag(help: "Write nothing if the graph is the same, as for a comment on a pull request.")
  var quietIfSame = false

  /// Which unchanged nodes a picture shows; a user who selects a part of the graph wants to see it.
  private var shownContext: DifferenceContext {
    if context == "all" { return .everything }
    if let steps = context.flatMap({ Int($0) }) { return .steps(steps) }
    let isChosen = !(selection.focus + selection.reaches + selection.package + selection.layer).isEmpty
    return isChosen ? .everything : .automatic
  }

  func validate() throws {
    if let context, context != "all", Int(context).map({ $0 < 0 }) ?? true {
      throw ValidationError("--context must be a number of steps, or all.")
    }
  }

  func run() async throws {
    let places = try result.destinations(named: "diff")
    let configuration = try workspace.request.foundConfiguration()
    let layers = configuration.settings.layers
    let style = try look.style(layers: layers, in: workspace)
    let (before, after, successions) = try await ComparedStates(base, head).load(
      graphRequest, configuration, reads: .owners)
    let difference = try GraphDifference(
      from: before.graph, to: after.graph, selection: selection.selection(), layers: layers,
      successions: successions)
    if !quietIfSame || !difference.isEmpty {
      let report = DifferenceReport(
        difference, names: (base: before.name, head: after.name), style: style, context: shownContext,
        touched: try await after.touchedModules(since: before, around: workspace.packagePath))
      try result.deliver(report, to: places, isQuiet: workspace.quiet)
    }
    for state in [before, after] { try workspace.request.finish(state.graph) }
    try finding.finish(after.graph, of: workspace, isFound: !difference.isEmpty)
  }
}
