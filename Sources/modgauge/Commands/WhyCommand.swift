import ArgumentParser
import ModuleGraph
import Reports
import Services
import Workspace

struct WhyCommand: FileGraphCommand {
  static let configuration = CommandConfiguration(
    commandName: "why", _superCommandName: Program.name,
    abstract: "Shows why one module depends on another: the paths between.",
    discussion: """
      Prints a shortest path, with the manifest's line of each step, and the number of paths. A picture shows all shortest \
      paths, or with --all-paths all paths. If both arguments are the same module, it shows the cycles through it.

      With --if-cut, it shows the effect of removing the direct dependency: the remaining paths, the lines to change, what a \
      change in each module would recompile, and the violations of .modgauge.yml's rules that would be fixed or new. \
      Nothing is changed.

      With --files: why one file of a module needs another one, with the symbols of each step.
      """)

  @Argument(
    help: "The dependent module: its name, or package/name. With --files, a file.", completion: NameCompletion.modules)
  var dependent: String

  @Argument(help: "The module or the file that it depends on.", completion: NameCompletion.modules)
  var dependency: String

  @Flag(help: "List all paths, the shortest first, up to --limit; in a picture draw all.")
  var allPaths = false

  @Flag(help: "Show the effect of cutting the direct dependency; a picture shows the remaining paths.")
  var ifCut = false

  @Option(
    parsing: .unconditional, help: ArgumentHelp("How many paths --all-paths lists. (default: 20)", valueName: "number"))
  var limit: Int?

  @OptionGroup(title: "Workspace Options") var workspace: WorkspaceOptions
  @OptionGroup var seen: PlatformOptions
  @OptionGroup(title: "Selection Options") var selection: SelectionOptions
  @OptionGroup(title: "File Options") var files: FileOptions
  @OptionGroup(title: "Trait Options") var traits: TraitOptions
  @OptionGroup var finding: FindingOptions
  @OptionGroup var result: ResultOptions<WhyReport>

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit must be 1 or more.") }
    if ifCut, files.files != nil { throw ValidationError("--if-cut is about modules; leave --files out.") }
    if limit != nil, !allPaths { throw ValidationError("--limit is for --all-paths.") }
  }

  func run() async throws {
    let places = try result.destinations(named: "why")
    let configuration = try workspace.request.foundConfiguration()
    let loaded = try await workspace.request.load(configuration, reads: files.files == nil ? .imports : [])
      .enabling(traits.request.selection)
    let asked = try await asked(of: loaded, configuration, subjects: [dependent, dependency])
    let ends = try [dependent, dependency].map { try asked.selected.node(named: $0, of: asked.whole) }
    let why = Why(ends[0], to: ends[1], in: asked.selected, limit: pathLimit)
    let cut = try ifCut ? cut(why, of: asked.whole) : nil
    let report =
      try asked.files == nil
      ? report(why, cut, of: loaded, asked.whole, configuration) : WhyReport(why, allPaths: allPaths)
    try result.deliver(report, to: places, isQuiet: workspace.quiet)
    try finding.finish(asked.modules, of: workspace, isFound: !(cut?.left ?? why).paths.isEmpty)
  }

  private var pathLimit: Int? { allPaths ? limit ?? 20 : nil }

  /// The answer about modules, with the importing lines, and the effect of a cut on rules.
  private func report(
    _ why: Why, _ cut: Cut?, of loaded: LoadedWorkspace, _ graph: ModuleGraph, _ configuration: LoadedConfiguration
  ) throws -> WhyReport {
    let rules = cut == nil ? [] : configuration.settings.rules
    let needsImports = rules.contains { $0.reads.contains(.imports) }
    return WhyReport(
      why, allPaths: allPaths, imports: loaded.imports?.sites(of: why) ?? [],
      cut: try cut.map { cut in
        let service = try CheckService(CheckRequest(graphRequest), configuration, rules: rules)
        let rules = rules.isEmpty ? nil : try service.difference(cut, in: graph, needsImports ? loaded.imports : nil)
        return WhyReport.CutAnswer(cut, rules: rules)
      })
  }

  private func cut(_ why: Why, of graph: ModuleGraph) throws -> Cut {
    let whole = try selection.selection(subjects: [dependent, dependency]).whole(graph, layers: why.graph.layers)
    guard let cut = Cut(why, of: whole, limit: pathLimit) else {
      throw ServiceError(
        why.paths.isEmpty
          ? "\(dependent) does not depend on \(dependency), so there is nothing to cut."
          : "\(dependent) depends on \(dependency) only indirectly, so there is no dependency to cut. Show the path with "
            + "`modgauge why`, and cut one of its steps.")
    }
    return cut
  }
}

extension WorkspaceImports {
  /// The imports between the two ends, and those of the shown steps.
  fileprivate func sites(of why: Why) -> [ImportSite] {
    let steps = Set(why.steps.map { [$0.from, $0.to] } + [[why.from, why.to]])
    return steps.sorted { $0.lexicographicallyPrecedes($1) }.flatMap {
      sites(from: why.graph.nodes[$0[0]].modules, to: why.graph.nodes[$0[1]].modules)
    }
  }
}
