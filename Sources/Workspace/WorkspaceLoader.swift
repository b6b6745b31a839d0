import ModuleGraph

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Loads the module graph of packages, and of the local packages that they reach.
///
/// SwiftPM evaluates the manifests, several at once. Neither the network nor resolved dependencies are needed, and
/// nothing is written into the workspace.
package struct WorkspaceLoader: Sendable {
  package let toolchain: Toolchain
  /// Absolute; made where it is missing. See ``CacheFolder``.
  package let cacheFolder: String
  /// How long one manifest may take.
  package let manifestTimeout: Duration
  /// What manifests may see beyond the fixed minimum.
  package let manifestEnvironment: [String: String]
  /// Which ways of reading manifests are allowed.
  package let policy: ManifestPolicy
  /// Whether packages whose manifests fail are left out, and told in the graph, instead of failing the whole.
  package let keepsGoing: Bool
  /// How many manifests are evaluated at once.
  package let width: Int

  package init(
    toolchain: Toolchain, cacheFolder: String = CacheFolder.platformDefault(),
    manifestTimeout: Duration = .seconds(60), manifestEnvironment: [String: String] = [:],
    policy: ManifestPolicy = ManifestPolicy(), keepsGoing: Bool = false,
    width: Int = WorkspaceLoader.cores
  ) {
    self.toolchain = toolchain
    self.cacheFolder = Path.absolute(cacheFolder)
    self.manifestTimeout = manifestTimeout
    self.manifestEnvironment = manifestEnvironment
    self.policy = policy
    self.keepsGoing = keepsGoing
    self.width = max(1, width)
  }

  /// How many cores are switched on.
  package static var cores: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// Loads what a path stands for, local path dependencies included.
  ///
  /// - Parameters:
  ///   - packagePath: a package, a folder of packages, an `.xcworkspace` or an `.xcodeproj`; absolute, or relative to
  ///     the current folder.
  ///   - discovery: which of a folder's packages are meant.
  ///   - besides: folders of packages that belong to the workspace as well, such as the checkouts of what it depends on.
  /// - Returns: all of it; the graph has failures only where this loader keeps going, or may not ask SwiftPM.
  /// - Throws: `WorkspaceError`, with every manifest that does not evaluate; `CancellationError`, after the children
  ///   were ended; `SubprocessError` where `swift` cannot be started.
  package func load(
    packagePath: String, discovery: DiscoveryOptions = DiscoveryOptions(), besides: [String] = []
  ) async throws -> LoadedWorkspace {
    try await load(
      try await WorkspaceLocation.find(at: packagePath, options: discovery), besides: besides,
      temporary: try TemporaryFolder.held(in: cacheFolder))
  }

  /// Loads what a path stood for in a revision of its git repository, which is read from git's objects alone.
  ///
  /// - Parameter revision: in any of git's words: `main`, `HEAD~3`, a hash.
  /// - Throws: `RevisionError`, and what `load(packagePath:discovery:)` throws.
  package func load(
    revision: String, packagePath: String, discovery: DiscoveryOptions = DiscoveryOptions()
  ) async throws -> LoadedWorkspace {
    let temporary = try TemporaryFolder.held(in: cacheFolder)
    let checkout = try await RevisionCheckout(revision, of: packagePath, below: temporary.path)
    let discovery = DiscoveryOptions(
      includesAll: discovery.includesAll, exclude: discovery.exclude,
      excludeBase: discovery.excludeBase.map(checkout.place))
    let location = try await WorkspaceLocation.find(
      at: checkout.workspace, shownAs: checkout.shownWorkspace, options: discovery)
    return try await load(location, besides: [], temporary: temporary)
  }

  private func load(
    _ location: WorkspaceLocation, besides: [String], temporary: consuming TemporaryFolder
  ) async throws -> LoadedWorkspace {
    let reader = try await reader(temporaryFolder: temporary.path)
    let found = try await LocalPackages.find(
      from: location.packages + besides.compactMap(Path.canonical), base: location.base, width: width
    ) { folder in
      Self.examine(folder, shownAs: Path.joined(location.shownBase, folder.relativePath), with: reader)
    }
    if found.packages.values.contains(where: { $0.read.reading.way == .evaluated }) { reader.cache?.prune() }
    guard found.failures.isEmpty || keepsGoing || !policy.evaluates else {
      throw WorkspaceError.manifestsFailed(found.failures.map(\.failure).sorted { $0.path < $1.path })
    }
    let environment = ModuleGraph.Environment(
      os: Self.os, arch: Self.arch, toolchain: reader.toolchain.version, manifest: manifestEnvironment)
    return GraphAssembly(
      root: location.base, packages: found.packages, failures: found.failures, projects: location.projects,
      warnings: location.warnings
    ).workspace(in: environment)
  }

  private func reader(temporaryFolder: String) async throws -> ManifestReader {
    func environment(extra: [String: String]) -> [String: String] {
      ManifestEnvironment.variables(extra: extra, temporaryFolder: temporaryFolder)
    }
    let evaluator = ManifestEvaluator(
      toolchain: toolchain, environment: environment(extra: manifestEnvironment), temporaryFolder: temporaryFolder,
      timeout: manifestTimeout)
    // A checkout that is not trusted may have a configuration with `LD_PRELOAD` or a `PATH` of its own.
    let identity = try await toolchain.identity(
      environment: policy.evaluates ? evaluator.environment : environment(extra: [:]),
      cacheFolder: policy.caches ? cacheFolder : nil)
    return ManifestReader(
      evaluator: evaluator, toolchain: identity,
      cache: policy.caches ? ManifestCache(folder: cacheFolder + "/manifests") : nil, policy: policy, os: Self.os,
      arch: Self.arch)
  }

  /// Reads a manifest, then looks at the sources that it speaks of.
  private static func examine(
    _ folder: PackageFolder, shownAs shownFolder: String, with reader: ManifestReader
  ) -> Examined {
    switch reader.read(folder.path, shownAs: shownFolder) {
    case .done(let outcome): .done(examined(folder, outcome))
    case .open(let names, let evaluate): .slow(naming: names) { examined(folder, try await evaluate()) }
    }
  }

  private static func examined(_ folder: PackageFolder, _ outcome: CheapReading.Outcome) -> Examined.Outcome {
    outcome.map { read in
      let layout = SourceLayout(of: read.manifest, in: folder.path)
      let scans = read.manifest.targets.map { SourceScan.scan($0, of: read.manifest, layout: layout, in: folder) }
      return FoundPackage(folder: folder, manifest: read.manifest.seen(from: folder), read: read, scans: scans)
    }.mapError { FailedPackage(folder: folder, failure: $0) }
  }

  private static var os: String {
    #if os(macOS)
      "macos"
    #else
      "linux"
    #endif
  }

  private static var arch: String {
    #if arch(arm64)
      "arm64"
    #elseif arch(x86_64)
      "x86_64"
    #else
      "unknown"
    #endif
  }
}
