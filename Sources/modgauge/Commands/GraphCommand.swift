import ArgumentParser
import ModuleGraph
import Reports

struct GraphCommand: ModuleGraphCommand {
  static let configuration = CommandConfiguration(
    commandName: "graph",
    abstract: "Draws the module graph of packages and of the local packages that they reach.",
    discussion: """
      SwiftPM evaluates the manifests; neither the network nor resolved dependencies are needed, and nothing is \
      written into the workspace. Test modules and external products are left out unless asked for. json \
      (modgauge.graph/1) holds them in any case, and modules instead of groups; the other selection options apply to it \
      as well.

      text is a tree: what nothing depends on first, below each module what it depends on.
      """)

  @OptionGroup var workspace: WorkspaceOptions
  @OptionGroup(title: "Manifest Options") var manifests: ManifestOptions
  @OptionGroup var seen: PlatformOptions
  @OptionGroup(title: "Selection Options") var selection: SelectionOptions
  @OptionGroup(title: "Trait Options") var traits: TraitOptions
  @OptionGroup var result: ResultOptions<GraphReport>

  @OptionGroup(title: "Picture Options") var look: PictureOptions

  func run() async throws {
    let places = try result.destinations(named: "graph")
    let (graph, selected) = try await loadGraph()
    let style = try look.style(layers: selected.layers, of: graph)
    let isPage = places.contains { $0.rendering.name == "html" }
    let roles = try isPage ? Roles(graph, settings: workspace.configuration().settings.roles) : nil
    try result.deliver(
      GraphReport(graph, selection.selection(), selected, style: style, roles: roles), to: places,
      isQuiet: workspace.quiet)
    if !workspace.quiet { explain(places.map(\.rendering.name)) }
    try workspace.finish(graph)
  }

  /// Prints notes on what a reader may miss.
  private func explain(_ formats: [String]) {
    if formats.contains("json"), !selection.collapse.isEmpty {
      Terminal.note("note: json holds modules, not groups; --collapse does not apply to it")
    }
    if result.isLeftToTerminal {
      Terminal.note("note: for a picture: modgauge graph --output graph.svg (or .png, .pdf)")
    }
  }
}
