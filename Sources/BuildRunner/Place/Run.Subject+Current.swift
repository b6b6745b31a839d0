package import BuildAnalysis
package import Workspace

extension Run.Subject {
  /// The workspace for a run. Outside git, or if git is not installed, there is no revision.
  package static func current(_ workspace: LoadedWorkspace) async -> Run.Subject {
    // A workspace that the enclosing repository ignores has no revision of its own.
    let isIgnored = await git(["check-ignore", "--quiet", "."], in: workspace.rootPath) != nil
    let revision = isIgnored ? nil : await git(["rev-parse", "HEAD"], in: workspace.rootPath)
    let changes = await git(["status", "--porcelain", "--", "."], in: workspace.rootPath)
    return Run.Subject(
      name: workspace.name, revision: revision,
      dirty: revision == nil ? nil : changes.map { !$0.isEmpty },
      graph: workspace.graph)
  }

  /// What git answers; `nil` where it answers nothing.
  private static func git(_ words: [String], in folder: String) async -> String? {
    let outcome = try? await Git()?(words, in: folder, outputLimit: 256 << 20)
    guard let outcome, outcome.succeeded else { return nil }
    return outcome.output.split(separator: "\n").joined(separator: "\n")
  }
}
