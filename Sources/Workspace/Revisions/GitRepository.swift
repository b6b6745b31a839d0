/// A git repository, and the folder in it that the user means.
package struct GitRepository: Sendable {
  let git: Git
  /// The folder in which git runs. Absolute, without symbolic links.
  package let folder: String
  /// The folder of its objects.
  let objects: String
  /// The folder that paths of a tree are relative to, without symbolic links: the top of the working tree; for a bare
  /// repository, its folder without `.git`, which need not exist.
  let top: String
  /// The user's folder relative to the top, such as `App`, or empty.
  let prefix: String
  /// Whether it has no working tree here.
  package let isBare: Bool

  /// The workspace's folder, in the working tree or in a revision's.
  var workspace: String { prefix.isEmpty ? top : top + "/" + prefix }

  /// Finds the repository that contains a path.
  /// - Throws: `RevisionError`, `WorkspaceError.folderMissing`, `CancellationError`.
  package init(around start: String) async throws {
    guard let git = Git() else { throw RevisionError.gitMissing }
    guard let folder = Path.canonical(start) else {
      throw WorkspaceError.folderMissing(path: start, advice: try await LeftOutFiles.advice(onMissing: start))
    }
    self.git = git
    self.folder = folder
    var errors = ""
    // A path may contain newlines, so git is asked for one at a time.
    func path(_ question: String...) async throws -> String? {
      let outcome = try await git(["rev-parse"] + question, in: folder)
      errors = outcome.errors
      return outcome.succeeded && outcome.output.hasSuffix("\n") ? String(outcome.output.dropLast()) : nil
    }
    guard let objects = try await path("--git-path", "objects"), let gitFolder = try await path("--absolute-git-dir")
    else {
      // Git names the folder of a repository that is gone.
      throw errors.contains("not a git repository (or any")
        ? RevisionError.noRepository(folder: start) : .refused(folder: start, words: errors)
    }
    self.objects = Path.joined(folder, objects)
    // Only a repository with a working tree has one.
    let top = try await path("--show-toplevel")
    let prefix = try await path("--show-prefix") ?? ""
    isBare = top == nil
    self.top = top ?? Self.top(ofGitFolder: gitFolder)
    self.prefix = isBare || prefix.isEmpty ? "" : Path.normalized(prefix)
  }

  private static func top(ofGitFolder folder: String) -> String {
    if folder.lastComponent == ".git" { return Path.normalized(folder + "/..") }
    return folder.hasSuffix(".git") ? String(folder.dropLast(4)) : folder
  }

  /// The commit of a revision.
  /// - Parameter revision: in git's syntax: `main`, `HEAD~3`, a hash.
  /// - Throws: `RevisionError.unknown`, `.noCommit`, `.noCommits`, `.objectLost`; `CancellationError`.
  package func commit(_ revision: String) async throws -> String {
    // What follows `:/` is searched for in messages, and is always that of a commit.
    let name = revision.hasPrefix(":/") ? revision : revision + "^{commit}"
    // To git, `^main` is a revision as well: what it does not lead to.
    if let hash = try await hash(of: name), !hash.hasPrefix("^") { return hash }
    if let lost = try await lostObject(of: revision) {
      throw RevisionError.objectLost(lost, revision: revision, clone: folder)
    }
    if let other = try await hash(of: revision), let kind = try await kind(of: other), kind != "commit" {
      throw RevisionError.noCommit(revision, kind: kind)
    }
    let known = try await git(
      ["for-each-ref", "--format=%(refname:short)", "refs/heads", "refs/tags", "refs/remotes"], in: folder,
      outputLimit: 1 << 28)
    let names = known.output.split(separator: "\n").map(String.init)
    if revision == "HEAD" || names.isEmpty, try await hash(of: "HEAD") == nil {
      throw RevisionError.noCommits(folder: folder)
    }
    throw RevisionError.unknown(revision, names: names, shallowClone: try await shallowClone)
  }

  /// The kind of an object, such as `tree`; `nil` if the repository lacks it.
  private func kind(of object: String) async throws -> String? {
    let outcome = try await git(["cat-file", "-t", object], in: folder, variables: Self.offline)
    return outcome.succeeded ? outcome.output.split(separator: "\n").first.map(String.init) : nil
  }

  /// The tags of a commit, as lines of a file of packed references.
  func tags(of commit: String) async throws -> String {
    try await git(
      ["for-each-ref", "--points-at", commit, "--format=%(objectname) %(refname)", "refs/tags"], in: folder,
      outputLimit: 1 << 28
    ).output
  }

  private func hash(of name: String) async throws -> String? {
    let outcome = try await git(["rev-parse", "--verify", "--quiet", "--end-of-options", name], in: folder)
    return outcome.succeeded ? outcome.output.split(separator: "\n").first.map(String.init) : nil
  }

  /// The object that a revision, or the name that it begins with, leads to and that the repository lacks; `nil` if there
  /// is none.
  private func lostObject(of revision: String) async throws -> String? {
    for name in [revision, String(revision.prefix { !"~^@:".contains($0) })] where !name.isEmpty {
      guard let hash = try await hash(of: name), !hash.hasPrefix("^") else { continue }
      guard try await git(["cat-file", "-e", hash], in: folder, variables: Self.offline).succeeded else {
        // Git takes any complete hash for that of an object.
        if hash == name { continue }
        return hash
      }
      // What a tag names, or a commit before it, may be lost.
      let walk = try await git(["rev-list", "--quiet", hash, "--"], in: folder, variables: Self.offline)
      if !walk.succeeded, let lost = Self.object(in: walk.errors) { return lost }
    }
    return nil
  }

  /// The first object that git's messages name.
  private static func object(in errors: String) -> String? {
    errors.firstMatch(of: #/\b[0-9a-f]{40,64}\b/#).map { String($0.output) }
  }

  /// Why git failed. Of a repository that lacks objects, unless it is a partial clone, it is said to be damaged.
  func failure(_ errors: String) async throws -> RevisionError {
    let lacksObject = Self.object(in: errors) != nil
    let isPartial = try await isPartialClone
    return lacksObject && !isPartial ? .damaged(words: errors, clone: folder) : .gitFailed(words: errors)
  }

  /// Whether the repository is a partial clone, which lacks objects that its origin has.
  var isPartialClone: Bool {
    get async throws {
      try await git(["config", "--get-regexp", #"^(extensions\.partialclone|remote\..*\.promisor)$"#], in: folder)
        .succeeded
    }
  }

  /// Keeps a partial clone from fetching.
  static let offline = ["GIT_ALLOW_PROTOCOL": "none"]

  /// The best common ancestor of two revisions.
  /// - Throws: `RevisionError`, `CancellationError`.
  package func mergeBase(_ one: String, _ other: String) async throws -> String {
    let (first, second) = (try await commit(one), try await commit(other))
    let outcome = try await git(["merge-base", first, second], in: folder)
    guard outcome.succeeded, let base = outcome.output.split(separator: "\n").first else {
      throw RevisionError.unrelated(one, other, shallowClone: try await shallowClone)
    }
    return String(base)
  }

  /// A commit, as a list of many shows it.
  package struct Commit: Sendable, Hashable {
    package let hash: String
    /// The first line of its message.
    package let subject: String
    /// When it was written, in seconds since 1970.
    package let authored: Int
    /// In their order; the second parent of a merge is the merged commit.
    package let parents: [String]
  }

  /// The commits from one to a later one along first parents, both included; of a merged branch, only the merge.
  /// - Throws: `RevisionError.after` or `.notBefore` unless the first is an ancestor of the last; as above.
  package func commits(from first: String, to last: String) async throws -> [Commit] {
    let (start, end) = (try await commit(first), try await commit(last))
    let isBefore = try await git(["merge-base", "--is-ancestor", start, end], in: folder).succeeded
    guard isBefore, start != end else {
      let fork = start == end ? nil : try? await mergeBase(start, end)
      if fork == end { throw RevisionError.after(first, last) }
      throw RevisionError.notBefore(first, last, fork: fork, shallowClone: try await shallowClone)
    }
    let format = "--format=%H%x09%P%x09%at%x09%s"
    let oldest = try await git(["rev-list", "--max-count=1", format, start], in: folder)
    let rest = try await git(
      ["rev-list", "--first-parent", "--reverse", format, "\(start)..\(end)"], in: folder, outputLimit: 1 << 28)
    guard oldest.succeeded, rest.succeeded else { throw try await failure(oldest.errors + rest.errors) }
    return Self.commits(listedIn: oldest.output + rest.output)
  }

  /// The last commits of a branch along first parents, newest first.
  /// - Throws: `RevisionError`, `CancellationError`, `SubprocessError`.
  package func lastCommits(_ count: Int, of branch: String) async throws -> [Commit] {
    let format = "--format=%H%x09%P%x09%at%x09%s"
    let outcome = try await git(
      ["rev-list", "--first-parent", "--max-count=\(count)", format, try await commit(branch)], in: folder,
      outputLimit: 1 << 28)
    guard outcome.succeeded else { throw try await failure(outcome.errors) }
    return Self.commits(listedIn: outcome.output)
  }

  private static func commits(listedIn output: String) -> [Commit] {
    output.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "\t", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
      // Above each stands a line `commit HASH`.
      guard parts.count == 4 else { return nil }
      return Commit(
        hash: parts[0], subject: parts[3], authored: CommitLog.time(parts[2]),
        parents: parts[1].split(separator: " ").map(String.init))
    }
  }

  /// The folder of a shallow clone; `nil` for a complete one.
  var shallowClone: String? {
    get async throws {
      try await git(["rev-parse", "--is-shallow-repository"], in: folder).output.hasPrefix("true") ? folder : nil
    }
  }
}
