import BuildAnalysis
import BuildRunner
package import Documents
package import Foresight
package import Workspace

/// Finds the recorded builds for a prediction, and records one if there is none.
package struct RecordingSession {
  let workspace: WorkspaceRequest
  /// In seconds, of the build.
  let timeoutSeconds: Int
  /// Whether recordings of another state of the workspace are accepted as well.
  let isForced: Bool

  package init(workspace: WorkspaceRequest, timeoutSeconds: Int, isForced: Bool) {
    (self.workspace, self.timeoutSeconds, self.isForced) = (workspace, timeoutSeconds, isForced)
  }

  /// - Parameters:
  ///   - paths: given by the user; if empty, the newest recorded build is used, or one is recorded.
  ///   - proposal: checked before anything is built.
  /// - Throws: `RecordedStructures.RecordingError`, `ProposalError`, and what recording throws.
  package func structures(
    at paths: [String], of loaded: LoadedWorkspace, for proposal: Proposal
  ) async throws -> RecordedStructures {
    func found(_ paths: [String]) throws -> RecordedStructures {
      try RecordedStructures(at: paths, of: loaded, runs: FormerRuns(of: loaded.rootPath), isForced: isForced)
    }
    do { return try found(paths) } catch let refusal as RecordedStructures.RecordingError {
      guard paths.isEmpty, let reason = refusal.reasonToRecord else { throw refusal }
      try proposal.check(in: loaded.graph, files: loaded.moduleFiles)
      Terminal.note("note: \(reason); one is recorded first, of the whole package, as `modgauge record` does")
      let folder = RunFolder.platformDefault(workspaceKey: BenchmarkFolders.key(loaded.rootPath))
      return try found([try await recording(in: folder)])
    }
  }

  /// What would be built to have recorded builds. The parameters are those of ``structures(at:of:for:)``.
  package func plan(
    at paths: [String], of loaded: LoadedWorkspace, for proposal: Proposal
  ) async throws -> PlannedBuilds {
    try proposal.check(in: loaded.graph, files: loaded.moduleFiles)
    do {
      _ = try RecordedStructures(at: paths, of: loaded, runs: FormerRuns(of: loaded.rootPath), isForced: isForced)
      return .none(because: "there is a recorded build of this workspace")
    } catch let refusal as RecordedStructures.RecordingError {
      guard paths.isEmpty, refusal.reasonToRecord != nil else { throw refusal }
      return try await RecordService(request(in: nil)).plan()
    }
  }

  private func request(in folder: String?) -> RecordRequest {
    var request = RecordRequest()
    (request.workspace, request.timeoutSeconds, request.folder) = (workspace, timeoutSeconds, folder)
    return request
  }

  /// - Returns: the folder.
  private func recording(in folder: String) async throws -> String {
    try await RecordService(request(in: folder)).run()
    return folder
  }
}

extension RecordedStructures.RecordingError {
  /// Why the newest recorded build is unsuitable, as a clause; `nil` if a new one would be as well.
  fileprivate var reasonToRecord: String? {
    switch self {
    case .noRecording: "there is no recorded build of this workspace"
    case .otherState(let path, _, let mismatch):
      "the newest recorded build, `\(path.visible)`, is of another state (\(mismatch))"
    case .notClean(let path): "the newest recorded build, `\(path.visible)`, is not a clean build"
    case .refused(let path, .incompleteTrace):
      "the newest recorded build, `\(path.visible)`, failed or was not recorded completely"
    case .otherTrace(let path, _): "the graph and the trace in `\(path.visible)` are of different builds"
    case .refused, .notARecording, .notATrace, .differs, .sameBuild: nil
    }
  }
}
