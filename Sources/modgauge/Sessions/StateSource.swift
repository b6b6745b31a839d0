import BuildAnalysis
import BuildRunner
import ModuleGraph
import Workspace

/// Where the two states are taken from that `compare` builds: revisions, which are checked out into folders of ours, and
/// the working tree.
struct StateSource: Sendable {
  let options: WorkspaceOptions
  let manifests: ManifestOptions
  let configuration: FoundConfiguration
  private let repository: GitRepository
  /// The commits; `nil` for the working tree.
  private let commits: [Arm.Side: String]

  /// - Parameters:
  ///   - base: a revision; what is compared is where the head left it, unless the head is older.
  ///   - head: a revision; `nil` for the working tree.
  /// - Throws: `RevisionError`, `WorkspaceError`, `CancellationError`.
  init(
    base: String, head: String?, _ options: WorkspaceOptions, _ manifests: ManifestOptions,
    _ configuration: FoundConfiguration
  ) async throws {
    (self.options, self.manifests, self.configuration) = (options, manifests, configuration)
    repository = try await GitRepository(around: options.packagePath)
    if repository.isBare, head == nil { throw RevisionError.bare(folder: options.packagePath) }
    let last = try await repository.commit(head ?? "HEAD")
    let fork = try await repository.mergeBase(base, head ?? "HEAD")
    let isOlder = head != nil && fork == last
    commits = [.base: isOlder ? try await repository.commit(base) : fork].merging(
      head == nil ? [:] : [.head: last]
    ) { first, _ in first }
  }

  /// The folder of the user's workspace; `nil` in a bare repository.
  var home: String? { repository.isBare ? nil : Path.canonical(options.packagePath) }

  /// A state as it was found.
  struct Loaded: Sendable {
    let workspace: LoadedWorkspace
    let subject: Run.Subject
  }

  /// Checks a state out, if it is no working tree, and reads it.
  /// - Throws: what stands in the way; `ExitCode` where it was told.
  func load(_ side: Arm.Side, in folders: BenchmarkFolders) async throws -> Loaded {
    guard let commit = commits[side] else {
      let workspace = try await options.load(configuration, reading: manifests)
      try options.finish(workspace.graph)
      return Loaded(workspace: workspace, subject: await .current(workspace))
    }
    let checkedOut = try await checkOut(side, in: folders)
    let loader = try options.loader(configuration, reading: manifests)
    let discovery = options.discovery(configuration, from: excludeBase(in: checkedOut.workspace))
    let workspace = try await Interruption.cancelling {
      try await loader.load(packagePath: checkedOut.workspace, discovery: discovery)
    }
    if !options.quiet {
      for warning in checkedOut.warnings + workspace.notes + workspace.graph.warnings {
        Terminal.note("warning: in the \(side.rawValue): \(warning.visible)")
      }
    }
    try options.finish(workspace.graph)
    return Loaded(
      workspace: workspace,
      subject: Run.Subject(name: workspace.name, revision: commit, dirty: false, graph: workspace.graph))
  }

  /// Writes a revision's files anew where they were read from; does nothing for a working tree.
  func checkOutAgain(in folders: BenchmarkFolders) async throws {
    for side in Arm.Side.allCases where commits[side] != nil { _ = try await checkOut(side, in: folders) }
  }

  private func checkOut(_ side: Arm.Side, in folders: BenchmarkFolders) async throws -> CheckedOutRevision {
    let (commit, repository, folder) = (commits[side] ?? "HEAD", repository, folders.revision(side))
    return try await Interruption.cancelling {
      try await CheckedOutRevision(commit, of: repository, in: folder)
    }
  }

  /// Where the configuration's paths start in a checked-out workspace; `nil` if they start there anyway.
  private func excludeBase(in workspace: String) -> String? {
    guard let base = configuration.base, let home else { return nil }
    if home == base { return workspace }
    return home.hasPrefix(base + "/") ? String(workspace.dropLast(home.count - base.count)) : nil
  }
}
