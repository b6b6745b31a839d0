import ArgumentParser
import ModuleGraph
import Workspace

/// The workspace, and the toolchain to read it with.
struct WorkspaceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("A package, a folder of packages, an .xcworkspace or an .xcodeproj.", valueName: "folder"))
  var packagePath = "."

  @Flag(help: "Load every package below the folder, not only the one there and what it depends on.")
  var all = false

  @Option(
    help: ArgumentHelp(
      "The configuration. Default: the .modgauge.yml in the package's folder or above it.", valueName: "file"))
  var config: String?

  @Option(help: ArgumentHelp("The toolchain to use, instead of the `swift` in PATH.", valueName: "folder"))
  var toolchain: String?

  @Option(help: ArgumentHelp("Where caches and private copies go.", valueName: "folder"))
  var cacheDir: String = CacheFolder.platformDefault()

  @Flag(name: .shortAndLong, help: "Print no progress and no warnings.")
  var quiet = false

  /// Loads the workspace and prints its warnings.
  ///
  /// - Parameters:
  ///   - configuration: the workspace's configuration, if it was read already.
  ///   - manifests: how manifests are read.
  ///   - besides: folders of further packages of the workspace, about which no warnings are printed.
  ///   - reads: what is read of files besides.
  func load(
    _ configuration: FoundConfiguration? = nil, reading manifests: ManifestOptions, besides: [String] = [],
    reads: FileReadings = FileReadings()
  ) async throws -> LoadedWorkspace {
    let configuration = try configuration ?? self.configuration()
    let loader = try loader(
      configuration, reading: manifests, keepsGoing: !besides.isEmpty, reads: reads)
    let workspace = try await Interruption.cancelling {
      try await loader.load(packagePath: packagePath, discovery: discovery(configuration), besides: besides)
    }
    guard besides.isEmpty else { return workspace }
    if !quiet { (workspace.notes + workspace.graph.warnings).forEach { Terminal.note("warning: \($0.visible)") } }
    manifests.show(workspace)
    return workspace
  }

  /// The loader for the workspace, or a revision of it.
  func loader(
    _ configuration: FoundConfiguration, reading manifests: ManifestOptions, keepsGoing: Bool = false,
    reads: FileReadings = FileReadings()
  ) throws -> WorkspaceLoader {
    WorkspaceLoader(
      toolchain: try toolchain(evaluating: manifests.policy.evaluates), cacheFolder: cacheDir,
      manifestTimeout: .seconds(manifests.timeout),
      manifestEnvironment: configuration.settings.manifestEnvironment.merging(
        manifests.environment(own: OwnEnvironment.variables)
      ) { $1 },
      policy: manifests.policy, keepsGoing: manifests.keepGoing || keepsGoing, supervisor: ProgramFile.recorder,
      reads: reads)
  }

  /// - Parameter base: where the configuration's paths start, if not at its file.
  func discovery(_ configuration: FoundConfiguration, from base: String? = nil) -> DiscoveryOptions {
    DiscoveryOptions(
      includesAll: all, exclude: configuration.settings.exclude, excludeBase: base ?? configuration.base)
  }

  /// `nil` if none was found or named, and none is needed.
  private func toolchain(evaluating evaluates: Bool) throws(WorkspaceError) -> Toolchain? {
    do { return try Toolchain(at: toolchain) } catch {
      guard toolchain == nil, !evaluates else { throw error }
      return nil
    }
  }

  /// Reports packages that are missing in the result, and exits with code 2 if there are any.
  func finish(_ graph: ModuleGraph) throws {
    guard !graph.failures.isEmpty else { return }
    graph.failures.forEach { Terminal.note("error: \($0.message.visibleLines)") }
    throw ExitCode(2)
  }
}
