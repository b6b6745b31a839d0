import BuildAnalysis
import BuildRunner
import ModuleGraph
import Workspace

/// Where revisions of the user's workspace are taken from: they are checked out into folders of ours, and read there.
struct RevisionSource: Sendable {
  let options: WorkspaceOptions
  let manifests: ManifestOptions
  let configuration: FoundConfiguration
  let repository: GitRepository

  /// - Throws: `RevisionError`, `WorkspaceError`, `CancellationError`.
  init(
    _ options: WorkspaceOptions, _ manifests: ManifestOptions, _ configuration: FoundConfiguration
  ) async throws {
    (self.options, self.manifests, self.configuration) = (options, manifests, configuration)
    repository = try await GitRepository(around: options.packagePath)
  }

  /// The folder of the user's workspace; `nil` in a bare repository.
  var home: String? { repository.isBare ? nil : Path.canonical(options.packagePath) }

  /// A state as it was found.
  struct Loaded: Sendable {
    let workspace: LoadedWorkspace
    let subject: Run.Subject
  }

  /// Checks a revision out, and reads it.
  /// - Parameter name: what warnings call it.
  /// - Throws: what stands in the way; `ExitCode` where it was told.
  func load(_ commit: String, calling name: String, in folder: String) async throws -> Loaded {
    let checkedOut = try await checkOut(commit, in: folder)
    let loader = try options.loader(configuration, reading: manifests)
    let discovery = options.discovery(configuration, from: excludeBase(in: checkedOut.workspace))
    let workspace = try await Interruption.cancelling {
      try await loader.load(packagePath: checkedOut.workspace, discovery: discovery)
    }
    if !options.quiet {
      for warning in checkedOut.warnings + workspace.notes + workspace.graph.warnings {
        Terminal.note("warning: in the \(name): \(warning.visible)")
      }
    }
    try options.finish(workspace.graph)
    return Loaded(
      workspace: workspace,
      subject: await .revision(commit, of: workspace, in: repository.folder))
  }

  /// Writes a revision's files into a folder, replacing what is there.
  func checkOut(_ commit: String, in folder: String) async throws -> CheckedOutRevision {
    let repository = repository
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
