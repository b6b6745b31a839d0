extension GitRepository {
  /// Makes a folder with files of the working tree a repository, in which git says the same of the commit, of its tags, and of
  /// whether anything differs from it, whatever builds change there. Nothing that git does there reaches this repository.
  ///
  /// Without a commit, or where a partial clone lacks its trees, nothing is made, or everything counts as changed.
  /// - Parameter folder: what stands for the top of the working tree.
  /// - Throws: `WorkspaceError.cacheUnusable`, `CancellationError`.
  package func makeTwin(at folder: String) async throws {
    guard !isBare, let commit = try? await commit("HEAD") else { return }
    let twin = try ObjectStore.repository(
      git, of: objects, at: folder, commit: commit, tags: try await tags(of: commit), showing: "/.git-shows-nothing\n")
    // Without an index, everything in the commit counts as removed.
    if try await hasChanges { return }
    _ = try await twin(ObjectStore.withoutFilters + ["read-tree", "-m", "-u", "HEAD"], workTree: folder)
  }

  /// Whether the index or a tracked file differs from the commit; new files do not count, as for SwiftPM.
  private var hasChanges: Bool {
    get async throws {
      for scope in [["--cached"], []] {
        let outcome = try await git(
          ["diff", "--no-ext-diff", "--no-textconv", "--quiet"] + scope, in: top, variables: Self.offline)
        if !outcome.succeeded { return true }
      }
      return false
    }
  }
}
