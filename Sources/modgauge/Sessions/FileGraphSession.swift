import BuildRunner
import ModuleGraph
import SymbolIndex
import Workspace

/// Reads which file of a module needs which.
struct FileGraphSession {
  let options: FileOptions
  let workspace: WorkspaceOptions

  /// - Returns: `nil` unless the files of a module were asked for.
  /// - Throws: `SelectionError`, `IndexError`, `WorkspaceError`, `BenchmarkError`.
  func graph(of loaded: LoadedWorkspace) async throws -> FileGraph? {
    guard let word = options.files else { return nil }
    let all = SelectedGraph(loaded.graph, shown: Set(loaded.graph.modules.map(\.id)))
    let module = all.nodes[try all.node(named: word)].modules[0]
    let sources = (loaded.sources[module.id] ?? []).filter { !["assembly", nil].contains($0.language) }
    let toolchain = try await RealToolchain(of: try Toolchain(at: workspace.toolchain))
    let indexed = IndexedModule(
      module, root: loaded.rootPath,
      sources: sources.map { IndexedModule.Source(path: $0.path, lines: $0.lines) }, command: command(building: module))
    let symbols = try indexed.symbols(
      in: places(in: loaded), with: IndexLibrary(ofToolchain: toolchain.usr), isForced: options.force)
    return FileGraph(module: module.id, folder: module.path ?? ".", symbols)
  }

  private func places(in loaded: LoadedWorkspace) -> [IndexPlace] {
    if let store = options.indexStore { return [IndexPlace(path: Path.absolute(store))] }
    return IndexPlace.builds(of: [loaded.rootPath] + loaded.packages.map(\.path))
  }

  private func command(building module: Module) -> String {
    let place = workspace.packagePath == "." ? "" : " --package-path \(workspace.packagePath)"
    return "swift build\(place) --target \(module.name) --enable-index-store"
  }
}
