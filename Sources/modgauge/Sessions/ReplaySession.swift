import ModuleGraph
import Reports
import Services
import Workspace

/// Finds what `affected` would have selected for the last commits of a branch.
struct ReplaySession {
  let session: AffectedSession
  let count: Int

  /// - Parameter seconds: how long the tests of a module took last.
  /// - Throws: `RevisionError`, `CancellationError`.
  func replay(of branch: String?, seconds: [ModuleID: Double]) async throws -> AffectedReplay {
    let repository = try await GitRepository(around: session.command.workspace.packagePath)
    let estimate = try await self.estimate()
    var name = branch ?? ""
    if branch == nil { name = try await repository.defaultBranch() }
    var steps: [AffectedReplay.Step] = []
    var failures: [(commit: String, reason: String)] = []
    for commit in try await repository.lastCommits(count, of: name) {
      guard let parent = commit.parents.first else { continue }
      do {
        let change = AffectedSession.Change(
          repository: repository, base: parent, head: commit.hash,
          states: .init(base: String(parent.prefix(10)), head: String(commit.hash.prefix(10))),
          files: try await repository.changedFiles(from: parent, to: commit.hash))
        let answer = try await session.answer(change)
        if let failure = answer.failure { throw failure }
        steps.append(
          .init(
            commit: commit.hash, subject: commit.subject, answer.affected,
            estimates: estimate?.estimates(in: answer.affected.graph) ?? .init()))
      } catch let error where !(error is CancellationError) {
        failures.append((commit.hash, "\(error)".split(separator: "\n").first.map(String.init) ?? ""))
      }
    }
    return AffectedReplay(of: name, steps, failures: failures, seconds: seconds, build: estimate?.source.build)
  }

  /// The newest recorded build of the workspace.
  private func estimate() async throws -> RecordedEstimate? {
    let (command, configuration) = (session.command, session.configuration)
    do {
      let loaded = try await command.workspace.load(configuration)
      return FormerRuns(of: loaded.rootPath).newestEstimate(in: loaded.graph)
    } catch is WorkspaceError { return nil }
  }
}
