import BuildRunner
import Configuration
package import Documents
package import ModuleGraph
package import Workspace

/// A request that contradicts itself, or what it is about.
package struct InvalidRequest: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

extension WorkspaceRequest {
  package var cachePath: String { CacheFolder.own(for: cacheFolder ?? CacheFolder.platformDefault()) }

  /// A folder of the cache for one purpose, absolute.
  package func cacheFolder(for purpose: String, of loaded: LoadedWorkspace) -> String {
    "\(Path.absolute(cachePath))/\(purpose)/\(BenchmarkFolders.key(loaded.rootPath))"
  }

  /// Absolute, without symbolic links where it exists.
  package var root: String { Path.canonical(path) ?? Path.absolute(path) }

  /// Reads the file that is named, or the one in the package's folder or above it.
  /// - Throws: `ConfigurationError`, `InputFile.Unreadable`.
  package func foundConfiguration() throws -> LoadedConfiguration {
    try LoadedConfiguration(named: configuration, of: path)
  }

  /// Loads the workspace and prints its warnings.
  ///
  /// - Parameters:
  ///   - configuration: the workspace's configuration, if it was read already.
  ///   - besides: folders of further packages of the workspace, about which no warnings are printed.
  ///   - reads: what is read of files besides.
  ///   - fillsCheckout: whether what the checkout leaves out is read from git.
  package func load(
    _ configuration: LoadedConfiguration? = nil, besides: [String] = [], reads: FileReadings = FileReadings(),
    fillsCheckout: Bool = false
  ) async throws -> LoadedWorkspace {
    let configuration = try configuration ?? foundConfiguration()
    let loader = try loader(
      configuration, keepsGoing: !besides.isEmpty, reads: reads, fillsCheckout: fillsCheckout)
    let workspace = try await loaded(by: loader, from: path, discovery(configuration), besides: besides)
    if besides.isEmpty { tell(of: workspace) }
    return workspace
  }

  /// Loads the workspace and prints its warnings. If no app is found among the packages of a folder, the Xcode project
  /// beside them is read, too.
  package func load(
    _ configuration: LoadedConfiguration, toFindApp settings: RoleSettings, reads: FileReadings = FileReadings()
  ) async throws -> LoadedWorkspace {
    let loader = try loader(configuration, reads: reads)
    var workspace = try await loaded(by: loader, from: path, discovery(configuration))
    // Names that are not among the packages may be those of the project.
    if let project = workspace.onlyUnreadProject,
      (try? Roles(workspace.graph, settings: settings))?.combined.module == nil
    {
      do {
        let whole = try await loaded(
          by: loader, from: "\(path)/\(project)", discovery(configuration, includesAll: true))
        // A link may lead to the project of another folder.
        if whole.rootPath == workspace.rootPath { workspace = whole }
      } catch is WorkspaceError {
        // Of a project that cannot be read, the warning about the packages says how to name it.
      }
    }
    tell(of: workspace)
    return workspace
  }

  private func loaded(
    by loader: WorkspaceLoader, from path: String, _ discovery: DiscoveryOptions, besides: [String] = []
  ) async throws -> LoadedWorkspace {
    try await Interruption.cancelling {
      try await loader.load(packagePath: path, discovery: discovery, besides: besides)
    }
  }

  private func tell(of workspace: LoadedWorkspace) {
    if !isQuiet {
      let notes = workspace.notes + [workspace.noteOnProjects(shownBelow: path)].compactMap(\.self)
      (notes + workspace.graph.warnings).forEach { Terminal.note("warning: \($0.visible)") }
    }
    showTimings(of: workspace)
  }

  /// Prints how each manifest was read, if that was requested.
  package func showTimings(of workspace: LoadedWorkspace) {
    guard showsTimings else { return }
    for package in workspace.packages {
      let reading = package.reading
      let obstacle = reading.obstacle.map { " (\($0))" } ?? ""
      let milliseconds = (reading.seconds * 10_000).rounded() / 10
      Terminal.note("\(package.key): \(reading.way.rawValue), \(milliseconds) ms\(obstacle)".visible)
    }
  }

  /// The loader for the workspace, or a revision of it.
  package func loader(
    _ configuration: LoadedConfiguration, keepsGoing: Bool = false, reads: FileReadings = FileReadings(),
    fillsCheckout: Bool = false
  ) throws -> WorkspaceLoader {
    if !isQuiet { Notice.show { Terminal.note("warning: \($0.visible)") } }
    return WorkspaceLoader(
      toolchain: try toolchain(evaluating: manifestPolicy.evaluates), cacheFolder: cachePath,
      manifestTimeout: .seconds(manifestTimeoutSeconds),
      manifestEnvironment: configuration.settings.manifestEnvironment.merging(manifestEnvironment) { $1 },
      policy: manifestPolicy, keepsGoing: self.keepsGoing || keepsGoing, supervisor: ProgramFile.recorder,
      reads: reads, fillsCheckout: fillsCheckout)
  }

  package var manifestPolicy: ManifestPolicy {
    ManifestPolicy(readsLiterals: !evaluatesAll, evaluates: !evaluatesNone, caches: usesCache)
  }

  /// The requested environment variables, without those that are not set.
  private var manifestEnvironment: [String: String] {
    var variables: [String: String] = [:]
    for variable in manifestVariables {
      let parts = variable.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      variables[parts[0]] = parts.count == 2 ? parts[1] : OwnEnvironment.variables[parts[0]]
    }
    return variables
  }

  /// - Parameter base: where the configuration's paths start, if not at its file.
  package func discovery(
    _ configuration: LoadedConfiguration, from base: String? = nil, includesAll: Bool = false
  ) -> DiscoveryOptions {
    DiscoveryOptions(
      includesAll: self.includesAll || includesAll, exclude: configuration.settings.exclude,
      excludeBase: base ?? configuration.base)
  }

  /// `nil` if none was found or named, and none is needed.
  private func toolchain(evaluating evaluates: Bool) throws(WorkspaceError) -> Toolchain? {
    do { return try Toolchain(at: toolchain) } catch {
      guard toolchain == nil, !evaluates else { throw error }
      return nil
    }
  }

  /// Reports packages that are missing in the result.
  /// - Throws: `Reported` if there are any.
  package func finish(_ graph: ModuleGraph) throws(Reported) {
    guard !graph.failures.isEmpty else { return }
    graph.failures.forEach { Terminal.note("error: \($0.message.visibleLines)") }
    throw Reported(exitCode: 2)
  }
}
