package import Reports
import Workspace

extension AffectedService {
  /// What would have been selected for the last commits of the branch that is the change's base.
  /// - Throws: `RevisionError`, `CancellationError`.
  package func replay(_ count: Int) async throws -> AffectedReplay {
    let path = request.graph.workspace.path
    let seconds = try seconds(in: Path.canonical(path) ?? path)
    let repository = try await GitRepository(around: path)
    let estimate = try await self.estimate()
    var name = request.change.base ?? ""
    if request.change.base == nil { name = try await repository.defaultBranch() }
    var steps: [AffectedReplay.Step] = []
    var failures: [(commit: String, reason: String)] = []
    for commit in try await repository.lastCommits(count, of: name) {
      guard let parent = commit.parents.first else { continue }
      do {
        let change = Change(
          repository: repository, base: parent, head: commit.hash,
          states: .init(base: String(parent.prefix(10)), head: String(commit.hash.prefix(10))),
          files: try await repository.changedFiles(from: parent, to: commit.hash))
        let answer = try await answer(change)
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
    do {
      let loaded = try await request.graph.workspace.load(configuration)
      return FormerRuns(of: loaded.rootPath).newestEstimate(in: loaded.graph)
    } catch is WorkspaceError { return nil }
  }
}
