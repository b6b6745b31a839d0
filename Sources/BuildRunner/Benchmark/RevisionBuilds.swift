package import BuildAnalysis
import Workspace

/// Builds one arm at many revisions.
///
/// Each revision has its own copy, so that it is warmed up once; all are built at the same paths, so that none has a
/// faster location. While one is built, the others are set aside.
package struct RevisionBuilds: Sendable {
  private let method: BuildMethod
  private let folders: BenchmarkFolders
  private var builds: [String: (builds: WorkspaceBuilds, what: Case)] = [:]
  /// The revision that is not set aside.
  private var current: String?
  private var round = 0

  package init(by method: BuildMethod, in folders: BenchmarkFolders) {
    (self.method, self.folders) = (method, folders)
  }

  /// Whether a revision was opened, so that it no longer needs a warm-up.
  package func isOpen(_ commit: String) -> Bool { builds[commit] != nil }

  /// Copies a revision, and warms it up.
  /// - Parameters:
  ///   - subject: the revision with one arm.
  ///   - run: with one case.
  /// - Returns: the warm-up. If it failed, the revision is not open.
  /// - Throws: `BenchmarkError`, `CancellationError`.
  package mutating func open(
    _ commit: String, _ subject: BuildSubject, for run: Run
  ) async throws -> BuildResult {
    try setAsideCurrent()
    guard let what = run.cases.first else { throw ArmError.unknownName(commit, nearest: []) }
    var made = try await WorkspaceBuilds(of: [subject], for: run, by: method, in: folders) { _ in }
    let result = try await made.build(Agenda.Build(what: what, round: 0, position: 1), session: nil)
    if result.outcome == .ok { (builds[commit], current) = ((made, what), commit) }
    return result
  }

  /// Measures an open revision.
  /// - Throws: `BenchmarkError`, `CancellationError`.
  package mutating func build(_ commit: String) async throws -> BuildResult {
    guard let (opened, what) = builds[commit] else { throw ArmError.unknownName(commit, nearest: []) }
    if current != commit {
      try setAsideCurrent()
      try folders.takeBack(commit)
      current = commit
    }
    round += 1
    var made = opened
    let result = try await made.build(Agenda.Build(what: what, round: round, position: 1), session: nil)
    builds[commit] = (made, what)
    return result
  }

  private mutating func setAsideCurrent() throws {
    guard let commit = current else { return }
    current = nil
    try folders.setAside(as: commit)
  }

  /// Frees the disk space that builds used, except for checkouts.
  package func finish() throws { try folders.tidy() }
}
