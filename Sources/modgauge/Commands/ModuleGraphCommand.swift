import ArgumentParser
import ModuleGraph
import Workspace

/// A command that reads the graph of a workspace, as one platform sees it or as all do.
///
/// Each command names the groups itself: debug builds of the parser check a group four times for each group around it.
protocol WorkspaceCommand: AsyncParsableCommand {
  var workspace: WorkspaceOptions { get }
  var manifests: ManifestOptions { get }
  var seen: PlatformOptions { get }
  var traits: TraitOptions { get }
  /// Whether the command needs what sources import.
  func readsImports(_ configuration: FoundConfiguration) -> Bool
}

/// The same about a part of the graph.
protocol ModuleGraphCommand: WorkspaceCommand {
  var selection: SelectionOptions { get }
}

/// As which platform a graph is seen.
struct PlatformOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The graph as this platform sees it (ios, linux, …): conditions applied; `#if os` in manifests stays the host's.",
      valueName: "name"))
  var platform: String?
}

extension WorkspaceCommand {
  func readsImports(_ configuration: FoundConfiguration) -> Bool { false }

  /// A workspace's graph with the conditions applied that the command was told.
  func graph(of loaded: LoadedWorkspace) throws -> ModuleGraph {
    try traits.graph(of: loaded, platform: seen.platform?.lowercased())
  }

  /// Says what a reader must know of a graph.
  func explain(_ graph: ModuleGraph, layers: Layers) {
    if let platform = seen.platform {
      let host = graph.environment?.os ?? "this machine"
      Terminal.note("note: conditions are those of \(platform); `#if os` in manifests was decided for \(host)")
    }
    let used = Set(graph.modules.compactMap { layers.index(of: $0.id) })
    for (index, layer) in layers.all.enumerated() where !used.contains(index) {
      Terminal.note("warning: no module belongs to the layer “\(layer.name)”")
    }
  }
}

extension ModuleGraphCommand {
  /// Loads the workspace, and says what a reader must know of it.
  /// - Parameter subjects: modules that the command is about; they are shown in any case.
  /// - Returns: the whole graph, and the part that was asked for.
  func loadGraph(subjects: [String] = []) async throws -> (whole: ModuleGraph, selected: SelectedGraph) {
    let configuration = try workspace.configuration()
    let graph = try graph(of: try await workspace.load(configuration, reading: manifests))
    if !workspace.quiet { explain(graph, layers: configuration.settings.layers) }
    return (graph, try selection.selection(subjects: subjects)(graph, layers: configuration.settings.layers))
  }
}
