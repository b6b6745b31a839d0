package import ModuleGraph

extension GitRepository {
  /// The repository that contains a path, for its history.
  /// - Throws: `RevisionError`, `WorkspaceError.folderMissing`, `CancellationError`.
  package static func withHistory(around path: String) async throws -> GitRepository {
    do { return try await GitRepository(around: path) } catch RevisionError.gitMissing {
      throw RevisionError.noHistory(folder: path, hasGit: false)
    } catch RevisionError.noRepository {
      throw RevisionError.noHistory(folder: path, hasGit: true)
    }
  }

  /// The commits that a revision has and that were made within a period, merges left out.
  ///
  /// Uses one `git log`, which fetches nothing: if a partial clone lacks files, only renames without any change of
  /// contents are reported.
  /// - Parameters:
  ///   - revision: in git's syntax.
  ///   - since: the start, as a date that git accepts; `nil` for half a year before the revision's commit.
  ///   - limit: the maximum number of commits; `nil` for all.
  /// - Throws: `RevisionError`, `CancellationError`, `SubprocessError`.
  package func history(of revision: String, since: String?, limit: Int?) async throws -> CommitHistory {
    let head = try await commit(revision)
    let end = try await time(of: head)
    var start = end - Self.halfYear
    if let since { start = try await time(inWords: since) }
    var outcome = try await log(head, start, limit, renames: "-M")
    if !outcome.succeeded { outcome = try await log(head, start, limit, renames: "-M100%") }
    if !outcome.succeeded, outcome.errors.contains("promisor") { throw RevisionError.historyMissing(clone: folder) }
    guard outcome.succeeded else { throw try await failure(outcome.errors) }
    guard let log = CommitLog(outcome.outputBytes) else {
      throw RevisionError.gitFailed(words: "its log has an unknown form")
    }
    // A commit without a parent, the first one or where a shallow clone ends, seems to add every file.
    let commits = log.entries.filter(\.hasParent).map(\.commit)
    var ending = CommitHistory.Ending.period
    if log.entries.contains(where: { !$0.hasParent }) {
      ending = try await shallowClone.map { .shallow(clone: $0) } ?? .beginning
    } else if let limit, log.entries.count >= limit {
      ending = .limit
    }
    return CommitHistory(
      commits: commits, since: start, end: end, ending: ending, oldest: log.entries.map(\.commit.time).min())
  }

  private static let halfYear = 183 * 86_400

  /// No setting of the user, such as `log.showSignature`, may change what is printed or run a program.
  private func log(
    _ head: String, _ start: Int, _ limit: Int?, renames: String
  ) async throws -> ChildProcess.Outcome {
    try await git(
      [
        "-c", "log.showRoot=true", "-c", "i18n.logOutputEncoding=UTF-8", "-c", "mailmap.blob=\(head):.mailmap",
        "-c", "diff.ignoreSubmodules=all", "log", "-z", "--no-merges", "--name-status", renames, "-l2000",
        "--format=\(CommitLog.format)", "--since=@\(max(0, start)) +0000", "--no-color", "--no-ext-diff",
        "--no-textconv",
        "--no-show-signature", "--no-notes", "--no-relative", "--no-follow",
      ] + (limit.map { ["--max-count=\($0)"] } ?? []) + [head, "--"],
      in: folder, variables: Self.offline, outputLimit: 1 << 30)
  }

  private func time(of commit: String) async throws -> Int {
    let outcome = try await git(["show", "--no-patch", "--no-show-signature", "--format=%ct", commit], in: folder)
    guard outcome.succeeded, let time = outcome.output.split(separator: "\n").first.map(CommitLog.time) else {
      throw try await failure(outcome.errors)
    }
    return time
  }

  /// Parses a date that git accepts. Text that git does not understand means the current time to it.
  private func time(inWords words: String) async throws -> Int {
    func seconds(_ words: String) async throws -> Int? {
      let outcome = try await git(["rev-parse", "--since=\(words)"], in: folder)
      return outcome.output.split(separator: "\n").first?.split(separator: "=").last.flatMap { Int($0) }
    }
    let now = try await seconds("now")
    guard let now, let time = try await seconds(words), time < now - 1 || words == "now" else {
      throw RevisionError.unknownDate(words)
    }
    return time
  }
}

extension LoadedWorkspace {
  /// Where the workspace's sources and manifests are in its repository.
  package func places(in repository: GitRepository) -> SourceLocations {
    func path(_ relative: String) -> String? { Path.joined(rootPath, relative).remainder(below: repository.top) }
    var modules: [String: [ModuleID]] = [:]
    for (id, files) in sources {
      for file in files { if let path = path(file.path) { modules[path, default: []].append(id) } }
    }
    let folders = graph.modules.compactMap { module in
      module.path.flatMap(path).map { ($0, module.id) }
    }
    let ofC = graph.modules.filter { $0.kind == .system || $0.languages.contains { $0 != "swift" } }
    return SourceLocations(
      sources: modules.mapValues { $0.sorted() }, folders: Dictionary(folders) { first, _ in first },
      headerModules: Set(ofC.map(\.id)), packages: Set(packages.compactMap { $0.path.remainder(below: repository.top) })
    )
  }
}
