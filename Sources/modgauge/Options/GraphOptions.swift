import ArgumentParser
import ModuleGraph
import Workspace

/// The graph that a command looks at: a workspace, as one platform sees it or as all do, and a part of it.
struct GraphOptions: ParsableArguments {
  @OptionGroup var workspace: WorkspaceOptions

  @Option(
    help: ArgumentHelp(
      "The graph as this platform sees it (ios, linux, …): conditions applied; `#if os` in manifests stays the host's.",
      valueName: "name"))
  var platform: String?

  @OptionGroup(title: "Selection Options") var selection: SelectionOptions

  @OptionGroup(title: "Trait Options") var traits: TraitOptions

  /// Loads the workspace, and says what a reader must know of it.
  /// - Parameter subjects: modules that the command is about; they are shown in any case.
  /// - Returns: the whole graph, and the part that was asked for.
  func load(subjects: [String] = []) async throws -> (whole: ModuleGraph, selected: SelectedGraph) {
    let configuration = try workspace.configuration()
    let loaded = try await workspace.load(configuration)
    let graph = try traits.graph(of: loaded, platform: platform?.lowercased())
    if !workspace.quiet { explain(graph, layers: configuration.settings.layers) }
    return (graph, try selection.selection(subjects: subjects)(graph, layers: configuration.settings.layers))
  }

  private func explain(_ graph: ModuleGraph, layers: Layers) {
    if let platform {
      let host = graph.environment?.os ?? "this machine"
      Terminal.note("note: conditions are those of \(platform); `#if os` in manifests was decided for \(host)")
    }
    let used = Set(graph.modules.compactMap { layers.index(of: $0.id) })
    for (index, layer) in layers.all.enumerated() where !used.contains(index) {
      Terminal.note("warning: no module belongs to the layer “\(layer.name)”")
    }
  }
}
