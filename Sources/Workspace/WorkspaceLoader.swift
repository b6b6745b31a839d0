import ManifestSyntax
import ModuleGraph
import Platform

/// Loads the module graph of packages, and of the local packages that they reach.
///
/// SwiftPM evaluates the manifests, several at once. Neither the network nor resolved dependencies are needed, and
/// nothing is written into the workspace.
package struct WorkspaceLoader: Sendable {
  /// Absent where no manifest may be evaluated and none is there: then literal manifests are read for the newest
  /// toolchain that the reader knows.
  package let toolchain: Toolchain?
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
  /// The `modgauge-recorder` by which no evaluation outlives this process; absent where there is none.
  package let supervisor: String?
  /// Whether the sources' imports are read as well.
  package let readsImports: Bool

  package init(
    toolchain: Toolchain?, cacheFolder: String = CacheFolder.platformDefault(),
    manifestTimeout: Duration = .seconds(60), manifestEnvironment: [String: String] = [:],
    policy: ManifestPolicy = ManifestPolicy(), keepsGoing: Bool = false,
    width: Int = WorkspaceLoader.cores, supervisor: String? = nil, readsImports: Bool = false
  ) {
    self.toolchain = toolchain
    self.cacheFolder = Path.absolute(cacheFolder)
    self.manifestTimeout = manifestTimeout
    self.manifestEnvironment = manifestEnvironment
    self.policy = policy
    self.keepsGoing = keepsGoing
    self.width = max(1, width)
    self.supervisor = supervisor
    self.readsImports = readsImports
  }

  /// How many cores are switched on.
  package static var cores: Int { HostMachine.processors }

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
    let temporary = try TemporaryFolder.held(in: cacheFolder)
    let loaded = try await load(
      try await WorkspaceLocation.find(at: packagePath, options: discovery), besides: besides,
      with: try await reader(in: temporary))
    withExtendedLifetime(temporary) {}
    return loaded
  }

  /// Loads what a path stood for in a revision of its git repository, which is read from git's objects alone.
  ///
  /// - Parameter revision: in any of git's words: `main`, `HEAD~3`, a hash.
  /// - Parameter repository: the one that the workspace is in, which says where in it.
  /// - Throws: `RevisionError`, and what `load(packagePath:discovery:)` throws.
  package func load(
    revision: String, of repository: GitRepository, discovery: DiscoveryOptions = DiscoveryOptions()
  ) async throws -> LoadedWorkspace {
    let temporary = try TemporaryFolder.held(in: cacheFolder)
    let reader = try await reader(in: temporary)
    let settings = reader.evaluator.environment["HOME"].map { $0 + "/.swiftpm" }
    let (files, warnings) = try await RevisionFiles.read(
      revision, of: repository, cacheFolder: cacheFolder, remembers: policy.caches, temporaryFolder: temporary.path,
      exceptions: ([cacheFolder] + [settings].compactMap { $0 }).map { Path.canonical($0) ?? $0 })
    do {
      let loaded = try await RevisionFiles.$current.withValue(files) {
        try await load(
          try await WorkspaceLocation.find(revision, of: repository, options: discovery), besides: [], with: reader)
      }
      files.finish()
      withExtendedLifetime(temporary) {}
      let more = warnings + [files.warning(revision, clone: repository.folder)].compactMap { $0 }
      return loaded.adding(warnings: more)
    } catch let error as WorkspaceError where !files.missing.contents.isEmpty {
      _ = error  // Whatever it is, the file is why.
      throw RevisionError.filesMissing(
        files.missing.contents.sorted(), revision: revision, clone: repository.folder)
    }
  }

  private func load(
    _ location: WorkspaceLocation, besides: [String], with reader: ManifestReader
  ) async throws -> LoadedWorkspace {
    let roots = Set(location.packages)
    let found = try await LocalPackages.find(
      from: location.packages + besides.compactMap(Path.canonical), base: location.base, width: width
    ) { folder in
      Self.examine(
        folder, isRoot: roots.contains(folder.path),
        shownAs: Path.joined(location.shownBase, folder.relativePath), with: reader)
    }
    if found.packages.values.contains(where: { $0.read.reading.way == .evaluated }) { reader.cache?.prune() }
    var assembly = GraphAssembly(
      root: location.base, packages: found.packages, failures: found.failures, projects: location.projects,
      projectScans: XcodeSourceScan.scan(location.projects, root: location.base),
      submodules: GitSubmodules.folders(around: location.base), warnings: location.warnings)
    assembly.addPackages()
    // SwiftPM looks less closely at packages that others depend on; where those are checkouts, it has built them.
    let dangling = besides.isEmpty ? assembly.danglingPackages(shownBelow: location.shownBase) : []
    let failures = found.failures + dangling
    let isEmpty = found.packages.isEmpty && location.projects.isEmpty
    guard failures.isEmpty || (!isEmpty && (keepsGoing || !policy.evaluates)) else {
      throw WorkspaceError.manifestsFailed(failures.map(\.failure).sorted { $0.path < $1.path })
    }
    let environment = ModuleGraph.Environment(
      os: Self.os, arch: Self.arch, toolchain: reader.toolchain.version, manifest: manifestEnvironment)
    var workspace = assembly.workspace(in: environment, failures: failures)
    if readsImports { workspace.imports = await workspace.readImports() }
    workspace.notes += notes(on: reader)
    return workspace
  }

  /// What the user should know of how manifests were read.
  private func notes(on reader: ManifestReader) -> [String] {
    var notes: [String] = []
    if toolchain == nil {
      notes.append("There is no `swift` here; manifests were read as Swift \(reader.toolchain.version) would.")
    }
    if let reason = reader.cache?.failure.reason.withLock({ $0 }) {
      notes.append(
        "The cache folder `\(cacheFolder)` cannot be written (\(reason)), so manifests are not cached. "
          + "Name another with --cache-dir.")
    }
    return notes
  }

  private func reader(in temporary: borrowing TemporaryFolder) async throws -> ManifestReader {
    let temporaryFolder = temporary.path
    let cache = policy.caches ? ManifestCache(folder: cacheFolder + "/manifests") : nil
    if let obstacle = temporary.obstacle { cache?.failure.reason.withLock { $0 = obstacle.reason } }
    func environment(extra: [String: String]) -> [String: String] {
      ManifestEnvironment.variables(extra: extra, temporaryFolder: temporaryFolder)
    }
    let evaluator = ManifestEvaluator(
      toolchain: toolchain, environment: environment(extra: manifestEnvironment), temporaryFolder: temporaryFolder,
      timeout: manifestTimeout, supervisor: supervisor)
    // A checkout that is not trusted may have a configuration with `LD_PRELOAD` or a `PATH` of its own.
    let identity =
      try await toolchain?.identity(
        environment: policy.evaluates ? evaluator.environment : environment(extra: [:]),
        cacheFolder: policy.caches ? cacheFolder : nil) ?? .assumed
    return ManifestReader(
      evaluator: evaluator, toolchain: identity, cache: cache, policy: policy, os: Self.os, arch: Self.arch)
  }

  /// Reads a manifest, then looks at the sources that it speaks of.
  private static func examine(
    _ folder: PackageFolder, isRoot: Bool, shownAs shownFolder: String, with reader: ManifestReader
  ) -> Examined {
    switch reader.read(folder.path, shownAs: shownFolder) {
    case .done(let outcome): .done(examined(folder, isRoot, outcome))
    case .open(let names, let evaluate): .slow(naming: names) { examined(folder, isRoot, try await evaluate()) }
    }
  }

  private static func examined(
    _ folder: PackageFolder, _ isRoot: Bool, _ outcome: CheapReading.Outcome
  ) -> Examined.Outcome {
    outcome.map { read in
      let layout = SourceLayout(of: read.manifest, in: folder.path)
      let scans = read.manifest.targets.map { SourceScan.scan($0, layout: layout, in: folder) }
      return FoundPackage(
        folder: folder, manifest: read.manifest.seen(from: folder), read: read, scans: scans,
        snippets: isRoot ? .scan(folder) : .none)
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
