package import BuildAnalysis
import BuildRunner
package import Documents
import ModuleGraph
package import Workspace

/// Provides revisions of the user's workspace: checks them out into folders of modgauge, and reads them there.
package struct RevisionSource: Sendable {
  package let request: WorkspaceRequest
  package let configuration: LoadedConfiguration
  package let repository: GitRepository

  /// - Throws: `RevisionError`, `WorkspaceError`, `CancellationError`.
  package init(_ request: WorkspaceRequest, _ configuration: LoadedConfiguration) async throws {
    (self.request, self.configuration) = (request, configuration)
    repository = try await GitRepository(around: request.path)
  }

  /// The folder of the user's workspace; `nil` in a bare repository.
  package var home: String? { repository.isBare ? nil : WorkspaceLocation.folder(of: request.path) }

  /// A loaded state.
  package struct Loaded: Sendable {
    package let workspace: LoadedWorkspace
    package let subject: Run.Subject
  }

  /// Checks a revision out, and reads it.
  /// - Parameter name: its name in warnings.
  /// - Throws: the obstacle; `Reported` if it was told.
  package func load(_ commit: String, calling name: String, in folder: String) async throws -> Loaded {
    let checkedOut = try await checkOut(commit, in: folder)
    let loader = try request.loader(configuration)
    let place = WorkspaceLocation.folder(of: checkedOut.workspace) ?? checkedOut.workspace
    let discovery = request.discovery(configuration, from: excludeBase(in: place))
    var workspace = try await Interruption.cancelling {
      try await loader.load(packagePath: checkedOut.workspace, discovery: discovery)
    }
    workspace.checkout = checkedOut.top
    if !request.isQuiet {
      for warning in checkedOut.warnings + workspace.notes + workspace.graph.warnings {
        Terminal.note("warning: in the \(name): \(warning.visible)")
      }
      // Of two states, one says it.
      if name != Arm.Side.base.rawValue, let note = workspace.noteOnProjects(shownBelow: request.path) {
        Terminal.note("warning: \(note.visible)")
      }
    }
    try request.finish(workspace.graph)
    return Loaded(
      workspace: workspace,
      subject: await .revision(commit, of: workspace, in: repository.folder))
  }

  /// Writes a revision's files into a folder, replacing what is there.
  package func checkOut(_ commit: String, in folder: String) async throws -> CheckedOutRevision {
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
