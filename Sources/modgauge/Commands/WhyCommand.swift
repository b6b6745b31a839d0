import ArgumentParser
import ModuleGraph
import Reports

struct WhyCommand: ModuleGraphCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Tells why one module depends on another: the paths from the one to the other.",
    discussion: """
      A shortest path, with the manifest's line of each step, and how many paths there are. A picture shows all shortest \
      paths, or with --all-paths all paths. Asked of one module twice, it tells of the cycles through that module.
      """)

  @Argument(help: "The module that depends: its name, or package/name.")
  var dependent: String

  @Argument(help: "The module that is depended on.")
  var dependency: String

  @Flag(help: "List all paths, the shortest first, up to --limit; in a picture draw all.")
  var allPaths = false

  @Option(
    parsing: .unconditional, help: ArgumentHelp("How many paths --all-paths lists. (default: 20)", valueName: "number"))
  var limit: Int?

  @OptionGroup var workspace: WorkspaceOptions
  @OptionGroup(title: "Manifest Options") var manifests: ManifestOptions
  @OptionGroup var seen: PlatformOptions
  @OptionGroup(title: "Selection Options") var selection: SelectionOptions
  @OptionGroup(title: "Trait Options") var traits: TraitOptions
  @OptionGroup var finding: FindingOptions
  @OptionGroup var result: ResultOptions<WhyReport>

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit must be 1 or more.") }
    if limit != nil, !allPaths { throw ValidationError("--limit is for --all-paths.") }
  }

  func run() async throws {
    let places = try result.destinations(named: "why")
    let (graph, selected) = try await loadGraph(subjects: [dependent, dependency])
    let ends = try [dependent, dependency].map { try selected.node(named: $0, of: graph) }
    let why = Why(ends[0], to: ends[1], in: selected, limit: allPaths ? limit ?? 20 : nil)
    try result.deliver(WhyReport(why, allPaths: allPaths), to: places, isQuiet: workspace.quiet)
    try finding.finish(graph, of: workspace, isFound: !why.paths.isEmpty)
  }
}
