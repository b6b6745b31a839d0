import Advice
import BuildRunner
import ModuleGraph
import Workspace

/// Builds a package once, in a private copy, with compilers that report what type checking takes.
struct SlowCodeSession {
  let workspace: WorkspaceOptions

  func slowCode(of loaded: LoadedWorkspace) async throws -> SlowCode {
    let folder = "\(Path.absolute(workspace.cacheDir))/expressions/\(BenchmarkFolders.key(loaded.rootPath))"
    var command = try RecordCommand.parse(["--output", folder, "--force"])
    command.workspace = workspace
    command.build.buildArgument = SlowCode.arguments
    try await command.record(isShown: false)
    let log = String(decoding: try InputFile.read(RecordFolder(path: folder).log), as: UTF8.self)
    let costs = try RecordedCosts.read(folder, for: loaded.graph).byModule
    return SlowCode(
      log: log, sources: loaded.sources.mapValues { $0.map(\.path) }, cpuSeconds: costs.mapValues(\.cpuSeconds))
  }
}
