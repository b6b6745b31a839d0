import ArgumentParser
import ModuleGraph
import Workspace

/// The workspace, the toolchain to read it with, and how its manifests are read.
///
/// One group, since the parser looks up four conformances for each.
struct WorkspaceOptions: ParsableArguments {
  // No default values of options: the parser would look up how to describe their type at each start.
  @Option(
    name: .customLong("package-path"),
    help: ArgumentHelp(
      "A package, a folder of packages, an .xcworkspace or an .xcodeproj. Default: the current folder.",
      valueName: "folder"))
  private var namedPackagePath: String?

  var packagePath: String { namedPackagePath ?? "." }
  var isPackagePathStated: Bool { namedPackagePath != nil }
  mutating func namePackagePath(_ path: String) { namedPackagePath = path }

  /// The name of the folder, Xcode workspace or project, for titles.
  var name: String {
    let path = Path.canonical(packagePath) ?? packagePath
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return [".xcworkspace", ".xcodeproj"].first(where: name.hasSuffix).map { String(name.dropLast($0.count)) } ?? name
  }

  @Flag(help: "Load every package below the folder, not only the one there and what it depends on.")
  var all = false

  @Option(
    help: ArgumentHelp(
      "The configuration. Default: the .modgauge.yml in the package's folder or above it.", valueName: "file"))
  var config: String?

  @Option(help: ArgumentHelp("The toolchain to use, instead of the `swift` in PATH.", valueName: "folder"))
  var toolchain: String?

  @Option(
    name: .customLong("cache-dir"),
    help: ArgumentHelp(
      "Where caches and private copies go. Default: \(CacheFolder.platformDefault()).", valueName: "folder"))
  private var namedCacheDir: String?

  var cacheDir: String { CacheFolder.own(for: namedCacheDir ?? CacheFolder.platformDefault()) }

  // Not one flag with several cases, whose names and texts the parser would look up at each start.
  @Flag(help: "Let SwiftPM evaluate every manifest, even literal ones.")
  var evaluate = false

  @Flag(help: "Run no manifest: read only literal ones, and report what is missing.")
  var noEvaluate = false

  @Flag(help: "Neither use nor fill the cache of evaluated manifests.")
  var noCache = false

  @Flag(help: "Show the rest if a manifest fails; the exit code is still 2.")
  var keepGoing = false

  @Option(
    help: ArgumentHelp(
      "An environment variable for manifests; without a value, its current one is passed. May be repeated.",
      valueName: "name[=value]"))
  var manifestEnv: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Terminate the evaluation of a manifest that takes longer. Default: \(Self.usualManifestTimeout).",
      valueName: "seconds")
  )
  var manifestTimeout: Int?

  @Flag(help: "Print on standard error how each manifest was read, and how long it took.")
  var showTimings = false

  @Flag(name: .shortAndLong, help: "Print no progress and no warnings.")
  var quiet = false

  func validate() throws {
    if evaluate, noEvaluate { throw ValidationError("--evaluate and --no-evaluate cannot be combined.") }
    guard manifestTimeoutSeconds > 0 else { throw ValidationError("--manifest-timeout must be 1 second or more.") }
    if let nameless = manifestEnv.first(where: { $0.isEmpty || $0.hasPrefix("=") }) {
      throw ValidationError("--manifest-env needs a name before the value: “\(nameless)”.")
    }
  }

  /// Loads the workspace and prints its warnings.
  ///
  /// - Parameters:
  ///   - configuration: the workspace's configuration, if it was read already.
  ///   - besides: folders of further packages of the workspace, about which no warnings are printed.
  ///   - reads: what is read of files besides.
  ///   - fillsCheckout: whether what the checkout leaves out is read from git.
  func load(
    _ configuration: FoundConfiguration? = nil, besides: [String] = [], reads: FileReadings = FileReadings(),
    fillsCheckout: Bool = false
  ) async throws -> LoadedWorkspace {
    let configuration = try configuration ?? self.configuration()
    let loader = try loader(
      configuration, keepsGoing: !besides.isEmpty, reads: reads, fillsCheckout: fillsCheckout)
    let workspace = try await loaded(by: loader, from: packagePath, discovery(configuration), besides: besides)
    if besides.isEmpty { tell(of: workspace) }
    return workspace
  }

  /// Loads the workspace and prints its warnings. If no app is found among the packages of a folder, the Xcode project
  /// beside them is read, too.
  func load(
    _ configuration: FoundConfiguration, toFindApp settings: RoleSettings, reads: FileReadings = FileReadings()
  ) async throws -> LoadedWorkspace {
    let loader = try loader(configuration, reads: reads)
    var workspace = try await loaded(by: loader, from: packagePath, discovery(configuration))
    // Names that are not among the packages may be those of the project.
    if let project = workspace.onlyUnreadProject,
      (try? Roles(workspace.graph, settings: settings))?.combined.module == nil
    {
      do {
        let whole = try await loaded(
          by: loader, from: "\(packagePath)/\(project)", discovery(configuration, includesAll: true))
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
    if !quiet {
      let notes = workspace.notes + [workspace.noteOnProjects(shownBelow: packagePath)].compactMap(\.self)
      (notes + workspace.graph.warnings).forEach { Terminal.note("warning: \($0.visible)") }
    }
    showTimings(of: workspace)
  }

  /// The loader for the workspace, or a revision of it.
  func loader(
    _ configuration: FoundConfiguration, keepsGoing: Bool = false, reads: FileReadings = FileReadings(),
    fillsCheckout: Bool = false
  ) throws -> WorkspaceLoader {
    if !quiet { Notice.show { Terminal.note("warning: \($0.visible)") } }
    return WorkspaceLoader(
      toolchain: try toolchain(evaluating: manifestPolicy.evaluates), cacheFolder: cacheDir,
      manifestTimeout: .seconds(manifestTimeoutSeconds),
      manifestEnvironment: configuration.settings.manifestEnvironment.merging(manifestEnvironment) { $1 },
      policy: manifestPolicy, keepsGoing: keepGoing || keepsGoing, supervisor: ProgramFile.recorder,
      reads: reads, fillsCheckout: fillsCheckout)
  }

  /// - Parameter base: where the configuration's paths start, if not at its file.
  func discovery(
    _ configuration: FoundConfiguration, from base: String? = nil, includesAll: Bool = false
  ) -> DiscoveryOptions {
    DiscoveryOptions(
      includesAll: all || includesAll, exclude: configuration.settings.exclude, excludeBase: base ?? configuration.base)
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
