import ArgumentParser
import Workspace

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

  /// Loads the workspace and prints its warnings.
  func load() async throws -> LoadedWorkspace {
    let loader = WorkspaceLoader(toolchain: try Toolchain(at: toolchain), cacheFolder: cacheDir)
    let workspace = try await Interruption.cancelling { try await loader.load(packagePath: packagePath) }
    if !quiet { workspace.graph.warnings.forEach { Terminal.complain("warning: \($0)") } }
    return workspace
  }
}
