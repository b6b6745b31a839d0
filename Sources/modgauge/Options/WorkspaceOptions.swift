import ArgumentParser
import ModuleGraph
import Workspace

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Which workspace is meant, and with which toolchain it is read.
struct WorkspaceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("A package, a folder of packages, an .xcworkspace or an .xcodeproj.", valueName: "folder"))
  var packagePath = "."

  @Flag(help: "Load every package below the folder, not only what the package there reaches.")
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

  @OptionGroup(title: "Manifest Options") var manifests: ManifestOptions

  /// Loads the workspace and prints its warnings.
  ///
  /// - Parameters:
  ///   - configuration: what holds for the workspace, where it was read already.
  ///   - revision: the workspace as it was in that one of git's, not as it is in the working tree.
  ///   - besides: folders of packages that belong to it as well; of what is wrong with them nothing is said.
  func load(
    _ configuration: FoundConfiguration? = nil, revision: String? = nil, besides: [String] = []
  ) async throws -> LoadedWorkspace {
    let configuration = try configuration ?? self.configuration()
    let loader = WorkspaceLoader(
      toolchain: try Toolchain(at: toolchain), cacheFolder: cacheDir,
      manifestEnvironment: configuration.settings.manifestEnvironment.merging(
        manifests.environment(own: ProcessInfo.processInfo.environment)
      ) { $1 },
      policy: manifests.policy, keepsGoing: manifests.keepGoing || !besides.isEmpty)
    let discovery = DiscoveryOptions(
      includesAll: all, exclude: configuration.settings.exclude, excludeBase: configuration.base)
    let workspace = try await Interruption.cancelling {
      guard let revision else {
        return try await loader.load(packagePath: packagePath, discovery: discovery, besides: besides)
      }
      return try await loader.load(revision: revision, packagePath: packagePath, discovery: discovery)
    }
    guard besides.isEmpty else { return workspace }
    if !quiet { workspace.graph.warnings.forEach { Terminal.complain("warning: \($0.visible)") } }
    manifests.show(workspace)
    return workspace
  }

  /// Says which packages are missing from what was shown, if any are, and ends with exit code 2 then.
  func finish(_ graph: ModuleGraph) throws {
    guard !graph.failures.isEmpty else { return }
    graph.failures.forEach { Terminal.complain("error: \($0.message.visibleLines)") }
    throw ExitCode(2)
  }
}
