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
      committed: revision == nil ? nil : await committed(in: workspace.rootPath),
      branch: revision == nil ? nil : await branch(in: workspace.rootPath),
      dirty: revision == nil ? nil : changes.map { !$0.isEmpty },
      graph: workspace.graph)
  }

  /// The workspace of a commit that was checked out elsewhere.
  /// - Parameter folder: a folder in the repository. Its branch is used if it has the commit checked out.
  package static func revision(_ commit: String, of workspace: LoadedWorkspace, in folder: String) async -> Run.Subject
  {
    Run.Subject(
      name: workspace.name, revision: commit, committed: await committed(commit, in: folder),
      branch: await git(["rev-parse", "HEAD"], in: folder) == commit ? await branch(in: folder) : nil, dirty: false,
      graph: workspace.graph)
  }

  private static func committed(_ commit: String = "HEAD", in folder: String) async -> String? {
    let seconds = await git(["show", "--no-patch", "--format=%ct", commit], in: folder).flatMap(Double.init)
    // Git also takes dates in years of five digits, which no document has.
    guard let seconds, (0..<253_402_300_800).contains(seconds) else { return nil }
    return Moment.text(seconds)
  }

  /// The branch that is checked out; otherwise the one that a CI service names, since these check out a commit without
  /// a branch.
  private static func branch(in folder: String) async -> String? {
    if let branch = await git(["symbolic-ref", "--quiet", "--short", "HEAD"], in: folder) { return branch }
    let variables = OwnEnvironment.variables
    return [
      "GITHUB_HEAD_REF", "GITHUB_REF_NAME", "CI_COMMIT_REF_NAME", "CIRCLE_BRANCH", "BUILDKITE_BRANCH",
      "BITRISE_GIT_BRANCH",
    ].lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
  }

  /// The output of git; `nil` if it fails.
  private static func git(_ words: [String], in folder: String) async -> String? {
    let outcome = try? await Git()?(words, in: folder, outputLimit: 256 << 20)
    guard let outcome, outcome.succeeded else { return nil }
    return outcome.output.split(separator: "\n").joined(separator: "\n")
  }
}
