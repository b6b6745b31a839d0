import ManifestSyntax
package import ModuleGraph
import Platform

/// Loads the module graph of packages and of the local packages that they reach.
///
/// SwiftPM evaluates the manifests, several at once. Neither network access nor resolved dependencies are needed, and
/// nothing is written into the workspace.
package struct WorkspaceLoader: Sendable {
  /// `nil` if no manifest may be evaluated and no toolchain was found: literal manifests are then read for the newest
  /// toolchain that the reader supports.
  package let toolchain: Toolchain?
  /// Absolute; created if necessary. See ``CacheFolder/own(for:)``.
  package let cacheFolder: String
  /// The timeout for one manifest.
  package let manifestTimeout: Duration
  /// Environment variables that manifests see beyond the fixed minimum.
  package let manifestEnvironment: [String: String]
  /// Which ways of reading manifests are allowed.
  package let policy: ManifestPolicy
  /// Whether packages whose manifests fail are left out and listed in the graph, instead of causing an error.
  package let keepsGoing: Bool
  /// How many manifests are evaluated at once.
  package let width: Int
  /// The `modgauge-recorder` that ends evaluations when this process ends; `nil` without one.
  package let supervisor: String?
  /// The other contents of files to read.
  package let reads: FileReadings
  /// Whether files that the checkout leaves out are read from git, as for comparisons, which would take them for removed.
  package let fillsCheckout: Bool

  package init(
    toolchain: Toolchain?, cacheFolder: String = CacheFolder.platformDefault(),
    manifestTimeout: Duration = .seconds(60), manifestEnvironment: [String: String] = [:],
    policy: ManifestPolicy = ManifestPolicy(), keepsGoing: Bool = false,
    width: Int = WorkspaceLoader.cores, supervisor: String? = nil, reads: FileReadings = FileReadings(),
    fillsCheckout: Bool = false
  ) {
    self.toolchain = toolchain
    self.cacheFolder = CacheFolder.own(for: cacheFolder)
    self.manifestTimeout = manifestTimeout
    self.manifestEnvironment = manifestEnvironment
    self.policy = policy
    self.keepsGoing = keepsGoing
    self.width = max(1, width)
    self.supervisor = supervisor
    self.reads = reads
    self.fillsCheckout = fillsCheckout
  }

  /// The number of logical processors that are online.
  package static var cores: Int { HostMachine.processors }

  /// Loads the workspace at a path, with the local packages that it depends on.
  ///
  /// - Parameters:
  ///   - packagePath: a package, a folder of packages, an `.xcworkspace` or an `.xcodeproj`; absolute, or relative to
  ///     the current folder.
  ///   - discovery: selects the packages in a folder.
  ///   - besides: folders of further packages of the workspace, such as checkouts of dependencies.
  /// - Returns: the workspace; its graph has failures only if this loader keeps going, or must not ask SwiftPM.
  /// - Throws: `WorkspaceError`, with every manifest that could not be evaluated; `CancellationError`, after child
  ///   processes were ended; `SubprocessError` if `swift` cannot be started.
  package func load(
    packagePath: String, discovery: DiscoveryOptions = DiscoveryOptions(), besides: [String] = []
  ) async throws -> LoadedWorkspace {
    let temporary = try await TemporaryFolder.held(in: cacheFolder)
    let reader = try await reader(in: temporary)
    let leftOut =
      fillsCheckout
      ? try await LeftOutFiles(
        around: packagePath, cacheFolder: policy.caches ? cacheFolder : nil, temporaryFolder: temporary.path) : nil
    var loaded = try await RevisionFiles.$current.withValue(leftOut?.files) {
      let path = leftOut == nil ? packagePath : Path.absolute(packagePath)
      return try await load(
        try await WorkspaceLocation.find(at: path, shownAs: packagePath, options: discovery), besides: besides,
        with: reader)
    }
    if let leftOut {
      leftOut.files.finish()
      loaded.notes += try await leftOut.notes()
      loaded.unknownFolders += leftOut.unknownFolders(from: loaded.rootPath)
    }
    withExtendedLifetime(temporary) {}
    return loaded
  }

  /// Loads the workspace as it is in a revision of its git repository, from git's objects alone.
  ///
  /// - Parameters:
  ///   - revision: in git's syntax: `main`, `HEAD~3`, a hash.
  ///   - repository: the repository, with the workspace's folder in it.
  /// - Throws: `RevisionError`, and what `load(packagePath:discovery:)` throws.
  package func load(
    revision: String, of repository: GitRepository, discovery: DiscoveryOptions = DiscoveryOptions()
  ) async throws -> LoadedWorkspace {
    let temporary = try await TemporaryFolder.held(in: cacheFolder)
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
      let more = warnings + [try await files.warning(revision, of: repository)].compactMap { $0 }
      return loaded.adding(warnings: more)
    } catch let error as WorkspaceError where !files.missing.contents.isEmpty {
      _ = error  // Whatever the error, the file is the cause.
      throw RevisionError.filesMissing(
        files.missing.contents.sorted(), revision: revision, clone: repository.folder,
        isPartial: try await repository.isPartialClone)
    }
  }

  private func load(
    _ location: WorkspaceLocation, besides: [String], with reader: ManifestReader
  ) async throws -> LoadedWorkspace {
    let roots = Set(location.packages)
    let reading = SourceReading(
      reads, for: .init(platform: Self.os, toolchain: reader.toolchain.version, arch: Self.arch))
    let found = try await LocalPackages.find(
      from: location.packages + besides.compactMap(Path.canonical), base: location.base, width: width
    ) { folder in
      await Self.examine(
        folder, isRoot: roots.contains(folder.path),
        shownAs: Path.joined(location.shownBase, folder.relativePath), with: reader,
        reading)
    }
    if found.packages.values.contains(where: { $0.read.reading.way == .evaluated }) { reader.cache?.prune() }
    let submodules = GitSubmodules.folders(around: location.base)
    var assembly = GraphAssembly(
      root: location.base, packages: found.packages, failures: found.failures, projects: location.projects,
      projectScans: await XcodeSourceScan.scan(location.projects, root: location.base, reading),
      submodules: submodules, warnings: location.warnings)
    assembly.addPackages()
    // SwiftPM checks packages that others depend on less strictly. If these are checkouts, it has built them already.
    let rejected =
      besides.isEmpty
      ? assembly.danglingPackages(shownBelow: location.shownBase)
        + assembly.refusedPackages(location.packages, shownBelow: location.shownBase) : []
    let failures = found.failures + rejected
    let isEmpty = found.packages.isEmpty && location.projects.isEmpty
    guard failures.isEmpty || (!isEmpty && (keepsGoing || !policy.evaluates)) else {
      throw WorkspaceError.manifestsFailed(failures.map(\.failure).sorted { $0.path < $1.path })
    }
    let environment = ModuleGraph.Environment(
      os: Self.os, arch: Self.arch, toolchain: reader.toolchain.version, manifest: manifestEnvironment)
    var workspace = assembly.workspace(in: environment, failures: failures)
    workspace.unknownFolders = submodules.filter { FolderEntries(of: $0).entries.isEmpty }.map {
      Path.relative($0, to: location.base)
    }.sorted()
    await workspace.read(reads, of: location.projects)
    workspace.notes += notes(on: reader)
    if location.packages == [location.base] { workspace.notes += [workspace.noteOnAppPackages].compactMap(\.self) }
    return workspace
  }

  /// Notes for the user on how manifests were read.
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

  func reader(in temporary: borrowing TemporaryFolder) async throws -> ManifestReader {
    let temporaryFolder = temporary.path
    let cache = policy.caches ? ManifestCache(folder: cacheFolder + "/manifests") : nil
    if let obstacle = temporary.obstacle { cache?.failure.reason.withLock { $0 = obstacle.reason } }
    func environment(extra: [String: String]) -> [String: String] {
      ManifestEnvironment.variables(extra: extra, temporaryFolder: temporaryFolder)
    }
    let evaluator = ManifestEvaluator(
      toolchain: toolchain, environment: environment(extra: manifestEnvironment), temporaryFolder: temporaryFolder,
      timeout: manifestTimeout, supervisor: supervisor)
    // An untrusted checkout may have a configuration with its own `LD_PRELOAD` or `PATH`.
    let identity =
      try await toolchain?.identity(
        environment: policy.evaluates ? evaluator.environment : environment(extra: [:]),
        cacheFolder: policy.caches ? cacheFolder : nil) ?? .assumed
    return ManifestReader(
      evaluator: evaluator, toolchain: identity, cache: cache, policy: policy, os: Self.os, arch: Self.arch)
  }

  /// Reads a manifest, then the sources of its targets.
  private static func examine(
    _ folder: PackageFolder, isRoot: Bool, shownAs shownFolder: String, with reader: ManifestReader,
    _ reading: SourceReading
  ) async -> Examined {
    switch reader.read(folder.path, shownAs: shownFolder) {
    case .done(let outcome): .done(await examined(folder, isRoot, outcome, reading))
    case .open(let names, let evaluate):
      .slow(naming: names) { await examined(folder, isRoot, try await evaluate(), reading) }
    }
  }

  private static func examined(
    _ folder: PackageFolder, _ isRoot: Bool, _ outcome: CheapReading.Outcome, _ reading: SourceReading
  ) async -> Examined.Outcome {
    switch outcome {
    case .success(let read):
      return .success(
        ReadPackage(
          folder: folder, manifest: read.manifest.seen(from: folder), read: read,
          scans: await SourceScan.scan(read.manifest, in: folder, reading),
          snippets: await isRoot ? .scan(folder, reading) : .none))
    case .failure(let failure): return .failure(FailedPackage(folder: folder, failure: failure))
    }
  }

  static var os: String {
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
