import ArgumentParser
import ModuleGraph
import Reports
import Services
import Workspace

struct GraphCommand: FileGraphCommand {
  static let configuration = CommandConfiguration(
    commandName: "graph", _superCommandName: Program.name,
    abstract: "Draws the module graph: as a tree, a picture, a page or Mermaid.",
    discussion: """
      The graph is SwiftPM's; neither the network nor resolved dependencies are needed, and nothing is \
      written into the workspace. Test modules and external products are left out unless asked for. json \
      (modgauge.graph/1) always contains them, and modules instead of groups; the other selection options apply to it \
      as well.

      text is a tree: it begins with the modules that nothing depends on, and lists below each module what it depends on.

      With --files, it is the graph of one module's files, from the index that a build wrote. Folders are drawn as packages, \
      and files that need one another in a color. json is modgauge.files/1, with the symbols of each edge. --seams shows how \
      the module could be divided.
      """)

  @OptionGroup(title: "Workspace Options") var workspace: WorkspaceOptions
  @OptionGroup var seen: PlatformOptions
  @OptionGroup(title: "Selection Options") var selection: SelectionOptions
  @OptionGroup(title: "File Options") var files: FileOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With --files: divide the module into at most this many loosely coupled parts.", valueName: "number"))
  var seams: Int?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Renew the parts of these Markdown files, or of all in these folders, that stand between `<!-- modgauge: graph -->` and `<!-- /modgauge -->`. The first marker holds the command and its options.",
      valueName: "path"))
  var update: [String] = []

  @Flag(
    help: """
      Keep a small diagram of each module in its README: what it depends on, and what depends on it. A README without one gets it \
      at its end, and a missing README is created.
      """)
  var perModule = false

  @Flag(
    help: "With --update or --per-module: change nothing, show what is out of date, and then exit with code 1.")
  var check = false

  @OptionGroup(title: "Trait Options") var traits: TraitOptions
  @OptionGroup var result: ResultOptions<GraphReport>

  @OptionGroup(title: "Picture Options") var look: PictureOptions

  func validate() throws {
    let isUpdate = perModule || !update.isEmpty
    if check, !isUpdate { throw ValidationError("--check requires --update or --per-module.") }
    if isUpdate, files.files != nil || seams != nil || result.isRequested {
      throw ValidationError(
        "--update and --per-module take formats, files and options of graphs from the markers in the documents.")
    }
    guard let seams else { return }
    if files.files == nil { throw ValidationError("--seams requires --files.") }
    if seams < 2 { throw ValidationError("--seams must be 2 or more.") }
  }

  func run() async throws {
    if perModule || !update.isEmpty { return try await renewDocuments() }
    let places = try result.destinations(named: files.files == nil ? "graph" : "files")
    let isPage = places.contains { $0.rendering.name == "html" }
    if isPage, files.files != nil {
      throw ValidationError("html is a page about modules; choose another format for --files, such as svg.")
    }
    var asked = try await loadAsked()
    let answer = asked.files.map { files in
      ModuleFiles(files, seams: seams.map { Seams(of: files, mostParts: $0) })
    }
    if let answer, let division = answer.seams?.bestOfMostParts {
      let divided = answer.graph.moduleGraph(dividedInto: division)
      (asked.whole, asked.selected) = (divided, try selection.selection()(divided))
    }
    let (graph, selected) = (asked.whole, asked.selected)
    var style = try look.style(layers: selected.layers, of: graph, in: workspace)
    if asked.files != nil, style.coloring == nil { style.coloring = .cycles }
    let roles =
      try isPage
      ? ModuleRole.all(of: Roles(graph, settings: workspace.request.foundConfiguration().settings.roles)) : []
    try result.deliver(
      GraphReport(graph, selection.selection(), selected, style: style, roles: roles, files: answer), to: places,
      isQuiet: workspace.quiet)
    if !workspace.quiet { explain(places.map(\.rendering.name)) }
    try workspace.request.finish(asked.modules)
  }

  private func renewDocuments() async throws {
    let session = DocumentUpdate(workspace: workspace, isCheck: check)
    var documents = try DocumentUpdate.documents(at: update)
    var written: (workspace: LoadedWorkspace, paths: [String])?
    if perModule {
      let configuration = try workspace.request.foundConfiguration()
      let loaded = try await workspace.request.load(configuration)
      try workspace.request.finish(loaded.graph)
      let own = ModuleDocuments.documents(of: try graphs(of: loaded, configuration).selected, in: loaded)
      documents += own
      written = (loaded, own.map(\.path))
    }
    try await session.run(documents)
    if let written, !check, !workspace.quiet { explain(written.paths, in: written.workspace) }
  }

  /// Tells what makes SwiftPM warn in every build.
  private func explain(_ paths: [String], in loaded: LoadedWorkspace) {
    let unhandled = loaded.targets(withUnhandled: paths.compactMap { Path.canonical($0) })
    guard !unhandled.isEmpty else { return }
    let files = Set(unhandled.flatMap(\.files)).sorted().map { "\"\($0)\"" }.joined(separator: ", ")
    let names = unhandled.map(\.module.name).listed(atMost: 5)
    Terminal.note(
      "note: SwiftPM warns of these files in every build until the manifest says `exclude: [\(files)]` in \(names)"
        .visible)
  }

  /// Prints notes on what a reader may miss.
  private func explain(_ formats: [String]) {
    if formats.contains("json"), !selection.collapse.isEmpty {
      Terminal.note("note: json holds modules, not groups; --collapse does not apply to it")
    }
    if result.isLeftToTerminal {
      Terminal.note("note: for a picture, add --output graph.svg (or .png, .pdf)")
    }
  }
}
