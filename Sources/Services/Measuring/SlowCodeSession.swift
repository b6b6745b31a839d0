package import Advice
import BuildRunner
package import Documents
import ModuleGraph
package import Workspace

/// Builds a package once, in a private copy, with compilers that report what type checking takes.
package struct SlowCodeSession {
  let workspace: WorkspaceRequest

  package init(workspace: WorkspaceRequest) { self.workspace = workspace }

  /// What would be built.
  package func plan(of loaded: LoadedWorkspace) async throws -> PlannedBuilds {
    try await RecordService(request(in: folder(for: loaded))).plan()
  }

  private func folder(for loaded: LoadedWorkspace) -> String { workspace.cacheFolder(for: "expressions", of: loaded) }

  private func request(in folder: String) -> RecordRequest {
    var request = RecordRequest()
    (request.workspace, request.folder, request.replaces) = (workspace, folder, true)
    request.build.arguments = SlowCode.arguments
    return request
  }

  package func slowCode(of loaded: LoadedWorkspace) async throws -> SlowCode {
    let folder = folder(for: loaded)
    try await RecordService(request(in: folder)).run()
    let log = String(decoding: try InputFile.read(RecordFolder(path: folder).log), as: UTF8.self)
    let costs = try RecordedCosts.read(folder, for: loaded.graph).byModule
    return SlowCode(
      log: log, sources: loaded.sources.mapValues { $0.map(\.path) }, cpuSeconds: costs.mapValues(\.cpuSeconds))
  }
}
