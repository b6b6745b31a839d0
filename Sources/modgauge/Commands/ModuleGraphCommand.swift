import ArgumentParser
import ModuleGraph
import Services
import Workspace

/// A command that reads the graph of a workspace, for one platform or for all.
///
/// Each command declares the option groups itself: debug builds of the argument parser check a group four times for
/// each enclosing group.
protocol WorkspaceCommand: AsyncParsableCommand {
  var workspace: WorkspaceOptions { get }
  var seen: PlatformOptions { get }
  var traits: TraitOptions { get }
  /// The contents of files, besides manifests, that the command needs.
  func reads(_ configuration: FoundConfiguration) -> FileReadings
}

/// A command that reads a part of the graph.
protocol ModuleGraphCommand: WorkspaceCommand {
  var selection: SelectionOptions { get }
}

/// A command that can also show the files of one module instead of modules.
protocol FileGraphCommand: ModuleGraphCommand {
  var files: FileOptions { get }
}

/// The graph that a command shows.
struct AskedGraph {
  var whole: ModuleGraph
  /// The selected part.
  var selected: SelectedGraph
  /// The graph of the workspace's modules.
  let modules: ModuleGraph
  /// `nil` for a graph of modules.
  var files: FileGraph?
}

extension WorkspaceCommand {
  func reads(_ configuration: FoundConfiguration) -> FileReadings { [] }

  /// A workspace's graph with the conditions of the options applied.
  func graph(of loaded: LoadedWorkspace) throws -> ModuleGraph {
    try traits.graph(of: loaded, platform: platform)
  }

  /// The platform of that graph, as SwiftPM names it in conditions; `nil` for all.
  var platform: String? { seen.platform?.lowercased() }

  /// Prints notes on a graph.
  func explain(_ graph: ModuleGraph, layers: Layers) {
    if let platform = seen.platform {
      let host = graph.environment?.os ?? "this machine"
      Terminal.note("note: conditions are those of \(platform); `#if os` in manifests was decided for \(host)")
    }
    layers.warnIfUnused(in: graph)
  }
}

extension Layers {
  /// Prints a warning for each layer that no module belongs to.
  func warnIfUnused(in graph: ModuleGraph) {
    let used = Set(graph.modules.compactMap { index(of: $0.id) })
    for (index, layer) in all.enumerated() where !used.contains(index) {
      Terminal.note("warning: no module belongs to the layer “\(layer.name)”")
    }
  }
}

extension FileGraphCommand {
  /// The graph of the requested files, or that of the modules.
  /// - Parameter subjects: the subjects of the command, which are shown in any case.
  func asked(
    of loaded: LoadedWorkspace, _ configuration: FoundConfiguration, subjects: [String] = []
  ) async throws -> AskedGraph {
    guard let word = files.files else {
      let (whole, selected) = try graphs(of: loaded, configuration, subjects: subjects)
      return AskedGraph(whole: whole, selected: selected, modules: whole)
    }
    let session = try await FileGraphSession(files.request, of: workspace.request, traits: traits.request)
    if files.planned.dryRun {
      try Terminal.write(session.plan(of: word, in: loaded).text)
      throw ExitCode.success
    }
    let files = try await session.graph(of: word, in: loaded)
    let graph = files.moduleGraph
    return AskedGraph(
      whole: graph, selected: try selection.selection(subjects: subjects)(graph), modules: loaded.graph, files: files)
  }

  /// The same, after loading the workspace.
  func loadAsked() async throws -> AskedGraph {
    let configuration = try workspace.configuration()
    return try await asked(of: try await workspace.load(configuration), configuration)
  }
}

extension ModuleGraphCommand {
  /// Loads the workspace, and prints notes on it.
  /// - Parameter subjects: modules that the command is about, which are shown in any case.
  /// - Returns: the whole graph, and the selected part.
  func loadGraph(subjects: [String] = []) async throws -> (whole: ModuleGraph, selected: SelectedGraph) {
    let configuration = try workspace.configuration()
    return try graphs(of: try await workspace.load(configuration), configuration, subjects: subjects)
  }

  /// The same for a loaded workspace.
  func graphs(
    of loaded: LoadedWorkspace, _ configuration: FoundConfiguration, subjects: [String] = []
  ) throws -> (whole: ModuleGraph, selected: SelectedGraph) {
    let graph = try graph(of: loaded)
    if !workspace.quiet { explain(graph, layers: configuration.settings.layers) }
    return (graph, try selection.selection(subjects: subjects)(graph, layers: configuration.settings.layers))
  }
}
