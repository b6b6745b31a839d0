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
}

protocol ModuleGraphCommand: WorkspaceCommand {
  var selection: SelectionOptions { get }
}

/// A command that can also show the files of one module instead of modules.
protocol FileGraphCommand: ModuleGraphCommand {
  var files: FileOptions { get }
}

struct AskedGraph {
  var whole: ModuleGraph
  var selected: SelectedGraph
  /// The graph of the workspace's modules.
  let modules: ModuleGraph
  /// `nil` for a graph of modules.
  var files: FileGraph?
}

extension WorkspaceCommand {
  var graphRequest: GraphRequest {
    var request = GraphRequest()
    (request.workspace, request.traits, request.platform) = (workspace.request, traits.request, seen.platform)
    return request
  }
}

extension FileGraphCommand {
  /// The graph of the requested files, or that of the modules.
  /// - Parameter subjects: the subjects of the command, which are shown in any case.
  func asked(
    of loaded: LoadedWorkspace, _ configuration: LoadedConfiguration, subjects: [String] = []
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
    let configuration = try workspace.request.foundConfiguration()
    return try await asked(of: try await workspace.request.load(configuration), configuration)
  }
}

extension ModuleGraphCommand {
  /// Loads the workspace, and prints notes on it.
  /// - Parameter subjects: modules that the command is about, which are shown in any case.
  /// - Returns: the whole graph, and the selected part.
  func loadGraph(subjects: [String] = []) async throws -> (whole: ModuleGraph, selected: SelectedGraph) {
    let configuration = try workspace.request.foundConfiguration()
    return try graphs(of: try await workspace.request.load(configuration), configuration, subjects: subjects)
  }

  /// The same for a loaded workspace.
  func graphs(
    of loaded: LoadedWorkspace, _ configuration: LoadedConfiguration, subjects: [String] = []
  ) throws -> (whole: ModuleGraph, selected: SelectedGraph) {
    let graph = try graphRequest.graph(of: loaded)
    graphRequest.explain(graph, layers: configuration.settings.layers)
    return (graph, try selection.selection(subjects: subjects)(graph, layers: configuration.settings.layers))
  }
}
