import BuildRunner
package import Documents
package import ModuleGraph
import Reports
import SymbolIndex
package import Workspace

/// Which index of a module's symbols is read.
package struct IndexRequest: Hashable, Sendable {
  /// The folder of an index store; `nil` for the most complete one below `.build`.
  package var store: String?
  /// Whether the module is built with an index first, in a private copy.
  package var isBuilt = false
  /// Whether an index that is outdated or incomplete is accepted.
  package var isForced = false

  package init() {}
}

/// Reads the dependencies between the files of a module, with the index library of one toolchain.
package struct FileGraphSession {
  private let request: IndexRequest
  private let workspace: WorkspaceRequest
  private let traits: TraitRequest
  private let toolchain: Toolchain
  private let library: IndexLibrary

  /// Asks the toolchain for its location, and opens its library.
  /// - Throws: `WorkspaceError`, `BenchmarkError`, `IndexError.libraryMissing`.
  package init(
    _ request: IndexRequest = IndexRequest(), of workspace: WorkspaceRequest, traits: TraitRequest = TraitRequest()
  ) async throws {
    (self.request, self.workspace, self.traits) = (request, workspace, traits)
    toolchain = try Toolchain(at: workspace.toolchain)
    library = try IndexLibrary(ofToolchain: try await RealToolchain(of: toolchain).usr)
  }

  /// - Throws: `SelectionError`, `IndexError`, `IndexBuild.Failure`, `WorkspaceError`, `BenchmarkError`.
  package func graph(of word: String, in loaded: LoadedWorkspace) async throws -> FileGraph {
    let module = try module(word, in: loaded)
    let symbols =
      if request.isBuilt {
        try await built(module, of: loaded)
      } else {
        try symbols(of: module, in: loaded)
      }
    return FileGraph(module: module.id, folder: module.path ?? ".", symbols)
  }

  /// What is built to show a module's files.
  /// - Throws: `SelectionError`.
  package func plan(of word: String, in loaded: LoadedWorkspace) throws -> PlannedBuilds {
    let module = try module(word, in: loaded)
    guard request.isBuilt else { return .none(because: "an index that is there is read") }
    let place = MeasuringEnvironment.Request(
      loaded, workspace, output: workspace.cacheFolder(for: "indexes", of: loaded))
    return PlannedBuilds(
      builds: ["1 build of \(module.name) and what it depends on, with an index"], place: place.folders.copy)
  }

  private func module(_ word: String, in loaded: LoadedWorkspace) throws(SelectionError) -> Module {
    let all = SelectedGraph(loaded.graph, shown: Set(loaded.graph.modules.map(\.id)))
    return all.nodes[try all.node(named: word)].modules[0]
  }

  /// The symbols of a module from an index that is there.
  /// - Throws: `IndexError`.
  package func symbols(of module: Module, in loaded: LoadedWorkspace) throws -> [FileSymbols] {
    try indexed(module, of: loaded).symbols(in: places(in: loaded), with: library, isForced: self.request.isForced)
  }

  private func indexed(_ module: Module, of loaded: LoadedWorkspace) -> IndexedModule {
    // SwiftPM compiles plugins itself, without an index.
    let all = module.kind == .plugin ? [] : loaded.sources[module.id] ?? []
    let sources = all.filter { !["assembly", nil].contains($0.language) }
    let place = workspace.path == "." ? "" : " --package-path \(workspace.path)"
    return IndexedModule(
      module, root: loaded.rootPath, sources: sources.map { IndexedModule.Source(path: $0.path, lines: $0.lines) },
      command: "swift build\(place) --target \(module.name) --enable-index-store")
  }

  private func places(in loaded: LoadedWorkspace) -> [IndexLocation] {
    if let store = request.store { return [IndexLocation(path: Path.absolute(store))] }
    return IndexLocation.builds(of: [loaded.rootPath] + loaded.packages.map(\.path))
  }

  /// The symbols from an index that is built for this purpose and then removed.
  private func built(_ module: Module, of loaded: LoadedWorkspace) async throws -> [FileSymbols] {
    let request = MeasuringEnvironment.Request(
      loaded, workspace, output: workspace.cacheFolder(for: "indexes", of: loaded))
    if !workspace.isQuiet { Terminal.note("building \(module.name) with an index in a private copy") }
    return try await MeasuringEnvironment.held(for: request) { place in
      let swiftBuild = SwiftBuild(swift: toolchain.swift, extraArguments: traits.buildArguments)
      let build = IndexBuild(of: loaded, with: swiftBuild, in: place)
      let outcome = try await Interruption.cancelling { try await build.build(module) }
      let places = IndexLocation.stores(below: outcome.scratch).map {
        IndexLocation(path: $0, copy: outcome.copy, of: outcome.original)
      }
      let symbols = try indexed(module, of: loaded).symbols(in: places, with: library, isForced: self.request.isForced)
      try place.folders.tidy()
      return symbols
    }
  }
}
