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
  @Option(help: ArgumentHelp("The package: a folder with a Package.swift.", valueName: "folder"))
  var packagePath = "."

  @Option(help: ArgumentHelp("The toolchain to use, instead of the `swift` in PATH.", valueName: "folder"))
  var toolchain: String?

  @Option(help: ArgumentHelp("Where caches and private copies go.", valueName: "folder"))
  var cacheDir: String = CacheFolder.platformDefault()

  @Flag(name: .shortAndLong, help: "Print no progress and no warnings.")
  var quiet = false

  @OptionGroup(title: "Manifest Options") var manifests: ManifestOptions

  /// Loads the workspace and prints its warnings.
  func load() async throws -> LoadedWorkspace {
    let loader = WorkspaceLoader(
      toolchain: try Toolchain(at: toolchain), cacheFolder: cacheDir,
      manifestEnvironment: manifests.environment(own: ProcessInfo.processInfo.environment), policy: manifests.policy,
      keepsGoing: manifests.keepGoing)
    let workspace = try await Interruption.cancelling { try await loader.load(packagePath: packagePath) }
    if !quiet { workspace.graph.warnings.forEach { Terminal.complain("warning: \($0)") } }
    manifests.show(workspace)
    return workspace
  }

  /// Says which packages are missing from what was shown, if any are, and ends with exit code 2 then.
  func finish(_ graph: ModuleGraph) throws {
    guard !graph.failures.isEmpty else { return }
    graph.failures.forEach { Terminal.complain("error: \($0.message)") }
    throw ExitCode(2)
  }
}
