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
  /// How many manifests are evaluated at once.
  package let width: Int

  package init(
    toolchain: Toolchain, cacheFolder: String = CacheFolder.platformDefault(),
    manifestTimeout: Duration = .seconds(60), manifestEnvironment: [String: String] = [:],
    width: Int = WorkspaceLoader.cores
  ) {
    self.toolchain = toolchain
    self.cacheFolder = Path.absolute(cacheFolder)
    self.manifestTimeout = manifestTimeout
    self.manifestEnvironment = manifestEnvironment
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
  /// - Returns: all of it; a graph that is loaded has no failures.
  /// - Throws: `WorkspaceError`, with every manifest that does not evaluate; `CancellationError`, after the children
  ///   were ended; `SubprocessError` where `swift` cannot be started.
  package func load(
    packagePath: String, discovery: DiscoveryOptions = DiscoveryOptions()
  ) async throws -> LoadedWorkspace {
    let location = try await WorkspaceLocation.find(at: packagePath, options: discovery)
    let temporary = try TemporaryFolder.held(in: cacheFolder)
    let evaluator = ManifestEvaluator(
      toolchain: toolchain,
      environment: ManifestEnvironment.variables(extra: manifestEnvironment, temporaryFolder: temporary.path),
      temporaryFolder: temporary.path, timeout: manifestTimeout)

    async let version = toolchain.version(environment: evaluator.environment)
    let found = try await LocalPackages.find(from: location.packages, base: location.base, width: width) { folder in
      try await Self.examine(folder, shownAs: Path.joined(location.shownBase, folder.relativePath), with: evaluator)
    }
    guard found.failures.isEmpty else {
      throw WorkspaceError.manifestsFailed(found.failures.sorted { $0.path < $1.path })
    }
    let environment = ModuleGraph.Environment(
      os: Self.os, arch: Self.arch, toolchain: try await version, manifest: manifestEnvironment)
    return GraphAssembly(
      root: location.base, packages: found.packages, projects: location.projects, warnings: location.warnings
    ).workspace(in: environment)
  }

  /// Evaluates a manifest, then looks at the sources that it speaks of.
  private static func examine(
    _ folder: PackageFolder, shownAs shownFolder: String, with evaluator: ManifestEvaluator
  ) async throws -> Result<FoundPackage, ManifestFailure> {
    try await evaluator.evaluate(folder.path, shownAs: shownFolder).map { manifest in
      let layout = SourceLayout(of: manifest, in: folder.path)
      let scans = manifest.targets.map { SourceScan.scan($0, of: manifest, layout: layout, in: folder) }
      return FoundPackage(folder: folder, manifest: manifest.seen(from: folder), scans: scans)
    }
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
