import BuildAnalysis
import BuildRunner
import ModuleGraph
import Workspace

/// Provides revisions of the user's workspace: checks them out into folders of modgauge, and reads them there.
struct RevisionSource: Sendable {
  let options: WorkspaceOptions
  let configuration: FoundConfiguration
  let repository: GitRepository

  /// - Throws: `RevisionError`, `WorkspaceError`, `CancellationError`.
  init(_ options: WorkspaceOptions, _ configuration: FoundConfiguration) async throws {
    (self.options, self.configuration) = (options, configuration)
    repository = try await GitRepository(around: options.packagePath)
  }

  /// The folder of the user's workspace; `nil` in a bare repository.
  var home: String? { repository.isBare ? nil : WorkspaceLocation.folder(of: options.packagePath) }

  /// A loaded state.
  struct Loaded: Sendable {
    let workspace: LoadedWorkspace
    let subject: Run.Subject
  }

  /// Checks a revision out, and reads it.
  /// - Parameter name: its name in warnings.
  /// - Throws: the obstacle; `ExitCode` if it was already reported.
  func load(_ commit: String, calling name: String, in folder: String) async throws -> Loaded {
    let checkedOut = try await checkOut(commit, in: folder)
    let loader = try options.loader(configuration)
    let place = WorkspaceLocation.folder(of: checkedOut.workspace) ?? checkedOut.workspace
    let discovery = options.discovery(configuration, from: excludeBase(in: place))
    var workspace = try await Interruption.cancelling {
      try await loader.load(packagePath: checkedOut.workspace, discovery: discovery)
    }
    workspace.checkout = checkedOut.top
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

  /// The base of the configuration's paths in a checked-out workspace; `nil` if it is the default.
  private func excludeBase(in workspace: String) -> String? {
    guard let base = configuration.base, let home else { return nil }
    if home == base { return workspace }
    return home.hasPrefix(base + "/") ? String(workspace.dropLast(home.count - base.count)) : nil
  }
}
