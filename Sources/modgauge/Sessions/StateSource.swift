import BuildAnalysis
import BuildRunner
import ModuleGraph
import Workspace

/// Provides the two states that `compare` builds: revisions, which are checked out into folders of modgauge, and the
/// working tree; or that and a changed copy of it.
struct StateSource: Sendable {
  let options: WorkspaceOptions
  let configuration: FoundConfiguration
  /// The folder of the user's workspace; `nil` in a bare repository.
  let home: String?
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
  init(
    base: String, head: String?, _ options: WorkspaceOptions, _ configuration: FoundConfiguration
  ) async throws {
    let revisions = try await RevisionSource(options, configuration)
    (self.options, self.configuration, self.revisions, home) = (options, configuration, revisions, revisions.home)
    let repository = revisions.repository
    if repository.isBare, head == nil { throw RevisionError.bare(folder: options.packagePath) }
    let last = try await repository.commit(head ?? "HEAD")
    let fork = try await repository.mergeBase(base, head ?? "HEAD")
    let isOlder = head != nil && fork == last
    commits = [.base: isOlder ? try await repository.commit(base) : fork].merging(
      head == nil ? [:] : [.head: last]
    ) { first, _ in first }
  }

  /// The working tree as the base, and a changed copy of it as the head.
  /// - Parameter makeCopy: returns the copy's package at the root.
  init(
    workingTree options: WorkspaceOptions, _ configuration: FoundConfiguration,
    changedBy makeCopy: @escaping @Sendable (BenchmarkFolders) async throws -> String
  ) {
    (self.options, self.configuration, revisions, commits) = (options, configuration, nil, [:])
    home = Path.canonical(options.packagePath)
    self.makeCopy = makeCopy
  }

  /// Checks out a state, unless it is the working tree, and reads it.
  /// - Throws: the obstacle; `ExitCode` if it was already reported.
  func load(_ side: Arm.Side, in folders: BenchmarkFolders) async throws -> RevisionSource.Loaded {
    guard let commit = commits[side], let revisions else {
      var options = options
      if side == .head, let makeCopy { options.namePackagePath(try await makeCopy(folders)) }
      let workspace = try await options.load(configuration)
      let leftOut = try await LeftOutFiles.paths(neededBy: workspace)
      guard leftOut.isEmpty else { throw RevisionError.leftOut(leftOut) }
      try options.finish(workspace.graph)
      return RevisionSource.Loaded(workspace: workspace, subject: await .current(workspace))
    }
    return try await revisions.load(commit, calling: side.rawValue, in: folders.revision(side))
  }

  /// Writes a revision's files again to the folder they were read from; does nothing for a working tree.
  func checkOutAgain(in folders: BenchmarkFolders) async throws {
    for side in Arm.Side.allCases {
      if let commit = commits[side] { _ = try await revisions?.checkOut(commit, in: folders.revision(side)) }
    }
  }
}
