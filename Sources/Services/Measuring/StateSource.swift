package import BuildAnalysis
package import BuildRunner
package import Documents
import ModuleGraph
import Workspace

/// Provides the two states that `compare` builds: revisions, which are checked out into folders of modgauge, and the
/// working tree; or that and a changed copy of it.
package struct StateSource: Sendable {
  package let workspace: WorkspaceRequest
  package let configuration: LoadedConfiguration
  /// The folder of the user's workspace; `nil` in a bare repository.
  package let home: String?
  /// `nil` if neither state is a revision.
  private let revisions: RevisionSource?
  /// Makes the changed copy that is the head.
  private var makeCopy: (@Sendable (BenchmarkFolders) async throws -> String)?
  /// The commits; `nil` for the working tree.
  private let commits: [Arm.Side: String]

  /// - Parameters:
  ///   - base: a revision; its merge base with the head is compared, unless the head is older.
  ///   - head: a revision; `nil` for the working tree.
  /// - Throws: `RevisionError`, `WorkspaceError`, `CancellationError`.
  package init(
    base: String, head: String?, _ workspace: WorkspaceRequest, _ configuration: LoadedConfiguration
  ) async throws {
    let revisions = try await RevisionSource(workspace, configuration)
    (self.workspace, self.configuration, self.revisions, home) = (workspace, configuration, revisions, revisions.home)
    let repository = revisions.repository
    if repository.isBare, head == nil { throw RevisionError.bare(folder: workspace.path) }
    let last = try await repository.commit(head ?? "HEAD")
    let fork = try await repository.mergeBase(base, head ?? "HEAD")
    let isOlder = head != nil && fork == last
    commits = [.base: isOlder ? try await repository.commit(base) : fork].merging(
      head == nil ? [:] : [.head: last]
    ) { first, _ in first }
  }

  /// The working tree as the base, and a changed copy of it as the head.
  /// - Parameter makeCopy: returns the copy's package at the root.
  package init(
    workingTree workspace: WorkspaceRequest, _ configuration: LoadedConfiguration,
    changedBy makeCopy: @escaping @Sendable (BenchmarkFolders) async throws -> String
  ) {
    (self.workspace, self.configuration, revisions, commits) = (workspace, configuration, nil, [:])
    home = Path.canonical(workspace.path)
    self.makeCopy = makeCopy
  }

  /// Checks out a state, unless it is the working tree, and reads it.
  /// - Throws: the obstacle; `Reported` if it was told.
  package func load(_ side: Arm.Side, in folders: BenchmarkFolders) async throws -> RevisionSource.Loaded {
    guard let commit = commits[side], let revisions else {
      var request = workspace
      if side == .head, let makeCopy { request.path = try await makeCopy(folders) }
      let workspace = try await request.load(configuration)
      let leftOut = try await LeftOutFiles.paths(neededBy: workspace)
      guard leftOut.isEmpty else { throw RevisionError.leftOut(leftOut) }
      try request.finish(workspace.graph)
      return RevisionSource.Loaded(workspace: workspace, subject: await .current(workspace))
    }
    return try await revisions.load(commit, calling: side.rawValue, in: folders.revision(side))
  }

  /// Writes a revision's files again to the folder they were read from; does nothing for a working tree.
  package func checkOutAgain(in folders: BenchmarkFolders) async throws {
    for side in Arm.Side.allCases {
      if let commit = commits[side] { _ = try await revisions?.checkOut(commit, in: folders.revision(side)) }
    }
  }
}
